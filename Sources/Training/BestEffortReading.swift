import Quantities
import RunCore

/// Finds the best efforts of a run among its samples: two pointers move along it once for each kind, both ends interpolated.
///
/// Time and distance grow evenly between two samples, so the shortest time over a distance begins or ends at a sample; both are tried.
/// Elapsed time counts, as in a race: a pause within an effort is part of it, and so is an outage, by its real length where that was learned
/// later. Samples must be evened over gaps (``EvenedSamples``), or the second that closes a gap would claim its metres. Where one
/// kind is what no runner can have done, the run has no efforts: the ride or the jump behind it would be in the others too.
public struct BestEffortReading: Sendable {
    private struct Node {
        var milliseconds: UInt32
        var millimeters: UInt32
    }
    /// 8 bytes a second: an hour is 29 kB.
    private var nodes: [Node] = []
    /// From which moments on real time is ahead of the run's clock, and by how much.
    private var outages: [(from: UInt32, milliseconds: UInt32)] = []

    /// Before the first sample.
    public init() {}

    /// Takes the next sample. One that goes back in time or distance is passed over.
    /// - Parameter outages: how much longer the outages before it were than the run's clock says (``UTCTimeline/outages(upTo:)``).
    public mutating func take(_ sample: RunSample, outages length: Duration = .zero) {
        let ahead = UInt32(clamping: max(0, length.inMilliseconds))
        let (sum, overflow) = sample.time.milliseconds.addingReportingOverflow(ahead)
        let node = Node(milliseconds: overflow ? .max : sum, millimeters: sample.distanceMillimeters)
        if nodes.isEmpty { nodes.append(Node(milliseconds: 0, millimeters: 0)) }
        if ahead != outages.last?.milliseconds ?? 0 { outages.append((node.milliseconds, ahead)) }
        guard let last = nodes.last, node.milliseconds > last.milliseconds, node.millimeters >= last.millimeters else { return }
        // Three on one level need only their ends: who stands for an hour costs two nodes.
        if nodes.count > 1, node.millimeters == last.millimeters, nodes[nodes.count - 2].millimeters == last.millimeters {
            nodes[nodes.count - 1] = node
        } else {
            nodes.append(node)
        }
    }

    /// The best efforts of what was taken; nil if one of them is more than a runner can do.
    public func efforts() -> BestEfforts? {
        var efforts = BestEfforts()
        for kind in BestEffortKind.allCases {
            let effort = kind.millimeters.map { fastest(over: $0) } ?? farthest(in: BestEffortKind.hourMilliseconds)
            if let effort, !kind.isBelievable(effort) { return nil }
            efforts[kind] = effort
        }
        return efforts
    }

    // MARK: -

    func fastest(over millimeters: UInt32) -> BestEffort? {
        guard let last = nodes.last, last.millimeters >= millimeters else { return nil }
        let way = Double(millimeters)
        var best: (start: Double, time: Double)?
        func offer(_ start: Double, _ end: Double) {
            if end - start < best?.time ?? .infinity { best = (start, end - start) }
        }
        var behind = 0, ahead = 0
        for node in nodes {
            let distance = Double(node.millimeters)
            if distance >= way {
                // Ends here: the latest moment at which the runner was still at the start of the stretch.
                while behind + 1 < nodes.count, Double(nodes[behind + 1].millimeters) <= distance - way { behind += 1 }
                offer(time(atDistance: distance - way, after: behind), Double(node.milliseconds))
            }
            // Begins here: the first moment at which the runner is at its end.
            while ahead + 1 < nodes.count, Double(nodes[ahead + 1].millimeters) < distance + way { ahead += 1 }
            if ahead + 1 < nodes.count {
                offer(Double(node.milliseconds), time(atDistance: distance + way, after: ahead))
            }
        }
        return best.map { effort(start: $0.start, time: $0.time, millimeters: way) }
    }

    func farthest(in milliseconds: UInt32) -> BestEffort? {
        guard let last = nodes.last, last.milliseconds >= milliseconds else { return nil }
        let span = Double(milliseconds)
        var best: (start: Double, way: Double)?
        func offer(_ start: Double, _ way: Double) {
            if way > best?.way ?? -1 { best = (start, way) }
        }
        var behind = 0, ahead = 0
        for node in nodes {
            let time = Double(node.milliseconds), distance = Double(node.millimeters)
            if time >= span {
                while behind + 1 < nodes.count, Double(nodes[behind + 1].milliseconds) <= time - span { behind += 1 }
                offer(time - span, distance - self.distance(atTime: time - span, after: behind))
            }
            while ahead + 1 < nodes.count, Double(nodes[ahead + 1].milliseconds) < time + span { ahead += 1 }
            if ahead + 1 < nodes.count { offer(time, self.distance(atTime: time + span, after: ahead) - distance) }
        }
        return best.map { effort(start: $0.start, time: span, millimeters: $0.way) }
    }

    private func effort(start: Double, time: Double, millimeters: Double) -> BestEffort {
        let moment = UInt32(rounding: start)
        let ahead = outages.last { $0.from <= moment }?.milliseconds ?? 0
        return BestEffort(
            start: RunTime(milliseconds: moment - min(moment, ahead)), elapsed: .milliseconds(Int64(rounding: time)),
            distance: .meters(millimeters / 1000))
    }

    private func time(atDistance millimeters: Double, after index: Int) -> Double {
        let a = nodes[index], b = nodes[min(index + 1, nodes.count - 1)]
        guard b.millimeters > a.millimeters else { return Double(a.milliseconds) }
        let share = (millimeters - Double(a.millimeters)) / Double(b.millimeters - a.millimeters)
        return Double(a.milliseconds) + share * Double(b.milliseconds - a.milliseconds)
    }

    private func distance(atTime milliseconds: Double, after index: Int) -> Double {
        let a = nodes[index], b = nodes[min(index + 1, nodes.count - 1)]
        guard b.milliseconds > a.milliseconds else { return Double(a.millimeters) }
        let share = (milliseconds - Double(a.milliseconds)) / Double(b.milliseconds - a.milliseconds)
        return Double(a.millimeters) + share * Double(b.millimeters - a.millimeters)
    }
}
