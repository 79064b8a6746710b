import Calendar
import Quantities
import RunCore
import Testing

@testable import Training

@Suite("What a history amounts to") struct HistoryTests {
    private typealias Run = MadeUpRun

    /// Runs of all sorts: several a day, equal distances, undated, of each kind, some imported.
    private static func random(_ seed: UInt64) -> [TrainedRun] {
        var dice = Dice(seed)
        return (UInt64(1)...40).map { number in
            let kilometers = Double(Int.random(in: 0...12, using: &dice)) + (Bool.random(using: &dice) ? 0.0004 : 0)
            var run = Run.onlyFigures(
                number, day: Int.random(in: 0..<8, using: &dice) == 0 ? nil : day(Int.random(in: 0...70, using: &dice)),
                hour: Int.random(in: 6...8, using: &dice), kilometers: kilometers, minutes: Int.random(in: 1...90, using: &dice),
                type: Int.random(in: 0..<9, using: &dice) == 0 ? nil : RunType.allCases.randomElement(using: &dice))
            if Bool.random(using: &dice) { run.figures.ascent = .meters(Double(Int.random(in: 0...20, using: &dice)) * 10) }
            for kind in [BestEffortKind.kilometer, .fiveKilometers, .hour] where Bool.random(using: &dice) {
                run.efforts[kind] = BestEffort(
                    start: .start, elapsed: .seconds(Int.random(in: 200...204, using: &dice)),
                    distance: kind.distance ?? .meters(Double(Int.random(in: 10...14, using: &dice)) * 1000))
            }
            if Bool.random(using: &dice) { run.origin = .imported(ImportSource(fileName: "a.fit", format: "FIT", device: nil)) }
            return run
        }
    }

    // MARK: - Records

    @Test("The order in which runs are read changes no record", arguments: 1...20)
    func recordsOfAnyOrder(_ seed: UInt64) {
        var dice = Dice(seed &+ 77)
        let runs = Self.random(seed), book = RecordBook(runs), shuffled = runs.shuffled(using: &dice)
        #expect(RecordBook(shuffled) == book)
        for run in runs { #expect(RecordBook.steps(of: run.figures.id, in: shuffled) == RecordBook.steps(of: run.figures.id, in: runs)) }
    }

    @Test("Who holds a record is beaten by nobody of the class, and only equalled by later runs", arguments: 1...20)
    func recordsStand(_ seed: UInt64) throws {
        let runs = Self.random(seed), book = RecordBook(runs)
        for group in RecordClass.allCases {
            for record in book.all(group) {
                let holder = try #require(runs.first { $0.figures.id == record.run })
                for run in runs where run.figures.type.map(RecordClass.init) == group {
                    guard let other = PersonalRecord(record.kind, of: run) else { continue }
                    #expect(!other.beats(record))
                    if other.value == record.value, run != holder { #expect(TrainedRun.isEarlier(holder, run)) }
                }
            }
        }
        // Each record was set in the run that holds it.
        for record in book.all(.run) {
            #expect(RecordBook.steps(of: record.run, in: runs).contains { $0.record == record })
        }
    }

    @Test("A record says what it beat, and one that is only equalled stays")
    func recordSteps() throws {
        var runs = (0..<3).map { Run.onlyFigures(UInt64($0 + 1), day: day($0), kilometers: [10, 12, 12][$0]) }
        runs[2].efforts[.kilometer] = BestEffort(start: .start, elapsed: .seconds(240), distance: .kilometers(1))
        let first = RecordBook.steps(of: runs[0].figures.id, in: runs)
        #expect(first.map(\.record.kind) == [.longestDistance, .longestTime] && first.allSatisfy { $0.before == nil })
        let second = RecordBook.steps(of: runs[1].figures.id, in: runs)
        #expect(second.map(\.record.kind) == [.longestDistance])
        #expect(second.first?.before?.value == .distance(.kilometers(10)))
        #expect(RecordBook.steps(of: runs[2].figures.id, in: runs).map(\.record.kind) == [.effort(.kilometer)])
        #expect(RecordBook.steps(of: RunID(high: 9, low: 9), in: runs).isEmpty)
    }

    @Test("Walks hold no pace records, and treadmills none of the road")
    func recordClasses() {
        var runs: [TrainedRun] = []
        for (number, type) in [RunType.run, .walk, .indoorRun, .trailRun].enumerated() {
            var run = Run.onlyFigures(UInt64(number), day: day(number), kilometers: Double(10 + number), type: type)
            run.efforts[.kilometer] = BestEffort(start: .start, elapsed: .seconds(250 - number), distance: .kilometers(1))
            runs.append(run)
        }
        var unknown = Run.onlyFigures(9, day: day(9), kilometers: 99, type: nil)
        unknown.efforts[.kilometer] = runs[3].efforts[.kilometer]
        let book = RecordBook(runs + [unknown])
        #expect(book[.effort(.kilometer), .run]?.run == runs[3].figures.id)
        #expect(book[.longestDistance, .run]?.value == .distance(.kilometers(13)))
        #expect(book[.effort(.kilometer), .indoorRun]?.run == runs[2].figures.id)
        #expect(book[.effort(.kilometer), .walk] == nil)
        #expect(book[.longestDistance, .walk]?.run == runs[1].figures.id)
    }

    // MARK: - Rank

    @Test("The order in which runs are read changes no rank, and ranks are those of a sorted list", arguments: 1...20)
    func rankOfAnyOrder(_ seed: UInt64) throws {
        var dice = Dice(seed &+ 99)
        let runs = Self.random(seed), shuffled = runs.shuffled(using: &dice)
        let sorted = runs.map { Int($0.figures.distance.meters) }.sorted(by: >)
        for run in runs {
            let rank = try #require(RunRank(of: run.figures.id, among: runs))
            #expect(RunRank(of: run.figures.id, among: shuffled) == rank)
            #expect(rank.all.count == runs.count)
            let index = try #require(sorted.firstIndex(of: Int(run.figures.distance.meters)))
            #expect(rank.all.place == index + 1)
            #expect((rank.day == nil) == (run.figures.day == nil))
            if let inDay = rank.day, let week = rank.week, let month = rank.month {
                #expect(inDay.place <= week.place && week.place <= rank.all.place && month.place <= rank.all.place)
                #expect(inDay.count <= week.count && month.count <= rank.all.count)
            }
        }
    }

    @Test("Runs of the same whole metres share a rank, and the next place is left out")
    func ties() throws {
        let runs = [5.0, 5.0009, 6, 4].enumerated().map { Run.onlyFigures(UInt64($0.offset), day: day(0), kilometers: $0.element) }
        #expect(runs.map { RunRank(of: $0.figures.id, among: runs)?.all.place } == [2, 2, 1, 4])
        #expect(RunRank(of: RunID(high: 1, low: 1), among: runs) == nil)
    }

    @Test("The week of a rank is the ISO week, also over the end of a year")
    func isoWeek() throws {
        // 2026-01-01 is a Thursday of week 1, which began on 2025-12-29.
        let runs = [-4, -3, 0, 3, 4].enumerated().map { Run.onlyFigures(UInt64($0.offset), day: day($0.element), kilometers: 5) }
        #expect(RunRank(of: runs[2].figures.id, among: runs)?.week == RunPlace(place: 1, count: 3))
        #expect(RunRank(of: runs[2].figures.id, among: runs)?.month == RunPlace(place: 1, count: 3))
    }

    // MARK: - Totals

    @Test("Weeks, months and years add up to all runs with a date", arguments: 1...10)
    func periods(_ seed: UInt64) {
        let runs = Self.random(seed), dated = RunTally(runs.filter { $0.figures.day != nil })
        for period in TallyPeriod.allCases {
            let tallies = PeriodTally.all(of: runs, by: period)
            #expect(tallies.reduce(0) { $0 + $1.tally.runs } == dated.runs)
            #expect(tallies.reduce(0) { $0 + $1.tally.importedRuns } == dated.importedRuns)
            #expect(abs(tallies.reduce(0) { $0 + $1.tally.distance.meters } - dated.distance.meters) < 0.001)
            #expect(tallies.map(\.start) == tallies.map(\.start).sorted())
        }
    }

    /// Metres, seconds, and the seconds a kilometre that they are: the reference values of Running Life's rule.
    static let paces: [(Double, Int, Double)] = [(5000, 1500, 300), (42_195, 10_800, 255.955), (40, 6, 150)]

    @Test("The mean pace is all seconds by all metres", arguments: paces)
    func pace(_ meters: Double, _ seconds: Int, _ expected: Double) throws {
        var run = Run.onlyFigures(1, day: nil)
        run.figures.distance = .meters(meters)
        run.figures.timer = .seconds(seconds)
        let pace = try #require(RunTally([run]).averagePace)
        #expect(abs(pace.secondsPerKilometer - expected) < 0.001)
        #expect(RunTally().averagePace == nil && RunTally().energy == nil && RunTally().ascent == nil)
    }

    @Test("A week begins on Monday, or on the day that is asked for")
    func weeks() {
        let sunday = [Run.onlyFigures(1, day: day(3))]
        #expect(PeriodTally.all(of: sunday, by: .week).map(\.start) == [day(-3)])
        #expect(PeriodTally.all(of: sunday, by: .week, weekBegins: .sunday).map(\.start) == [day(3)])
        #expect(PeriodTally.all(of: sunday, by: .month).map(\.start) == [day(0)])
        #expect(PeriodTally.all(of: sunday, by: .year).map(\.start) == [day(0)])
    }

    // MARK: - Days

    /// Days of runs, today, the streak now and the longest.
    static let streaks: [([Int], Int, Int, Int)] = [
        ([], 0, 0, 0), ([1, 2, 3], 3, 3, 3), ([1, 2, 3], 4, 3, 3), ([1, 2, 3], 5, 0, 3), ([1, 2, 4, 4, 5], 5, 2, 2), ([7], 3, 0, 0),
        ([3, 4, 5], 4, 2, 2),
    ]

    @Test("A streak lasts over a day on which there was no run yet", arguments: streaks)
    func streak(_ days: [Int], _ today: Int, _ current: Int, _ longest: Int) {
        let runs = days.enumerated().map { Run.onlyFigures(UInt64($0.offset), day: day($0.element)) }
        let streak = RunStreak(runs, today: day(today))
        #expect(streak.current == current && streak.longest == longest)
    }

    /// A month and its rows with Monday and with Sunday first.
    static let months: [(Int, Int, Int, Int)] = [
        (2026, 2, 5, 4), (2026, 3, 6, 5), (2027, 2, 4, 5), (2028, 2, 5, 5), (2026, 8, 6, 6), (1, 1, 5, 5),
    ]

    @Test("A month has all its days, each under its weekday", arguments: months)
    func month(_ year: Int, _ month: Int, _ rows: Int, _ rowsFromSunday: Int) throws {
        let first = try #require(CivilDate(year: year, month: month, day: 1))
        for (weekBegins, rows) in [(Weekday.monday, rows), (.sunday, rowsFromSunday)] {
            let grid = MonthGrid(containing: first.adding(days: 9), weekBegins: weekBegins)
            #expect(grid.weeks.count == rows)
            #expect(grid.days.map(\.day) == Array(1...CivilDate.daysInMonth(month, ofYear: year)))
            for week in grid.weeks {
                #expect(week.count == 7)
                for (column, day) in week.enumerated() {
                    guard let day else { continue }
                    #expect((day.weekday.daysAfterMonday - weekBegins.daysAfterMonday + 7) % 7 == column)
                }
            }
        }
    }

    @Test("The last month there is ends in the last day there is")
    func lastMonth() { #expect(MonthGrid(containing: .latest).days.last == .latest) }

    // MARK: - Two runs

    @Test("Two runs are compared split by split, as far as the longer one goes")
    func comparison() {
        func totals(_ speed: Double, _ seconds: Int) -> RunTotals {
            var run = MadeUpRun(), totals = RunTotals(header: MadeUpRun.header(1))
            run.run(seconds, speed: speed)
            for record in run.records { totals.fold(record) }
            return totals
        }
        let compared = RunComparison(totals(4, 600).kilometers, totals(3.2, 1000).kilometers)
        #expect(compared.splits.count == 3)
        #expect(compared.splits[0].first == .seconds(250) && compared.splits[0].second == .milliseconds(312_500))
        #expect(compared.splits[1].behind == .seconds(125))
        #expect(compared.splits[2].first == nil && compared.splits[2].behind == nil)
    }
}
