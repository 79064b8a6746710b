import Quantities
import RunCore
import Testing

@testable import Training

@Suite struct BestEffortTests {
    /// A run with a sample each second at the given speeds, mm/s.
    private func efforts(_ speeds: [UInt32]) -> BestEfforts? {
        var reading = BestEffortReading(), distance: UInt32 = 0
        for (second, speed) in speeds.enumerated() {
            distance += speed
            var sample = RunSample(time: RunTime(milliseconds: UInt32(second + 1) * 1000))
            sample.distanceMillimeters = distance
            reading.take(sample)
        }
        return reading.efforts()
    }

    @Test("Both ends of an effort lie between two samples where the runner passed them")
    func ends() throws {
        // 300 m at 3 m/s, 800 m at 7 m/s, 300 m at 3 m/s: the fastest 400 m are anywhere within the 7 m/s.
        let speeds = [UInt32](repeating: 3000, count: 100) + [UInt32](repeating: 7000, count: 115) + [UInt32](repeating: 3000, count: 100)
        let best = try #require(efforts(speeds))
        let lap = try #require(best[.fourHundredMeters])
        #expect(lap.elapsed == .milliseconds(57_143))
        // 1 km: 805 m at 7 m/s and 195 m at 3 m/s.
        let kilometer = try #require(best[.kilometer])
        #expect(kilometer.elapsed == .milliseconds(115_000 + 65_000))
        #expect(best[.mile] == nil)
        #expect(best[.hour] == nil)
    }

    @Test("Who stands in the middle of an effort pays for it")
    func standing() throws {
        let speeds = [UInt32](repeating: 4000, count: 90) + [UInt32](repeating: 0, count: 600) + [UInt32](repeating: 4000, count: 90)
        let lap = try #require(efforts(speeds)?[.fourHundredMeters])
        #expect(lap.elapsed == .seconds(700))
    }

    @Test("The hour is the distance of the best hour")
    func hour() throws {
        let speeds = [UInt32](repeating: 2000, count: 1800) + [UInt32](repeating: 3000, count: 3600)
        let hour = try #require(efforts(speeds)?[.hour])
        #expect(hour.distance == .kilometers(10.8))
        #expect(hour.start == RunTime(milliseconds: 1_800_000))
    }

    // MARK: - Against a slower way

    private struct Node {
        var time: Double
        var way: Double
    }
    private static func lastTime(at way: Double, _ nodes: [Node]) -> Double {
        for (a, b) in zip(nodes, nodes.dropFirst()).reversed() where a.way <= way && b.way > way {
            return a.time + (way - a.way) / (b.way - a.way) * (b.time - a.time)
        }
        return nodes[nodes.count - 1].time
    }
    private static func firstTime(at way: Double, _ nodes: [Node]) -> Double {
        for (a, b) in zip(nodes, nodes.dropFirst()) where a.way < way && b.way >= way {
            return a.time + (way - a.way) / (b.way - a.way) * (b.time - a.time)
        }
        return nodes[0].time
    }
    private static func way(at time: Double, _ nodes: [Node]) -> Double {
        for (a, b) in zip(nodes, nodes.dropFirst()) where time >= a.time && time <= b.time {
            return a.way + (time - a.time) / (b.time - a.time) * (b.way - a.way)
        }
        return nodes[nodes.count - 1].way
    }

    /// A run with stops, sprints, jumps, silences, and samples that go back.
    private static func random(_ dice: inout Dice) -> [RunSample] {
        var samples: [RunSample] = [], time: UInt32 = 0, way: UInt32 = 0
        for _ in 0..<Int.random(in: 1...160, using: &dice) {
            let (seconds, speed): (UInt32, UInt32) =
                switch Int.random(in: 0..<10, using: &dice) {
                case 0: (UInt32.random(in: 1...90, using: &dice), 0)
                case 1: (1, UInt32.random(in: 20_000...200_000, using: &dice))
                case 2: (UInt32.random(in: 30...600, using: &dice), UInt32.random(in: 0...4000, using: &dice))
                default: (UInt32.random(in: 1...5, using: &dice), UInt32.random(in: 1000...7000, using: &dice))
                }
            time += seconds * 1000 + UInt32.random(in: 0...400, using: &dice)
            way += speed * seconds
            var sample = RunSample(time: RunTime(milliseconds: time))
            sample.distanceMillimeters = way
            samples.append(sample)
            if Int.random(in: 0..<20, using: &dice) == 0 {
                sample.time = RunTime(milliseconds: time - min(time, 1500))
                samples.append(sample)
            }
        }
        return samples
    }

    @Test("Two pointers find what trying every start and every end finds", arguments: 1...60)
    func reference(_ seed: UInt64) {
        var dice = Dice(seed), reading = BestEffortReading(), nodes = [Node(time: 0, way: 0)]
        for sample in Self.random(&dice) {
            reading.take(sample)
            let node = Node(time: Double(sample.time.milliseconds), way: Double(sample.distanceMillimeters))
            if node.time > nodes[nodes.count - 1].time { nodes.append(node) }
        }
        let end = nodes[nodes.count - 1]
        for length in [UInt32(400), 1000, 3000].map({ $0 * 1000 }) {
            let found = reading.fastest(over: length), length = Double(length)
            var best = Double.infinity
            for node in nodes {
                if node.way >= length { best = min(best, node.time - Self.lastTime(at: node.way - length, nodes)) }
                if node.way + length <= end.way { best = min(best, Self.firstTime(at: node.way + length, nodes) - node.time) }
            }
            #expect((found == nil) == (end.way < length))
            if let found { #expect(abs(found.elapsed.inSeconds * 1000 - best) <= 1) }
        }
        for span in [60_000.0, 900_000] {
            let found = reading.farthest(in: UInt32(span))
            var best = -1.0
            for node in nodes {
                if node.time >= span { best = max(best, node.way - Self.way(at: node.time - span, nodes)) }
                if node.time + span <= end.time { best = max(best, Self.way(at: node.time + span, nodes) - node.way) }
            }
            #expect((found == nil) == (end.time < span))
            if let found { #expect(abs(found.distance.meters * 1000 - best) <= 1) }
        }
    }

    @Test("An effort lies within its run and has its length there", arguments: 1...20)
    func withinTheRun(_ seed: UInt64) {
        var dice = Dice(seed &+ 1000), reading = BestEffortReading(), nodes = [Node(time: 0, way: 0)]
        for sample in Self.random(&dice) {
            reading.take(sample)
            let node = Node(time: Double(sample.time.milliseconds), way: Double(sample.distanceMillimeters))
            if node.time > nodes[nodes.count - 1].time { nodes.append(node) }
        }
        guard let effort = reading.fastest(over: 400_000) else { return }
        let start = Double(effort.start.milliseconds), end = start + effort.elapsed.inSeconds * 1000
        // Both ends are rounded to milliseconds, in which a jump goes 200 mm.
        #expect(abs(Self.way(at: end, nodes) - Self.way(at: start, nodes) - 400_000) <= 600)
        #expect(end <= nodes[nodes.count - 1].time + 1)
    }

    @Test("Any samples at all are read without a trap, also the greatest numbers there are", arguments: 1...20)
    func anySamples(_ seed: UInt64) {
        var dice = Dice(seed), reading = BestEffortReading()
        for _ in 0..<200 {
            let extremes: [UInt32] = [0, 1, .max - 1, .max, UInt32.random(in: 0...UInt32.max, using: &dice)]
            var sample = RunSample(time: RunTime(milliseconds: extremes.randomElement(using: &dice) ?? 0))
            sample.distanceMillimeters = extremes.randomElement(using: &dice) ?? 0
            reading.take(sample, outages: [.zero, .seconds(-5), .seconds(Int64.max), .seconds(60)].randomElement(using: &dice) ?? .zero)
        }
        let best = reading.efforts()
        for kind in BestEffortKind.allCases { #expect(best?[kind].map { $0.elapsed > .zero } ?? true) }
    }

    @Test("A ride, or a run with a jump of the position, has no best efforts: no runner is as fast")
    func impossible() {
        #expect(efforts([UInt32](repeating: 11_000, count: 4000)) == nil)
        // A ride that is no faster than runners over its longest distances has no effort at all.
        #expect(efforts([UInt32](repeating: 9000, count: 200) + [UInt32](repeating: 3000, count: 3000)) == nil)
        // As fast as the fastest is believed: 1 km in 2:12.
        #expect(efforts([UInt32](repeating: 7577, count: 140))?[.kilometer] != nil)
    }

    @Test("An outage within an effort counts as long as it was, once that is known")
    func outage() throws {
        var reading = BestEffortReading()
        for second in UInt32(1)...200 {
            var sample = RunSample(time: RunTime(milliseconds: second * 1000))
            sample.distanceMillimeters = second * 3000
            reading.take(sample, outages: second > 100 ? .seconds(600) : .zero)
        }
        let lap = try #require(reading.efforts()?[.fourHundredMeters])
        #expect(lap.elapsed == .milliseconds(733_333))
        let start = reading.fastest(over: 150_000)?.start
        #expect(start.map { $0 <= RunTime(milliseconds: 150_000) } == true)
    }
}
