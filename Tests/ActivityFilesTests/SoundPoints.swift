import ActivityFiles
import Testing

/// Judges what was read from a damaged file by the points of the sound one.
enum SoundPoints {
    /// True if everything that a point knows is what another knows too.
    private static func isPart(_ point: ActivityPoint, of sound: ActivityPoint) -> Bool {
        (point.time == nil || point.time == sound.time) && (point.position == nil || point.position == sound.position)
            && (point.altitude == nil || point.altitude == sound.altitude) && (point.speed == nil || point.speed == sound.speed)
            && (point.distance == nil || point.distance == sound.distance)
            && (point.heartRate == nil || point.heartRate == sound.heartRate) && (point.cadence == nil || point.cadence == sound.cadence)
            && (point.temperature == nil || point.temperature == sound.temperature)
    }

    /// What is wrong with the points that were read, if they are not those of the sound file in its order, some left out: an invented one.
    static func invented(_ read: [ActivityPoint], of sound: [ActivityPoint]) -> String? {
        var rest = sound[...]
        for (index, point) in read.enumerated() {
            guard let found = rest.firstIndex(where: { isPart(point, of: $0) }) else { return "point \(index): \(point)" }
            rest = rest[(found + 1)...]
        }
        return nil
    }

    /// Expects that a damaged file gives some of the points of the sound one and nothing else, and says so if some are missing.
    /// - Returns: how many of them.
    @discardableResult
    static func expect(_ bytes: [UInt8], toGiveSomeOf sound: [ActivityPoint], _ what: String) -> Int {
        let read: ImportedActivity
        do throws(ActivityFault) { read = try ActivityReader.read(bytes: bytes) } catch { return 0 }
        let invented = invented(read.points, of: sound)
        #expect(invented == nil, "\(what) invents \(invented ?? "")")
        let isTold = !read.faults.isEmpty
        #expect(read.points == sound || isTold, "\(what) is not told")
        return read.points.count
    }
}

/// A block of a file that something else was written over.
struct Overwriting: CustomTestStringConvertible, Sendable {
    /// What stands there now.
    enum Content: CaseIterable { case zeros, ones, noise }
    var content: Content
    var seed: UInt64

    /// So many seeds of each.
    static func all(_ seeds: Range<UInt64>) -> [Overwriting] {
        seeds.flatMap { seed in Content.allCases.map { Overwriting(content: $0, seed: seed) } }
    }
    var testDescription: String { "\(content) \(seed)" }

    /// Damages a copy, from a byte on, in a block of a length in a range.
    func apply(to bytes: [UInt8], from first: Int, length: ClosedRange<Int>) -> (bytes: [UInt8], block: Range<Int>) {
        var random = SeededGenerator(seed: seed)
        let start = Int.random(in: first..<bytes.count, using: &random)
        let block = start..<min(bytes.count, start + Int.random(in: length, using: &random))
        var damaged = bytes
        for index in block {
            switch content {
            case .zeros: damaged[index] = 0
            case .ones: damaged[index] = 0xFF
            case .noise: damaged[index] = UInt8.random(in: 0...255, using: &random)
            }
        }
        return (damaged, block)
    }
}
