import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing
import Training

@testable import WatchCore

/// What glances say of all runs, against sums and searches made the long way.
@Suite("What all runs add up to")
struct RunOverviewTests {
    static let first = CivilDate(daysSinceEpoch: 20_500)

    private static func fold(_ runs: [RunSummary], today: CivilDate?) -> RunOverview {
        var fold = RunOverviewFold(today: today)
        for run in runs { fold.take(run) }
        return fold.result
    }

    @Test("Sums, week, month and streak of a history are those that are counted the long way", arguments: 0..<20 as Range<UInt64>)
    func sums(_ seed: UInt64) {
        let runs = RunsRig.history(seed: seed, count: 120, from: Self.first)
        let last = runs.compactMap(\.date).max() ?? Self.first
        for ago in [0, 1, 2, 6, 30] {
            let today = last.adding(days: -ago), overview = Self.fold(runs, today: today)
            #expect(overview.runs == 120)
            #expect(abs(overview.distance.meters - runs.reduce(0) { $0 + $1.distance.meters }) < 0.01)
            #expect(overview.timer == runs.reduce(.zero) { $0 + $1.timer })
            let monday = today.adding(days: -today.weekday.daysAfterMonday)
            for day in 0..<7 {
                let meters = runs.filter { $0.date == monday.adding(days: day) }.reduce(0) { $0 + $1.distance.meters }
                #expect(abs(overview.distance(onDay: day).meters - meters) < 0.01)
            }
            let inMonth = runs.filter { $0.date.map { $0.year == today.year && $0.month == today.month } ?? false }
            #expect(abs(overview.month.meters - inMonth.reduce(0) { $0 + $1.distance.meters }) < 0.01)
            let days = Set(runs.compactMap(\.date))
            var streak = 0, day = days.contains(today) ? today : today.adding(days: -1)
            while days.contains(day) { (streak, day) = (streak + 1, day.adding(days: -1)) }
            #expect(overview.streak == streak)
            #expect(overview.newest.map(\.id) == runs.suffix(4).reversed().map(\.id))
        }
    }

    @Test("The mean pace is all seconds over all metres")
    func pace() throws {
        var short = RunAmounts(type: .run, zone: .utc), long = short
        (short.distance, short.timer) = (.kilometers(1), .seconds(240))
        (long.distance, long.timer) = (.kilometers(9), .seconds(2_760))
        let time = HealthTime.utc(start: UTCInstant(milliseconds: 0), end: UTCInstant(milliseconds: 1), zone: .utc)
        let runs = [short, long].enumerated().map {
            RunSummary(id: RunID(high: 0, low: UInt64($0.offset)), time: time, amounts: $0.element)
        }
        let pace = try #require(Self.fold(runs, today: nil).averagePace)
        #expect(abs(pace.secondsPerKilometer - 300) < 0.001)
        #expect(Self.fold([], today: nil).averagePace == nil)
    }

    @Test("Each record is the best of its class, and the run that had it first holds it", arguments: 0..<20 as Range<UInt64>)
    func records(_ seed: UInt64) {
        let runs = RunsRig.history(seed: seed, count: 60, from: Self.first), held = Self.fold(runs, today: nil).records
        var expected: [RunOverview.Held] = []
        for group in [RecordClass.run, .indoorRun] {
            for kind in RecordKind.all where RecordKind.toldByWatch.contains(kind) {
                let figures = runs.compactMap { run in
                    RecordClass(run.type) == group ? run.amounts.figure(kind).map { (id: run.id, figure: $0) } : nil
                }
                let isTime = if case .effort(let effort) = kind { effort != .hour } else { false }
                guard let best = isTime ? figures.map(\.figure).min() : figures.map(\.figure).max(),
                    let holder = figures.first(where: { $0.figure == best }), let record = BrokenRecord(kind, figure: best)
                else { continue }
                expected.append(RunOverview.Held(run: holder.id, record: record, isIndoor: group == .indoorRun))
            }
        }
        #expect(held == expected)
        #expect(!held.isEmpty)
    }

    @Test(
        "A month has the days, the distances and the counts of its runs, and steps back from one run day to the one before",
        arguments: 0..<10 as Range<UInt64>)
    func month(_ seed: UInt64) {
        let runs = RunsRig.history(seed: seed, count: 200, from: Self.first)
        for date in [Self.first, Self.first.adding(days: 31), Self.first.adding(days: 400)] {
            var month = RunMonth(of: date)
            for run in runs { month.take(run) }
            for day in 1...month.length {
                let those = runs.filter { $0.date == month.first.adding(days: day - 1) }
                #expect(Int(month.runs(onDay: day)) == those.count)
                #expect((month.days >> UInt32(day - 1) & 1 == 1) == !those.isEmpty)
                #expect(abs(month.distance(onDay: day).meters - those.reduce(0) { $0 + $1.distance.meters }) < 0.01)
                #expect(month.runDay(before: day) == (1..<day).last { month.runs(onDay: $0) > 0 })
                var listed = RunsOfDay(month.first.adding(days: day - 1))
                for run in runs { listed.take(run) }
                #expect(listed.runs.map(\.id) == those.map(\.id))
            }
            #expect(month.runs(onDay: 0) == 0 && month.runs(onDay: 32) == 0 && month.distance(onDay: 40) == .zero)
        }
    }

    @Test("Distances beyond all bounds trap nothing")
    func bounds() {
        var amounts = RunAmounts(type: .run, zone: .utc)
        amounts.distance = .meters(.greatestFiniteMagnitude)
        amounts.timer = .seconds(Int64.max / 4_000_000_000)
        let time = HealthTime.utc(start: UTCInstant(milliseconds: 0), end: UTCInstant(milliseconds: 1), zone: .utc)
        let run = RunSummary(id: RunID(high: 0, low: 1), time: time, amounts: amounts), day = CivilDate(daysSinceEpoch: 0)
        let overview = Self.fold(Array(repeating: run, count: 300), today: day)
        var month = RunMonth(of: day)
        for _ in 0..<300 { month.take(run) }
        #expect(overview.runs == 300 && month.runs(onDay: 1) == 255)
        #expect(overview.distance(onDay: 3) > .zero)
    }
}
