import ActivityFiles
import Glibc
import Testing

/// The folder of recordings that is kept beside the repository: `$HARRIER_TEST_DATA`, else `../shared/data`.
private enum TestData {
    static let folder: String = {
        if let folder = getenv("HARRIER_TEST_DATA") { return String(cString: folder) }
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(package)/../shared/data"
    }()
    static func has(_ path: String) -> Bool { access("\(folder)/\(path)", R_OK) == 0 }

    /// The rows of an index as columns by name. Quoted columns may hold commas.
    static func rows(_ path: String) -> [[String: String]] {
        guard let file = fopen("\(folder)/\(path)", "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map { columns(String($0)) }
        guard let header = lines.first else { return [] }
        return lines.dropFirst().map { Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first }) }
    }
    private static func columns(_ line: String) -> [String] {
        var columns = [""]
        var isQuoted = false
        for character in line {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                columns.append("")
            } else {
                columns[columns.count - 1].append(character)
            }
        }
        return columns
    }
}

@Suite("Recordings of others", .enabled(if: TestData.has("README.md"), "no recordings: set HARRIER_TEST_DATA to their folder"))
struct RecordedFilesTests {
    /// A file that breaks readers, and the most records that any of three peers found in it.
    struct Malformed: CustomTestStringConvertible, Sendable {
        var path: String
        var records: Int
        var testDescription: String { path }

        static var all: [Malformed] {
            TestData.rows("malformed/index.csv").compactMap { row in
                guard let kind = row["kind"], let file = row["file"], TestData.has("malformed/\(kind)/\(file)") else { return nil }
                let verdicts = row.filter { $0.key.hasPrefix("peer") }.values
                return Malformed(path: "malformed/\(kind)/\(file)", records: verdicts.flatMap(counts).max() ?? 0)
            }
        }
        /// The numbers after `records=`, `trkpt=` and `points=`.
        private static func counts(_ verdict: String) -> [Int] {
            verdict.split(separator: " ").compactMap { word in
                let parts = word.split(separator: "=")
                return parts.count == 2 && ["records", "trkpt", "points"].contains(parts[0]) ? Int(parts[1]) : nil
            }
        }
    }

    @Test("H2, H13: a file that breaks readers gives at least what the best of three peers reads", arguments: Malformed.all)
    func malformed(_ file: Malformed) throws {
        do {
            let read = try ActivityReader.read(path: "\(TestData.folder)/\(file.path)")
            // Peers take what damage made for what was recorded; of such a file some records are not believed here.
            let isDoubtful = read.faults.contains { if case .unproved = $0 { true } else { false } }
            #expect(read.points.count >= (isDoubtful ? file.records * 5 / 6 : file.records))
            for fault in read.faults { #expect(!fault.description.isEmpty) }
        } catch {
            #expect(file.records == 0, "\(error)")
            #expect(error.description.contains(":"))
        }
    }

    @Test("The corpus is not empty")
    func corpus() { #expect(Malformed.all.count > 80) }

    @Test("An external entity is never resolved")
    func externalEntity() {
        #expect(throws: ActivityFault.documentTypeRefused(line: 1)) {
            try ActivityReader.read(path: "\(TestData.folder)/malformed/gpx/mut_xxe.gpx")
        }
    }

    /// A recording with what its device said of it.
    struct Recording: CustomTestStringConvertible, Sendable {
        var path: String
        var points: Int
        var positions: Int
        var meters: Double?
        var testDescription: String { path }

        static var all: [Recording] {
            TestData.rows("gps/runs/index.csv").compactMap { row in
                guard let file = row["file"], TestData.has("gps/\(file)"), let points = row["points"].flatMap({ Int($0) }),
                    let positions = row["gps_points"].flatMap({ Int($0) })
                else { return nil }
                // GPX has no place for the device's distance; there the index has it from elsewhere.
                let meters = file.contains(".gpx") ? nil : row["device_distance_m"].flatMap { Double($0) }
                return Recording(path: "gps/\(file)", points: points, positions: positions, meters: meters)
            }
        }
    }

    @Test("A recording gives all its points, its positions and the device's own distance", arguments: Recording.all)
    func recording(_ file: Recording) throws {
        let read = try ActivityReader.read(path: "\(TestData.folder)/\(file.path)")
        #expect(read.faults.isEmpty)
        #expect(read.points.count == file.points)
        #expect(read.points.filter { $0.position != nil }.count == file.positions)
        if let meters = file.meters { #expect(abs((read.deviceDistance?.meters ?? 0) - meters) < 0.1) }
        #expect(read.points.allSatisfy { ($0.cadence?.stepsPerMinute ?? 0) < 300 })
    }

    @Test("H1, H5: a recording of another device, written again, is a sound file with the same points", arguments: Recording.all)
    func writtenAgain(_ file: Recording) throws {
        let read = try ActivityReader.read(path: "\(TestData.folder)/\(file.path)")
        let summary = try #require(ActivitySummary(of: read, device: SampleRun().summary.device))
        let sink = MemoryByteSink()
        let written = try FITActivityWriter.write(
            summary, laps: [], pauses: read.pauses.map { ActivityPause($0) }, points: read.points, to: sink)
        #expect(ActivityLinter.check(sink.bytes) == [])
        let again = try ActivityReader.read(bytes: sink.bytes)
        #expect(again.points.count == written.records)
        #expect(abs((again.deviceDistance?.meters ?? 0) - summary.totals.distance.meters) <= 0.005)
        #expect(written.records + written.skippedPoints >= read.points.count)
    }
}
