import ActivityFiles
import Calendar
import Glibc
import Quantities
import RunArchive
import RunCore

/// What the readers of activity files promise of any bytes: bounded results, words for each fault, points that are the parser's own, and runs
/// that can be folded as any other. The ordinary tests hold a corpus against it, and libFuzzer whatever it thinks of.
enum ReaderPromises {
    /// The promises that are broken for a file of these bytes.
    static func broken(by bytes: [UInt8]) -> [String] {
        var broken: [String] = []
        func promise(_ isKept: Bool, _ words: @autoclosure () -> String) { if !isKept { broken.append(words()) } }
        if bytes.starts(with: [0x50, 0x4B]) {
            readArchive(bytes, promise)
            return broken
        }
        _ = ActivityLinter.check(bytes)
        guard let activity = try? ActivityReader.read(bytes: bytes) else { return broken }
        check(activity, size: bytes.count, promise)
        fold(activity, promise)
        guard activity.format != .fit, let alone = try? ActivityReader.read(bytes: bytes, limits: byParserAlone),
            alone.furtherFaults == 0
        else { return broken }
        promise(alone == activity, "points taken by their likeness are those of the parser: \(difference(activity, alone))")
        return broken
    }

    private typealias Promise = (Bool, @autoclosure () -> String) -> Void

    /// For what the parser alone makes of a file.
    private static let byParserAlone: ActivityLimits = {
        var limits = ActivityLimits()
        limits.takesPointsByLikeness = false
        return limits
    }()

    /// What two readings differ in.
    private static func difference(_ one: ImportedActivity, _ other: ImportedActivity) -> String {
        var lines: [String] = []
        for (mine, others) in zip(Mirror(reflecting: one).children, Mirror(reflecting: other).children)
        where "\(mine.value)" != "\(others.value)" {
            lines.append("\(mine.label ?? "")\n    \(mine.value)\n    \(others.value)")
        }
        return lines.joined(separator: "\n")
    }

    private static func check(_ activity: ImportedActivity, size: Int, _ promise: Promise) {
        let limits = ActivityLimits()
        promise(activity.points.count <= min(limits.mostPoints, limits.points + size), "points")
        promise(activity.faults.count <= limits.faults && activity.unread.count <= limits.unreadNames, "faults and names")
        promise(activity.laps.count + activity.sessions.count + activity.pauses.count <= limits.summaries, "summaries")
        promise(activity.segmentStarts.allSatisfy { activity.points.indices.contains($0) }, "stretches begin at points")
        promise(activity.faults.allSatisfy { !$0.description.isEmpty }, "a fault has words")
        _ = ActivitySummary(
            of: activity, device: ActivityDevice(productName: "", product: 0, serialNumber: 0, softwareVersionHundredths: 0))
        _ = activity.start.map { "\($0.milliseconds)" }
        _ = (activity.deviceDistance, activity.timer, activity.elapsed, activity.isTimeKnown)
    }

    /// The runs that an import would make of it can be folded as any run of the archive, and say nothing impossible.
    private static func fold(_ activity: ImportedActivity, _ promise: Promise) {
        for part in ForeignRun.parts(of: activity, localZone: .utc) {
            guard case .run(let run) = part else { continue }
            var totals: RunTotals?, last = RunTime(milliseconds: 0)
            for record in run.records(as: RunID(high: 1, low: 2)) {
                if case .sample(let sample) = record {
                    promise(sample.time >= last, "samples in the order of time: \(last), \(sample.time)")
                    last = sample.time
                }
                if totals == nil, case .header(let header) = record { totals = RunTotals(header: header) } else { totals?.fold(record) }
            }
            promise(totals != nil, "a run has a header")
            guard let totals else { continue }
            promise(totals.timer >= .zero && totals.timer <= totals.elapsed, "a timer within the time: \(totals.timer), \(totals.elapsed)")
            promise(totals.distance >= .zero, "a distance: \(totals.distance)")
            promise(totals.laps.allSatisfy { $0.timer >= .zero && $0.elapsed >= .zero && $0.distance >= .zero }, "laps: \(totals.laps)")
        }
    }

    /// Every entry of a zip archive is read to its end or refused.
    private static func readArchive(_ bytes: [UInt8], _ promise: Promise) {
        let name = "/harrier-readers-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return promise(false, "memory for an archive") }
        shm_unlink(name)
        guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
            close(descriptor)
            return promise(false, "room for an archive")
        }
        guard let archive = try? ZipArchive(descriptor: descriptor) else { return }
        promise(archive.count <= ZipLimits().entries, "entries")
        for place in 0..<archive.count {
            guard let entry = archive.entry(place) else { continue }
            promise(!entry.name.utf8.contains { $0 < 32 }, "a name without control characters")
            let activity = try? ActivityReader.read(size: entry.packedBytes) { () throws(ActivityFault) in
                do throws(ZipFault) { return try archive.openUnpacked(entry) } catch { throw .damagedZip(offset: 0) }
            }
            if let activity { check(activity, size: Int(clamping: entry.packedBytes), promise) }
        }
    }
}
