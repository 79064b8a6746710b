import Calendar
import HealthCore
import HealthStore
import JSONText
import Quantities
import RunArchive
import RunCore
import RunLog
import TestSupport
import Testing
import Training

@testable import harrier

@Suite("What the commands say of a history") struct HistoryReportTests {
    /// 2026-09-01 is a Tuesday.
    private static func september(_ day: Int) -> CivilDate { CivilDate(daysSinceEpoch: 20_697 + day - 1) }

    private static func run(_ number: UInt64, _ day: CivilDate?, meters: Double, seconds: Int, type: RunType = .run) -> TrainedRun {
        let start = day.flatMap { date in
            CivilTime(hour: 23, minute: 30, second: 0).map {
                CivilDateTime(date: date, time: $0).instant(offset: ZoneOffset(seconds: 7200))
            }
        }
        var figures = RunFigures(
            RunTotals(
                header: RunHeader(
                    id: RunID(high: number << 32, low: 0), type: type, boot: BootID(high: 0, low: 1),
                    start: MonotonicInstant(nanoseconds: 0),
                    utcAtStart: start, zone: ZoneOffset(seconds: 7200), body: .unset, zones: .unknown, energyRule: .distance,
                    deviceSerial: 1,
                    software: .current)))
        figures.distance = .meters(meters)
        figures.timer = .seconds(seconds)
        figures.energy = .kilocalories(meters / 1000 * 65 * 1.036)
        return TrainedRun(origin: .recorded, figures: figures, efforts: BestEfforts())
    }

    private static let runs: [TrainedRun] = {
        var runs = [
            run(1, september(1), meters: 5000, seconds: 1500), run(2, september(2), meters: 10_000, seconds: 3300),
            run(3, september(2), meters: 2000, seconds: 700, type: .walk), run(4, september(30), meters: 5000, seconds: 1450),
            run(5, nil, meters: 1000, seconds: 400),
        ]
        runs[1].efforts[.fiveKilometers] = BestEffort(
            start: RunTime(milliseconds: 60_000), elapsed: .seconds(1500), distance: .kilometers(5))
        runs[3].efforts[.fiveKilometers] = BestEffort(start: .start, elapsed: .seconds(1450), distance: .kilometers(5))
        runs[3].origin = .imported(ImportSource(fileName: "morning.gpx", format: "GPX", device: nil))
        return runs
    }()

    private func text(_ json: JSONObject) -> String { JSONValue.object(json).text(.compact) }

    @Test("A month stands under its weekdays, with runs on their local days and bars")
    func calendar() {
        let report = CalendarReport(
            Self.runs, month: Self.september(15), today: Self.september(3), weekBegins: .monday, in: .km)
        let lines = report.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0] == "                     September 2026")
        #expect(lines[1] == "    Mon     Tue     Wed     Thu     Fri     Sat     Sun")
        #expect(lines[2] == "              1*      2*     >3       4       5       6")
        #expect(lines[3] == "           5.00   12.00")
        #expect(lines[4] == "      7       8       9      10      11      12      13")
        #expect(lines[7] == "     28      29      30*")
        // The longest day is five rows high, the others 5/12 of that.
        #expect(lines[10] == "  12.00   █")
        #expect(lines[12].hasPrefix("        ▁ █ ") && lines[12].hasSuffix(" ▁") && lines[14].hasPrefix("     km █ █ "))
        #expect(lines[15] == "        1       5         10        15        20        25        30")
        #expect(lines[17] == "4 runs, 22.00 km, 1:55:50, 5:15 /km, 1481 kcal, 1 imported")
        #expect(lines[18] == "Days in a row with a run: 2 now, 2 at most.")
        #expect(text(report.json).contains("\"date\":\"2026-09-02\",\"runs\":2,\"imported_runs\":0,\"distance_m\":12000"))
        #expect(text(report.json).hasPrefix("{\"month\":\"2026-09\",\"week_starts\":\"monday\""))
    }

    @Test("A month from Sunday on, in miles, and one without runs")
    func otherCalendars() {
        let miles = CalendarReport(Self.runs, month: Self.september(15), today: Self.september(3), weekBegins: .sunday, in: .mi).text
        #expect(miles.contains("    Sun     Mon     Tue     Wed"))
        #expect(miles.contains("   3.10    7.45"))
        let empty = CalendarReport([], month: Self.september(15), today: Self.september(3), weekBegins: .monday, in: .km)
        #expect(!empty.text.contains("*") && !empty.text.contains("in a row") && text(empty.json).contains("\"days\":[]"))
    }

    @Test("Totals name their periods, add up, and say what has no date")
    func totals() {
        let weeks = TotalsReport(Self.runs, by: .week, weekBegins: .monday, in: .km).text.split(separator: "\n").map(String.init)
        #expect(weeks[0] == "week      runs     km     time      pace  kcal  m up")
        #expect(weeks[1] == "2026-W36     3  17.00  1:31:40  5:23 /km  1144    --")
        #expect(weeks[2] == "2026-W40     1   5.00    24:10  4:50 /km   336    --")
        #expect(weeks[3] == "all          5  23.00  2:02:30  5:19 /km  1548    --")
        #expect(weeks[4] == "1 run of these imported from files of other devices.")
        #expect(weeks[5] == "1 run without a date: only in the last row.")
        let fromSunday = TotalsReport(Self.runs, by: .week, weekBegins: .sunday, in: .km).text
        #expect(fromSunday.contains("2026-08-30") && fromSunday.contains("2026-09-27"))
        #expect(TotalsReport(Self.runs, by: .year, weekBegins: .monday, in: .mi).text.contains("2026     4  13.67"))
        #expect(text(TotalsReport(Self.runs, by: .month, weekBegins: .monday, in: .km).json).contains("\"undated_runs\":1"))
    }

    @Test("A time of years is told whole")
    func longTime() { #expect(HistoryText.time(.seconds(5_000_000)) == "1388:53:20") }

    @Test("Records say who holds them and whether they were imported; walks stand apart")
    func records() {
        let report = RecordsReport(Self.runs, today: Self.september(30), in: .km)
        #expect(report.text.contains("5 km             24:10  4:50 /km  2026-09-30  00000004  imported"))
        #expect(report.text.contains("longest way   10.00 km            2026-09-02  00000002"))
        #expect(report.text.contains("\n\nWalks\n"))
        #expect(report.text.contains("5 km             24:10    24:10    24:10  5 km in 24:10 (00000004)"))
        #expect(report.text.contains("VO2max  --  needs three runs"))
        #expect(text(report.json).contains("{\"class\":\"run\",\"kind\":\"5km\",\"time_s\":1450.0,\"effort_start_s\":0.0"))
        #expect(text(report.json).contains("\"vo2max_ml_per_kg_min\":null"))
    }

    @Test("A run's rank and the records that it set")
    func rank() throws {
        let standing = try #require(RunStanding(Self.runs[3].figures.id, in: Self.runs))
        #expect(standing.rankText == "2 of 5 by distance, 2 of 4 of its month, 1 of 1 of its week, 1 of 1 of its day")
        #expect(standing.recordTexts(in: .km) == ["record! 5 km 24:10, before 25:00"])
        #expect(standing.text(in: .km).contains("week 2026-W40       1   1"))
        #expect(text(standing.json).contains("\"records_set\":[{\"kind\":\"5km\",\"time_s\":1450.0,\"before_time_s\":1500.0}]"))
        let undated = try #require(RunStanding(Self.runs[4].figures.id, in: Self.runs))
        #expect(undated.rankText == "5 of 5 by distance")
        #expect(text(undated.json).contains("\"week\":null"))
    }

    @Test("A ride that was recorded as a run is named and sets no records")
    func tooFast() throws {
        var ride = Self.run(6, Self.september(8), meters: 90_000, seconds: 9000)
        ride.isTooFast = true
        let report = RecordsReport(Self.runs + [ride], today: Self.september(30), in: .km)
        #expect(report.text.contains("longest way   10.00 km") && report.text.contains("without records: 00000006"))
        #expect(text(report.json).contains("\"too_fast_run_ids\":[\"00000006-"))
        let standing = try #require(RunStanding(ride.figures.id, in: Self.runs + [ride]))
        #expect(standing.recordTexts(in: .km) == ["no records: faster than any runner, so a ride or a jump of the position"])
    }

    @Test("Days have their runs, and their steps where the store tells them")
    func days() throws {
        let steps = [Self.september(2): UInt32(15_000), Self.september(4): 900]
        let report = DaysReport(Self.runs, from: Self.september(1), through: Self.september(5), steps: steps, in: .km)
        let lines = report.text.split(separator: "\n").map(String.init)
        #expect(lines[1] == "2026-09-04                                          900")
        #expect(lines[2] == "2026-09-02     2  12.00  1:06:40  5:33 /km   808  15000")
        #expect(lines[3] == "2026-09-01     1   5.00    25:00  5:00 /km   336     --")
        #expect(text(report.json).contains("\"steps\":null"))
        let folder = TemporaryFolder(), directory = DataDirectory(path: folder.path)
        #expect(DaysCommand.steps(from: Self.september(1), through: Self.september(5), in: .utc, directory).isEmpty)
        let store = try HealthStore(path: directory.healthStore)
        try store.put([DayTotals(date: Self.september(4), steps: 900).change(version: 1, origin: .migration)])
        #expect(
            DaysCommand.steps(from: Self.september(1), through: Self.september(5), in: .utc, directory) == [Self.september(4): 900])
    }

    // MARK: - Two runs

    /// A folder with two runs of 2.4 and 3 km, at 4 and 5 m/s.
    private func folder(_ folder: TemporaryFolder) throws -> RunArchive {
        let directory = DataDirectory(path: folder.path)
        try directory.prepare()
        for (number, speed) in [(UInt64(1), UInt32(4)), (2, 5)] {
            let id = RunID(high: number << 32, low: 0), file = try RunLogFile(creating: id, at: directory.runLog(id))
            try file.commit(
                .header(
                    RunHeader(
                        id: id, type: .run, boot: BootID(high: 1, low: number), start: MonotonicInstant(seconds: 5),
                        utcAtStart: UTCInstant(milliseconds: 1_790_000_000_000 + Int64(number) * 86_400_000), zone: .utc, body: .unset,
                        zones: .unknown, energyRule: .distance, deviceSerial: 1, software: .current)))
            for second in UInt32(1)...600 {
                var sample = RunSample(time: RunTime(milliseconds: second * 1000))
                sample.distanceMillimeters = second * speed * 1000
                sample.flags = [.hasFix]
                try file.commit(.sample(sample))
            }
            try file.finish()
        }
        return RunArchive(directory)
    }

    @Test("Two runs stand beside each other, with how far the second is behind after each split")
    func comparison() throws {
        let kept = TemporaryFolder(), archive = try folder(kept),
            report = ComparisonReport(try archive.find("2"), try archive.find("1"), in: .km)
        let lines = report.text.split(separator: "\n").map(String.init)
        #expect(lines.contains("km                   2.40              3.00  +0.60"))
        #expect(lines.contains("pace             4:10 /km          3:20 /km  -0:50"))
        #expect(lines.contains("timer               10:00             10:00   0:00"))
        #expect(lines.contains("1    4:10    3:20   -0:50"))
        #expect(lines.contains("2    4:10    3:20   -1:40"))
        #expect(lines.last == "3            3:20")
        #expect(text(report.json).contains("\"second_behind_s\":-100.0"))
    }

    @Test("What is read from a folder is told of the run: its rank and its records")
    func shown() throws {
        let kept = TemporaryFolder(), archive = try folder(kept), runs = try archive.history()
        var report = RunReport(try archive.find("1"))
        #expect(!report.text.contains("record!") && !text(report.json).contains("rank"))
        report.standing = RunStanding(try archive.find("1").id, in: runs)
        #expect(report.text.contains("  rank            1 of 2 by distance, 1 of 2 of its month, 1 of 2 of its week, 1 of 1 of its day\n"))
        #expect(report.text.contains("\n  record! 1 km 3:20, before 4:10\n"))
        #expect(text(report.json).contains("{\"kind\":\"1km\",\"time_s\":200.0,\"before_time_s\":250.0}"))
    }
}
