import ActivityFiles
import Quantities
import RunArchive
import RunCore
import RunLog
import SystemCalls
import TestSupport
import Testing

/// Runs of the archive as files of every kind, plain and packed.
@Suite struct ExportFormatsTests {
    /// A kind of file.
    struct Kind: CustomTestStringConvertible, Sendable {
        var format: ExportFormat
        var isPacked: Bool
        var testDescription: String { format.rawValue + (isPacked ? ", packed" : "") }
        var export: RunExport { RunExport(format, isPacked: isPacked, hiding: PrivacyZones()) }
        static let all = ExportFormat.allCases.flatMap { [Kind(format: $0, isPacked: false), Kind(format: $0, isPacked: true)] }
    }

    private static let base = "2026-09-21_1613_TrailRun_0.36km"

    @Test("R-B12: of runs that would have one name each keeps its own file, and exported again replaces that one", arguments: Kind.all)
    func twins(_ kind: Kind) throws {
        let recorded = try RecordedFolder([RecordedRun(1), RecordedRun(2)]), archive = RunArchive(recorded.directory)
        let runs = try ["1", "2"].map { try archive.find($0) }, exports = recorded.directory.exports
        for run in runs { #expect(try !run.export(kind.export, to: exports).replacesEarlier) }
        let end = kind.export.fileExtension, names = ["\(Self.base).\(end)", "\(Self.base)_2.\(end)"]
        #expect(recorded.exports == names.sorted())
        let before = names.map { recorded.folder.bytes("exports/\($0)") }
        for (index, run) in runs.enumerated().reversed() {
            let again = try run.export(kind.export, to: exports)
            #expect(again.replacesEarlier && again.path == "\(exports)/\(names[index])")
        }
        // Two exports of a run are the same to the byte.
        #expect(names.map { recorded.folder.bytes("exports/\($0)") } == before && recorded.exports == names.sorted())
        #expect(before[0] != before[1])
    }

    @Test("R-B12: a file of which nobody can tell is never replaced", arguments: Kind.all)
    func occupied(_ kind: Kind) throws {
        let recorded = try RecordedFolder([RecordedRun(1)]), run = try RunArchive(recorded.directory).find(nil)
        // The file of another program, which names the run somewhere in its middle.
        let foreign = Array("<?xml version=\"1.0\"?><gpx creator=\"Another\"><link href=\"urn:uuid:\(run.id)\"/></gpx>".utf8)
        recorded.folder.write(foreign, "exports/\(Self.base).\(kind.export.fileExtension)")
        let exported = try run.export(kind.export, to: recorded.directory.exports)
        #expect(!exported.replacesEarlier && exported.path.hasSuffix("_2.\(kind.export.fileExtension)"))
        #expect(recorded.folder.bytes("exports/\(Self.base).\(kind.export.fileExtension)") == foreign)
    }

    @Test("A file that the runner names has that name, and what goes through a pipe is the same", arguments: Kind.all)
    func named(_ kind: Kind) throws {
        let recorded = try RecordedFolder([RecordedRun(1)]), run = try RunArchive(recorded.directory).find(nil)
        let path = recorded.folder.path + "/mine"
        #expect(try run.export(kind.export, toFile: path).path == path)
        #expect(try run.export(kind.export, toFile: path).replacesEarlier)
        #expect(try run.exported(kind.export) == recorded.folder.bytes("mine"))
        #expect(throws: RunArchiveError.self) { try run.export(kind.export, toFile: recorded.directory.exports) }
    }

    @Test("A log that fails to be read again makes no file of any kind", arguments: Kind.all)
    func failing(_ kind: Kind) throws {
        var long = RecordedRun(1)
        long.seconds = 3000
        let recorded = try RecordedFolder([long]), run = try RunArchive(recorded.directory).find(nil)
        recorded.change(recorded.directory.runLog(run.id)) { bytes in for i in 70_000..<70_300 { bytes[i] = 0x55 } }
        #expect(throws: RunArchiveError.self) { try run.export(kind.export, to: recorded.directory.exports) }
        #expect(recorded.exports == [])
    }

    // MARK: Privacy

    /// The places of a file, in its own order.
    private static func places(_ format: ExportFormat, _ bytes: [UInt8]) throws -> [Coordinate] {
        if format == .fit || format == .gpx || format == .tcx { return try ActivityReader.read(bytes: bytes).points.compactMap(\.position) }
        let text = String(decoding: bytes, as: UTF8.self)
        switch format {
        case .csv:
            return text.split(separator: "\r\n").dropFirst().compactMap { line in
                let fields = line.split(separator: ",", omittingEmptySubsequences: false)
                return Double(fields[5]).flatMap { latitude in Double(fields[6]).flatMap { Coordinate(latitude: latitude, longitude: $0) } }
            }
        case .ndjson:
            func number(_ line: Substring, _ name: String) -> Double? {
                line.split(separator: "\"\(name)\":").dropFirst().first.flatMap { Double($0.prefix { "-.0123456789".contains($0) }) }
            }
            return text.split(separator: "\n").compactMap { line in
                number(line, "latitude_deg").flatMap { latitude in
                    number(line, "longitude_deg").flatMap { Coordinate(latitude: latitude, longitude: $0) }
                }
            }
        case .geojson:
            return text.split(separator: "[").compactMap { part in
                let numbers = part.prefix { $0 != "]" }.split(separator: ",").compactMap { Double($0) }
                return numbers.count == 2 ? Coordinate(latitude: numbers[1], longitude: numbers[0]) : nil
            }
        default: return []
        }
    }

    @Test("No file of any kind has a place in a privacy zone, and all the others; time and distance stay", arguments: ExportFormat.allCases)
    func zones(format: ExportFormat) throws {
        let recorded = try RecordedFolder([RecordedRun(1)]), run = try RunArchive(recorded.directory).find(nil)
        // The first half minute, and ten seconds either side of the 81st.
        let zones = PrivacyZones(
            [
                try #require(PrivacyZone("\(47 + 15 * 27e-6),8,46")), try #require(PrivacyZone("\(47 + 81 * 27e-6),8,30.5")),
            ])
        let whole = try Self.places(format, run.exported(RunExport(format, hiding: PrivacyZones())))
        let bytes = try run.exported(RunExport(format, hiding: zones)), cut = try Self.places(format, bytes)
        #expect(cut == whole.filter { !zones.hides($0) })
        if format == .omh {
            // It tells no places at all.
            let uncut = try run.exported(RunExport(format, hiding: PrivacyZones()))
            return #expect(cut.isEmpty && bytes == uncut)
        }
        #expect(whole.count == 120 && cut.count == 69)
        switch format {
        case .fit, .tcx:
            let file = try ActivityReader.read(bytes: bytes)
            #expect(file.deviceDistance == .meters(360) && file.points.count == 121)
        case .gpx: #expect(try ActivityReader.read(bytes: bytes).segmentStarts.count == 2)
        case .geojson: #expect(String(decoding: bytes, as: UTF8.self).split(separator: "LineString").count == 3)
        default: #expect(String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).count == 121)
        }
    }

    @Test("FIT's session begins at the first place that is shown")
    func startOfSession() throws {
        let recorded = try RecordedFolder([RecordedRun(1)]), run = try RunArchive(recorded.directory).find(nil)
        let zones = PrivacyZones([try #require(PrivacyZone("47,8,100"))])
        var messages = FITMessageReader(try run.exported(RunExport(.fit, hiding: zones))), starts: [Double] = []
        // Message 18 is the session, its fields 3 and 4 the place of the start in 2³¹ths of a half turn.
        while messages.next() {
            if messages.number == 18, let latitude = messages.integer(3) { starts.append(Double(latitude) * 180 / 2_147_483_648) }
        }
        #expect(starts.count == 1)
        for latitude in starts { #expect(!zones.hides(try #require(Coordinate(latitude: latitude, longitude: 8)))) }
    }

    @Test("A run that lies in a zone altogether has no track to give away", arguments: [ExportFormat.gpx, .geojson])
    func allHidden(format: ExportFormat) throws {
        let recorded = try RecordedFolder([RecordedRun(1)]), run = try RunArchive(recorded.directory).find(nil)
        let zones = PrivacyZones([try #require(PrivacyZone("47,8,5000"))])
        #expect(throws: RunArchiveError.file(.withoutPlaces(format))) {
            try run.export(RunExport(format, hiding: zones), to: recorded.directory.exports)
        }
        #expect(recorded.exports == [])
    }
}
