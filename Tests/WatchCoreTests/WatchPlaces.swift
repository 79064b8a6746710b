import HealthCore
import Quantities
import RunCore
import ScreenModels
import SimulatedPeripherals
import Testing

@testable import WatchCore

/// Where a watch can be when a button is pressed.
enum Place: CaseIterable, Sendable {
    case setUp, clock, ready, countdown, running, autoPaused, paused, locked, stopped, discarding, summary, history, noRuns, oldRun, menu
    case settings, editor, runPages, goals, goalCard, trophies

    /// A watch brought there.
    func rig(hasLap: Bool = true) -> WatchRig {
        var configuration = WatchRig.configuration
        configuration.hasLapButton = hasLap
        var settings = Settings.usual
        settings.isSetUp = self != .setUp
        var rig = WatchRig(configuration, settings: settings)
        switch self {
        case .setUp, .clock: break
        case .ready: rig.press(.start)
        case .countdown:
            rig.press(.start)
            rig.press(.start)
        case .running, .autoPaused, .paused, .locked, .stopped, .discarding, .summary: bringIntoRun(&rig)
        case .history, .noRuns, .oldRun: bringIntoHistory(&rig)
        case .menu, .settings, .editor, .runPages: bringIntoMenu(&rig)
        case .goals, .goalCard, .trophies:
            rig.press(.page)
            if self != .goals { rig.press(.start) }
            if self == .trophies { for _ in 0..<6 { rig.press(.page) } }
        }
        rig.forget()
        return rig
    }

    private func bringIntoRun(_ rig: inout WatchRig) {
        rig.beginRun()
        rig.wait(.seconds(3))
        switch self {
        case .autoPaused: rig.standStill()
        case .paused: rig.press(.start)
        case .locked:
            rig.hold(rig.watch.configuration.hasLapButton ? .lap : .page)
            rig.wait(.seconds(3))
        case .stopped: rig.hold(.start)
        case .discarding:
            rig.hold(.start)
            rig.hold(.page)
        case .summary:
            rig.hold(.start)
            rig.press(.page)
            rig.keepRun()
            rig.wait(.seconds(3))
        default: break
        }
    }

    private func bringIntoHistory(_ rig: inout WatchRig) {
        rig.openHistory()
        rig.deliver(.history(self == .noRuns ? HistoryAnswer(count: 0, first: 0, rows: (nil, nil, nil, nil)) : .eight(from: 0)))
        guard self == .oldRun else { return }
        rig.press(.page)
        rig.press(.start)
        rig.deliver(.run(HistoryAnswer.id(1), StoredRun(figures: RunFigures(), kind: .run, date: nil, start: nil)))
    }

    private func bringIntoMenu(_ rig: inout WatchRig) {
        rig.hold(.page, for: .milliseconds(700))
        guard self != .menu else { return }
        if self == .editor { rig.press(.page) }
        rig.press(.start)
        if self == .editor { rig.press(.start) }
        guard self == .runPages else { return }
        for _ in 0..<5 { rig.press(.page) }
        rig.press(.start)
    }
}

extension WatchRig {
    /// Lets the watch pause by itself: fixes of a runner who stands.
    mutating func standStill() {
        var runner = SimulatedRunner(
            script: .straight(
                .init(.run(.metersPerSecond(3)), for: .seconds(12)), .init(.stand, for: .seconds(60)), from: now + .seconds(1)),
            seed: 3)
        while phase != .autoPaused, !runner.isFinished { give(runner.next()) }
        wait(.seconds(6))
    }
}

extension HistoryAnswer {
    /// The name of a run of ``eight(from:)``.
    static func id(_ index: UInt32) -> RunID { RunID(high: 8, low: UInt64(index)) }

    static func eight(from first: UInt32) -> HistoryAnswer {
        func row(_ index: UInt32) -> ListedRun? {
            guard index < 8 else { return nil }
            return ListedRun(
                id: id(index), row: HistoryRow(date: nil, kind: .run, distance: .kilometers(Double(index)), timer: .seconds(60)))
        }
        return HistoryAnswer(count: 8, first: first, rows: (row(first), row(first + 1), row(first + 2), row(first + 3)))
    }
}

/// What can be done to a button on each board.
enum Gesture: CaseIterable, Sendable {
    case startShort, startHold, lapShort, lapHold, pageShort, pageDouble, pageLong, pageHold

    func make(_ rig: inout WatchRig) {
        switch self {
        case .startShort: rig.press(.start)
        case .startHold: rig.hold(.start)
        case .lapShort: rig.press(.lap)
        case .lapHold: rig.hold(.lap)
        case .pageShort: rig.press(.page)
        case .pageDouble: rig.double(.page)
        case .pageLong: rig.hold(.page, for: .milliseconds(700))
        case .pageHold: rig.hold(.page, for: .milliseconds(2_050))
        }
    }
}

/// What can be seen of a watch after a gesture.
enum Seen: Equatable, Sendable {
    case setUp(UInt8), clock, ready, countdown, run(RunPage.Motion, RunPage.View, laps: Int), stopped, discardQuestion, summary(
        SummaryPage.View)
    case caffeine, drinks(UInt8), drink, forecast
    case goals, goal(UInt8), trophies, week, totals, history(UInt32), menu(MenuTitle, UInt8), editor(SettingValue), message(Message),
        banner,
        other

    init(_ rig: WatchRig) {
        self =
            switch rig.page {
            case .setUp(let page): page.step.map { .setUp($0) } ?? .editor(page.value)
            case .clock: .clock
            case .ready: .ready
            case .countdown: .countdown
            case .run(let page): .run(page.motion, page.view, laps: rig.laps)
            case .lapBanner: .banner
            case .stopped(let page): page.asksToDiscard ? .discardQuestion : .stopped
            case .summary(let page): .summary(page.view)
            case .history(let page): .history(page.selected)
            case .menu(let page): .menu(page.title, page.selected)
            case .message(let message): .message(message)
            case .goals: .goals
            case .caffeine: .caffeine
            case .drinkList(let page): .drinks(page.selected)
            case .drink: .drink
            case .caffeineCurve: .forecast
            case .goalCard(let page): .goal(page.number)
            case .trophyShelf: .trophies
            case .week: .week
            case .totals: .totals
            case .calendar, .dayRun, .recordList, .recentRuns, .computer, .dark: .other
            }
    }
}
