import ActivityFiles
import JSONText
import Quantities

/// How fast activity files are read, and how fast their points are written again.
public struct FileBenchmark: Sendable {
    /// One file.
    public struct File: Sendable {
        /// Its path as given.
        public var path: String
        /// Its format; nil if it cannot be read.
        public var format: ActivityFormat?
        /// Its size on the disk, bytes; nil if there is no such file.
        public var size: Int64?
        /// Points in it.
        public var records = 0
        /// Points read in a second of CPU time, from opening the file on; nil without any.
        public var decodedPerSecond: Double?
        /// The same for a reader of XML that does nothing with what it reads (``BareExpat``); nil for other files and for archives.
        public var bareExpatPerSecond: Double?
        /// Points written in a second of CPU time, to nowhere, by format; without those that cannot be written.
        public var encodedPerSecond: [ExportFormat: Double] = [:]
        /// The greatest resident memory of the process while the file was read, MiB.
        public var peakMemory: Double?
        /// Why there are no figures, or what is wrong with the file.
        public var error: String?
    }

    /// The files in the order given.
    public private(set) var files: [File] = []

    /// Each figure is measured for at least this long.
    private static let shortest = Duration.milliseconds(300)

    /// Measures files.
    public init(paths: [String], progress: (String) -> Void = { _ in }) {
        for path in paths {
            progress(path)
            files.append(Self.measure(path))
        }
    }

    private static func measure(_ path: String) -> File {
        var file = File(path: path)
        ProcessUsage.forgetPeak()
        do {
            file.size = try FileByteSource(path: path).size
            let activity = try ActivityReader.read(path: path)
            file.peakMemory = ProcessUsage.peakMemory
            file.format = activity.format
            file.records = activity.points.count
            file.error = activity.faults.first.map { "\($0)" }
            if !activity.points.isEmpty {
                file.decodedPerSecond = try rate { () throws(ActivityFault) in try ActivityReader.read(path: path).points.count }
            }
            file.bareExpatPerSecond = try bareRate(path, activity)
            for format in ExportFormat.allCases { file.encodedPerSecond[format] = encodingRate(activity, format) }
        } catch { file.error = "\(error)" }
        return file
    }

    private static func bareRate(_ path: String, _ activity: ImportedActivity) throws(ActivityFault) -> Double? {
        guard activity.format != .fit, !activity.points.isEmpty, try BareExpat.read(path: path) else { return nil }
        return try rate { () throws(ActivityFault) in try BareExpat.read(path: path) ? activity.points.count : 0 }
    }

    /// Nil for what the format cannot hold.
    private static func encodingRate(_ activity: ImportedActivity, _ format: ExportFormat) -> Double? {
        let device = ActivityDevice(productName: "Harrier", product: 1, serialNumber: 1, softwareVersionHundredths: 0)
        guard let summary = ActivitySummary(of: activity, device: device), summary.totals.elapsed > .zero else { return nil }
        let pauses = activity.pauses.map { ActivityPause($0) }, writer = format.writer
        return try? rate { () throws(ActivityWriteError) in
            _ = try writer.write(summary, laps: [], pauses: pauses, points: activity.points, to: NowhereByteSink())
            return activity.points.count
        }
    }

    /// Repeats some work and divides what it did by the CPU time that it took.
    private static func rate<Failure: Error>(_ work: () throws(Failure) -> Int) throws(Failure) -> Double {
        let start = ProcessUsage.threadTime
        var done = 0, time = Duration.zero
        while time < shortest {
            done += try work()
            time = ProcessUsage.threadTime - start
        }
        return Double(done) / time.inSeconds
    }

    /// The figures as one object.
    public var json: JSONObject {
        var object = JSONObject()
        object["files"] = .array(
            files.map { file in
                var object = JSONObject()
                object["file"] = .string(file.path)
                object["format"] = file.format.map { .string($0.rawValue) } ?? .null
                object["bytes"] = file.size.map { .integer($0) } ?? .null
                object["records"] = .integer(Int64(file.records))
                object["decode_records_per_s"] = number(file.decodedPerSecond)
                object["bare_expat_records_per_s"] = number(file.bareExpatPerSecond)
                object["peak_rss_mb"] = number(file.peakMemory)
                object["error"] = file.error.map { .string($0) } ?? .null
                for format in ExportFormat.allCases {
                    object[format == .fit ? "encode_records_per_s" : "encode_\(format.rawValue)_records_per_s"] = number(
                        file.encodedPerSecond[format])
                }
                return .object(object)
            })
        return object
    }
}

/// Takes bytes and forgets them.
private final class NowhereByteSink: ActivityByteSink {
    func append(_ chunk: [UInt8]) {}
    func overwriteStart(_ header: [UInt8]) {}
}
