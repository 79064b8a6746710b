import HealthCore
import HealthStore
import JSONText
import Quantities
import RunArchive
import RunCore
import RunLog
import Screens
import TestSupport
import Testing

@testable import harrier

@Suite("What is said of a run") struct RunReportTests {
    private static let id = RunID(randomHigh: 0x0123_4567_89AB_CDEF, randomLow: 7)

    /// A walk of a minute in a folder; with its header or without.
    private func archive(_ folder: TemporaryFolder, isHeaderLost: Bool = false) throws -> RunArchive {
        let directory = DataDirectory(path: folder.path)
        try directory.prepare()
        let file = try RunLogFile(creating: Self.id, at: directory.runLog(Self.id))
        if !isHeaderLost {
            try file.commit(
                .header(
                    RunHeader(
                        id: Self.id, type: .walk, boot: BootID(high: 1, low: 2), start: MonotonicInstant(seconds: 5),
                        utcAtStart: UTCInstant(milliseconds: 1_790_000_000_000), zone: ZoneOffset(seconds: 3600), body: .unset,
                        zones: .unknown, energyRule: .distance, deviceSerial: 1, software: .current)))
        }
        for second in UInt32(1)...60 {
            var sample = RunSample(time: RunTime(milliseconds: second * 1000))
            sample.distanceMillimeters = second * 1500
            sample.speedMillimeters = 1500
            sample.flags = [.hasFix]
            try file.commit(.sample(sample))
        }
        try file.finish()
        return RunArchive(directory)
    }

    private func text(_ json: JSONObject) -> String { JSONValue.object(json).text(.pretty) }

    @Test("A run is said in words")
    func words() throws {
        let folder = TemporaryFolder(), report = RunReport(try archive(folder).find(nil))
        #expect(report.text.hasPrefix("2026-09-21 15:13  walk  0.09 km in 1:00, 11:06 /km"))
        #expect(report.text.contains("energy"))
        #expect(text(report.json).contains("\"laps\""))
    }

    /// Metres and milliseconds whose decimals would be rounded up.
    static let figures: [(Double, Int64)] = [(1286.9, 429_900), (999.99, 333_999), (5005, 1_673_500), (42_194.9, 10_799_999), (0, 1)]

    @Test("U-B6: the commands tell the figures that the watch shows", arguments: figures)
    func sameFigures(_ meters: Double, _ milliseconds: Int64) {
        let distance = Distance.meters(meters), time = Duration.milliseconds(milliseconds), pace = Pace(distance, in: time)
        #expect(RunReport.amount(distance) == NumberText.distance(distance, in: .metric).description)
        #expect(RunReport.time(time) == NumberText.time(time).description)
        let shown = NumberText.pace(pace, in: .metric).description
        let told = String(RunReport.pace(pace).split(separator: " ").first ?? "")
        #expect(told.filter { $0.isNumber } == shown.filter { $0.isNumber })
        #expect(RunReport.beats(.beatsPerMinute(151.5)) == NumberText.heartRate(.beatsPerMinute(151.5)).description)
    }

    @Test("R-B7: what a lost header knew is not said, and that it is lost is")
    func lostHeader() throws {
        let folder = TemporaryFolder(), archive = try archive(folder, isHeaderLost: true), run = try archive.find(nil)
        let report = RunReport(run)
        #expect(report.text.hasPrefix("time unset  kind unknown  0.09 km"))
        #expect(!report.text.contains("energy"))
        let json = text(report.json)
        #expect(
            json.contains("\"type\": null") && json.contains("\"energy_kcal\": null") && json.contains("The first part of the log is lost"))
        let listing = try archive.list()
        #expect(RunReport.text(listing).contains("damaged"))
        #expect(text(RunReport.json(listing.rows[0])).contains("The first part of the log is lost"))
        #expect(RunPlot.columns == 72)
        #expect(try RunPlot(run).text.contains("pace"))
    }

    @Test("U-C14: a plot keeps to the terminal's width, and is as long as the run has seconds for", arguments: [20, 40, 60, 80, 200])
    func plotWidth(width: Int) throws {
        let folder = TemporaryFolder(), run = try archive(folder).find(nil)
        let lines = try RunPlot(run, width: width).text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width })
        #expect(lines.isEmpty == (width < 40))
        // Each stretch has seconds of its own: no comb.
        #expect(lines.allSatisfy { !$0.dropFirst(13).prefix(8).contains(" ") })
    }

    @Test("U-B7: distances and paces are said in the unit that is asked for, JSON always in metres")
    func units() throws {
        let folder = TemporaryFolder(), archive = try archive(folder), run = try archive.find(nil)
        let miles = RunReport(run, in: .mi)
        #expect(miles.text.hasPrefix("2026-09-21 15:13  walk  0.05 mi in 1:00, 17:52 /mi"))
        #expect(!miles.text.contains("km"))
        #expect(text(miles.json) == text(RunReport(run).json))
        let table = RunReport.text(try archive.list(), in: .mi)
        #expect(table.contains("  mi  ") && table.contains("17:52 /mi"))
        #expect(try RunPlot(run, in: .mi).text.contains("/mi"))
    }

    @Test(
        "U-B7: the unit is that of the watch; kilometres where nothing can be read, and reading leaves nothing behind",
        arguments: [true, false])
    func unitOfProfile(usesMiles: Bool) throws {
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        #expect(DistanceUnit.set(in: directory) == .km)
        try directory.prepare()
        do {
            var settings = Settings()
            settings.usesMiles = usesMiles
            let book = HealthBook(boot: BootID(high: 0, low: 0))
            try HealthStore(path: directory.healthStore).put(book.changes(to: settings, Profile(), origin: .migration))
        }
        let names = folder.names
        #expect(DistanceUnit.set(in: directory) == (usesMiles ? .mi : .km))
        #expect(folder.names == names)
    }

    @Test("R-B12: an export in place of an earlier one says so")
    func replaced() throws {
        let folder = TemporaryFolder(), archive = try archive(folder), run = try archive.find(nil)
        let first = try run.exportFIT(to: archive.directory.exports), second = try run.exportFIT(to: archive.directory.exports)
        #expect(RunReport.text(first) == first.path)
        #expect(RunReport.text(second).contains("in place of the earlier export"))
        #expect(text(RunReport.json(first)).contains("\"replaced\": false"))
        #expect(text(RunReport.json(second)).contains("\"replaced\": true"))
    }

    @Test("N17: the list is of figures; its numbers are those that `show` takes")
    func list() throws {
        let folder = TemporaryFolder(), archive = try archive(folder), json = text(RunReport.json(try archive.list().rows[0]))
        #expect(json.contains("\"number\": 1") && !json.contains("\"laps\""))
    }
}
