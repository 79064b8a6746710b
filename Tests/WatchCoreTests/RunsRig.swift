import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import Training

@testable import WatchCore

/// Made-up histories, and a watch beside a card that answers when it is told to.
enum RunsRig {
    /// A history by a seed: days with several runs and weeks without, four kinds of runs, runs that never learned when they were. The
    /// oldest first.
    static func history(seed: UInt64, count: Int, from first: CivilDate) -> [RunSummary] {
        var dice = Dice(seed), runs: [RunSummary] = [], start = CivilDateTime(date: first, time: .midnight).instant(offset: .utc)
        for number in 0..<count {
            let type = [RunType.run, .run, .run, .trailRun, .indoorRun, .walk][dice.roll(6)]
            let zone = ZoneOffset(seconds: Int32(dice.roll(27) - 12) * 3600)
            var amounts = RunAmounts(type: type, zone: zone)
            let meters = [900, 3_000, 5_000, 8_436, 21_100, 42_195][dice.roll(6)] + dice.roll(500)
            amounts.distance = .meters(Double(meters))
            amounts.timer = .seconds(meters * (280 + dice.roll(120)) / 1000)
            amounts.elapsed = amounts.timer
            amounts.energy = .kilocalories(Double(meters) / 15)
            amounts.ascent = dice.roll(3) == 0 ? nil : .meters(Double(dice.roll(900)))
            if dice.roll(10) > 0 {
                var bests = RunBests()
                for kind in BestEffortKind.allCases where kind.distance.map({ $0 <= amounts.distance }) ?? (meters > 12_000) {
                    let length = kind.distance?.meters ?? 0
                    bests[kind] = kind == .hour ? UInt32(9_000_000 + dice.roll(4_000_000)) : UInt32(length * Double(220 + dice.roll(60)))
                }
                amounts.bests = bests
            }
            let id = RunID(high: seed, low: UInt64(number) + 1)
            if dice.roll(20) == 0 {
                let boot = BootID(high: 9, low: UInt64(number))
                runs.append(
                    RunSummary(
                        id: id, time: .boot(boot, start: MonotonicInstant(seconds: 1), end: MonotonicInstant(seconds: 2)), amounts: amounts)
                )
            } else {
                runs.append(
                    RunSummary(id: id, time: .utc(start: start, end: start.advanced(by: amounts.elapsed), zone: zone), amounts: amounts))
                start = start.advanced(by: .seconds([3_000, 8_000, 40_000, 90_000, 90_000, 700_000][dice.roll(6)]))
            }
        }
        return runs
    }

    /// Any answer of a card, wanted or not.
    static func anyAnswer(_ number: Int) -> Event {
        let day = CivilDate(daysSinceEpoch: 20_700)
        switch number {
        case 0: return .run(HistoryAnswer.id(0), nil)
        case 1: return .run(HistoryAnswer.id(1), RunLists.run)
        case 2: return .runs(.unreadable(.overview(today: day)))
        case 3: return .runs(.unreadable(.month(day.startOfMonth)))
        case 4: return .runs(RunAnswer(withoutRunsFor: .month(day)))
        case 5: return .runs(RunAnswer(withoutRunsFor: .day(day)))
        case 6: return .runs(RunAnswer(withoutRunsFor: .overview(today: nil)))
        default: return .runs(.overview(overview(seed: 1, today: day)))
        }
    }

    static func overview(seed: UInt64, count: Int = 40, today: CivilDate) -> RunOverview {
        var fold = RunOverviewFold(today: today)
        for run in history(seed: seed, count: count, from: today.adding(days: -60)) { fold.take(run) }
        return fold.result
    }

    struct Dice {
        private var state: UInt64
        init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
        mutating func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % sides
        }
    }
}
