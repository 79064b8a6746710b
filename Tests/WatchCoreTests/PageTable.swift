import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

/// What a page answers to a press: what follows, and the page itself afterwards; nil where it stays as it was.
struct PageAnswer: Equatable, Sendable {
    var action = PageAction.stay
    var page: CurrentPage?
}

/// A page as a value, in a moment, with its answer to every press that it does not ignore.
struct PageCase: Sendable, CustomTestStringConvertible {
    var name: String
    var page: CurrentPage
    var phase = Place.clock
    /// On every board.
    var answers: [Press: PageAnswer]
    /// On a board with LAP, and on one without.
    var withLap: [Press: PageAnswer] = [:], withoutLap: [Press: PageAnswer] = [:]
    var testDescription: String { name }

    func answer(to press: Press, hasLap: Bool) -> PageAnswer {
        (hasLap ? withLap : withoutLap)[press] ?? answers[press]
            ?? (press == PageTable.startHeld && isPictured ? .does(.keepPicture) : PageAnswer())
    }

    /// True where START held keeps a picture: not of a run, nor where that hold goes back or through numbers or months.
    private var isPictured: Bool {
        switch page {
        case .gettingReady, .countdown, .run, .stopped, .setUp, .editor, .calendar: false
        default: true
        }
    }

    func context(hasLap: Bool) -> PageContext {
        let rig = phase.rig(hasLap: hasLap)
        return PageContext(at: rig.now, session: rig.watch.session, hasLapButton: hasLap)
    }
}

extension PageContext {
    /// A watch as it is new.
    init(at now: MonotonicInstant = MonotonicInstant(seconds: 0), session: RunSession = RunSession(), hasLapButton: Bool = true) {
        self.init(
            now: now, local: nil, settings: Settings(), profile: Profile(), book: HealthBook(boot: BootID(high: 1, low: 2)), zone: .utc,
            today: nil, withoutTimeFor: nil, session: session,
            parts: PartStates(absent: []), sky: SkyView(used: nil, visible: nil), track: TrackSketch(), hasLapButton: hasLapButton,
            canPowerOff: true, languages: 2, languageTag: "en")
    }
}

extension PageAnswer {
    static func does(_ action: PageAction) -> PageAnswer { PageAnswer(action: action) }
    static func becomes(_ page: CurrentPage) -> PageAnswer { PageAnswer(page: page) }
    static func opens(_ page: CurrentPage) -> PageAnswer { PageAnswer(action: .open(page)) }
}

/// Every page with the presses that mean something to it. LAP, and PAGE twice where there is no LAP, are "back".
enum PageTable {
    static let start = Press(.start, .short), startHeld = Press(.start, .second)
    static let page = Press(.page, .short), pageAgain = Press(.page, .again), pageFast = Press(.page, .fast), pageLong = Press(.page, .long)
    static let lap = Press(.lap, .short), twice = Press(.page, .double), startLong = Press(.start, .long)
    static let lapAgain = Press(.lap, .again), lapFast = Press(.lap, .fast)

    static func question(_ step: Int, tried steps: Int = 0) -> CurrentPage {
        var page = SetUp(step: step, Settings(), Profile())
        for _ in 0..<steps { _ = page.press(PageTable.page, in: PageContext()) }
        return .setUp(page)
    }

    static func list(at row: Int, with answer: HistoryAnswer? = .eight(from: 0)) -> HistoryBrowser {
        var list = HistoryBrowser()
        if let answer { list.receiveAnswer(answer) }
        for _ in 0..<row { _ = list.press(PageTable.page, in: PageContext()) }
        return list
    }

    static func views(_ number: Int, isLocked: Bool = false) -> CurrentPage {
        var views = RunViews()
        for _ in 0..<number { _ = views.press(PageTable.page, in: PageContext()) }
        if isLocked { _ = views.press(Press(.lap, .second), in: PageContext()) }
        return .run(views)
    }

    static func summary(_ view: Int, from list: HistoryBrowser? = nil) -> CurrentPage {
        var page = SummaryBrowser(StoredRun(figures: RunFigures(), kind: .walk, date: nil, start: nil), from: list.map { .history($0) })
        for _ in 0..<view { _ = page.press(PageTable.page, in: PageContext()) }
        return .summary(page)
    }

    static func menu(_ title: MenuTitle, _ row: UInt8) -> CurrentPage { .menu(Menu(title, selected: row)) }

    static func editor(_ kilograms: Double, isTurned: Bool = false) -> CurrentPage {
        var editor = Editor(value: .weight(.kilograms(kilograms)), from: Menu(.profile))
        if isTurned { _ = editor.press(startLong, in: PageContext(hasLapButton: false)) }
        return .editor(editor)
    }

    /// A list goes down by a press, and by each repeat of a hold, however long it lasts.
    static func stepping(_ answer: PageAnswer, _ others: [Press: PageAnswer]) -> [Press: PageAnswer] {
        [page: answer, pageAgain: answer, pageFast: answer].merging(others) { $1 }
    }

    /// A number that stands at the third question, seen after some presses.
    static func weight(_ presses: Press..., hasLap: Bool = true) -> CurrentPage {
        var page = SetUp(step: 2, Settings(), Profile())
        for press in presses { _ = page.press(press, in: PageContext(hasLapButton: hasLap)) }
        return .setUp(page)
    }
    /// The pages of a run in the settings, after presses of PAGE, each followed by START but for the last.
    static func runPages(_ steps: [Int]) -> CurrentPage {
        var page = RunPageSettings()
        for (index, presses) in steps.enumerated() {
            if index > 0 { _ = page.press(PageTable.start, in: PageContext()) }
            for _ in 0..<presses { _ = page.press(PageTable.page, in: PageContext()) }
        }
        return .runPages(page)
    }

    static let atRest: [PageCase] = [
        PageCase(
            name: "first question", page: question(0),
            answers: stepping(.becomes(question(0, tried: 1)), [start: PageAnswer(action: .set(.language(0)), page: question(1))])),
        PageCase(
            name: "second question, answered anew", page: question(1, tried: 1),
            answers: stepping(
                .becomes(question(1, tried: 2)),
                [
                    start: PageAnswer(action: .set(.units(.imperial)), page: question(2)),
                    lap: PageAnswer(action: .set(.units(.imperial)), page: question(0)),
                    twice: PageAnswer(action: .set(.units(.imperial)), page: question(0)),
                ])),
        PageCase(
            name: "third question, a number answered anew", page: question(2, tried: 1),
            answers: [
                page: .becomes(weight(page, page)), pageAgain: .becomes(weight(page, page)), pageFast: .becomes(weight(page, pageFast)),
                start: PageAnswer(action: .set(.weight(.kilograms(66))), page: question(3)),
            ],
            withLap: [
                lap: .becomes(question(2)), lapAgain: .becomes(question(2)), lapFast: .becomes(question(2)),
                startHeld: PageAnswer(action: .set(.weight(.kilograms(66))), page: question(1)),
            ],
            withoutLap: [
                twice: .becomes(weight(page, page, page)), startLong: .becomes(weight(page, startLong, hasLap: false)),
            ]),
        PageCase(
            name: "last question", page: question(4),
            answers: stepping(.becomes(question(4, tried: 1)), [start: .does(.finishSetUp(.birthYear(nil)))]),
            withLap: [
                lap: .becomes(question(4, tried: 1)), lapAgain: .becomes(question(4, tried: 1)), lapFast: .becomes(question(4, tried: 1)),
                startHeld: .becomes(question(3)),
            ],
            withoutLap: [twice: .becomes(question(4, tried: 2)), startLong: .becomes(turned(question(4)))]),
        PageCase(
            name: "clock", page: .atRest,
            answers: [
                start: .does(.prepareRun), page: .opens(.goals(GoalsGlance())), pageLong: .opens(menu(.main, 0)),
                lap: .opens(.history(HistoryBrowser())),
                twice: .opens(.history(HistoryBrowser())),
            ]),
        PageCase(
            name: "history", page: .history(list(at: 2)),
            answers: stepping(
                .becomes(.history(list(at: 3))),
                [start: .does(.loadRun(HistoryAnswer.id(2))), lap: .opens(.atRest), twice: .opens(.atRest)])),
        PageCase(
            name: "history, last row in hand", page: .history(list(at: 3)),
            answers: stepping(
                PageAnswer(action: .loadHistory(first: 4), page: .history(list(at: 4))),
                [start: .does(.loadRun(HistoryAnswer.id(3))), lap: .opens(.atRest), twice: .opens(.atRest)])),
        PageCase(
            name: "history, not yet here", page: .history(HistoryBrowser()), answers: [lap: .opens(.atRest), twice: .opens(.atRest)]),
        PageCase(
            name: "history from the menu, not yet here", page: .history(HistoryBrowser(from: Menu(.main, selected: 2))),
            answers: [lap: .opens(menu(.main, 2)), twice: .opens(menu(.main, 2))]),
        PageCase(
            name: "history without runs", page: .history(list(at: 0, with: HistoryAnswer(count: 0, first: 0, rows: (nil, nil, nil, nil)))),
            answers: [start: .does(.prepareRun), page: .opens(.atRest), lap: .opens(.atRest), twice: .opens(.atRest)]),
        PageCase(
            name: "a run of the history", page: summary(3, from: list(at: 1)),
            answers: [
                page: .becomes(summary(0, from: list(at: 1))), start: .opens(.history(list(at: 1))), lap: .opens(.history(list(at: 1))),
                twice: .opens(.history(list(at: 1))),
            ]),
        PageCase(
            name: "menu", page: menu(.main, 0),
            answers: stepping(
                .becomes(menu(.main, 1)), [start: .opens(menu(.settings, 0)), lap: .opens(.atRest), twice: .opens(.atRest)])),
        PageCase(
            name: "menu, profile", page: menu(.main, 1),
            answers: stepping(
                .becomes(menu(.main, 2)), [start: .opens(menu(.profile, 0)), lap: .opens(.atRest), twice: .opens(.atRest)])),
        PageCase(
            name: "menu, runs", page: menu(.main, 2),
            answers: stepping(
                .becomes(menu(.main, 3)),
                [
                    start: .opens(.history(HistoryBrowser(from: Menu(.main, selected: 2)))), lap: .opens(.atRest), twice: .opens(.atRest),
                ])),
        PageCase(
            name: "menu, about", page: menu(.main, 3),
            answers: stepping(
                .becomes(menu(.main, 4)),
                [
                    start: .does(
                        .showMessage(
                            .about(SoftwareVersion.current.major, SoftwareVersion.current.minor, SoftwareVersion.current.patch),
                            for: .seconds(6))), lap: .opens(.atRest), twice: .opens(.atRest),
                ])),
        PageCase(
            name: "menu, turn off", page: menu(.main, 4),
            answers: [
                start: .does(.showMessage(.holdToTurnOff, for: .seconds(4))), startHeld: .does(.powerOff), lap: .opens(.atRest),
                twice: .opens(.atRest),
            ],
            withLap: stepping(.becomes(menu(.main, 0)), [:]), withoutLap: stepping(.becomes(menu(.main, 5)), [:])),
        PageCase(
            name: "settings, a choice", page: menu(.settings, 3),
            answers: stepping(
                .becomes(menu(.settings, 4)),
                [start: .does(.set(.autoLock(true))), lap: .opens(menu(.main, 0)), twice: .opens(menu(.main, 0))])),
        PageCase(
            name: "settings, a part of them", page: menu(.settings, 4),
            answers: stepping(
                .becomes(menu(.settings, 5)),
                [start: .opens(menu(.alerts, 0)), lap: .opens(menu(.main, 0)), twice: .opens(menu(.main, 0))])),
        PageCase(
            name: "a part of the settings, its last row", page: menu(.glances, 5),
            answers: stepping(
                .becomes(menu(.glances, 0)),
                [
                    start: .does(.set(.glance(.computer, false))), lap: .opens(menu(.settings, 8)), twice: .opens(menu(.settings, 8)),
                ])),
        PageCase(
            name: "a part of the profile", page: menu(.zones, 0),
            answers: stepping(
                .becomes(menu(.zones, 0)),
                [start: .does(.set(.ownZones(true))), lap: .opens(menu(.profile, 7)), twice: .opens(menu(.profile, 7))])),
        PageCase(
            name: "profile, a number", page: menu(.profile, 0),
            answers: stepping(
                .becomes(menu(.profile, 1)), [start: .opens(editor(65)), lap: .opens(menu(.main, 1)), twice: .opens(menu(.main, 1))])),
        PageCase(
            name: "editor", page: editor(72),
            answers: [
                start: .does(.set(.weight(.kilograms(72)), thenOpen: menu(.profile, 0))), page: .becomes(editor(73)),
                pageAgain: .becomes(editor(73)), pageFast: .becomes(editor(75)),
            ],
            withLap: [
                lap: .becomes(editor(71)), lapAgain: .becomes(editor(71)), lapFast: .becomes(editor(70)),
                startHeld: .opens(menu(.profile, 0)),
            ],
            withoutLap: [twice: .becomes(editor(74)), startLong: .becomes(editor(72, isTurned: true))]),
        PageCase(
            name: "settings, run pages", page: menu(.settings, 5),
            answers: [
                start: .opens(runPages([0])), page: .becomes(menu(.settings, 6)), pageAgain: .becomes(menu(.settings, 6)),
                pageFast: .becomes(menu(.settings, 6)),
                lap: .opens(menu(.main, 0)), twice: .opens(menu(.main, 0)),
            ]),
        PageCase(
            name: "run pages, the second", page: runPages([1]),
            answers: [
                start: .becomes(runPages([1, 0])), page: .becomes(runPages([2])), pageAgain: .becomes(runPages([2])),
                pageFast: .becomes(runPages([2])),
                lap: .opens(menu(.settings, 5)), twice: .opens(menu(.settings, 5)),
            ]),
        PageCase(
            name: "run pages, auto scroll", page: runPages([4]),
            answers: [
                start: .does(.set(.autoScroll(true))), page: .becomes(runPages([0])), pageAgain: .becomes(runPages([0])),
                pageFast: .becomes(runPages([0])),
                lap: .opens(menu(.settings, 5)), twice: .opens(menu(.settings, 5)),
            ]),
        PageCase(
            name: "how many values the second page has", page: runPages([1, 0]),
            answers: [
                start: .does(.set(.runPage(1, RunFields(.heartRate, .zone, .averageHeartRate, .distance)))),
                page: .becomes(runPages([1, 1])), pageAgain: .becomes(runPages([1, 1])), pageFast: .becomes(runPages([1, 1])),
                lap: .becomes(runPages([1])),
                twice: .becomes(runPages([1])),
            ]),
        PageCase(
            name: "a value of the second page", page: runPages([1, 3]),
            answers: [
                // The list opens at the value that is set: the mean heart rate is the eleventh.
                start: .becomes(runPages([1, 3, 0])), page: .becomes(runPages([1, 0])), pageAgain: .becomes(runPages([1, 0])),
                pageFast: .becomes(runPages([1, 0])),
                lap: .becomes(runPages([1])), twice: .becomes(runPages([1])),
            ]),
        PageCase(
            name: "another value for it", page: runPages([1, 3, 2]),
            answers: [
                start: PageAnswer(action: .set(.runPage(1, RunFields(.heartRate, .zone, .zone))), page: runPages([1, 3])),
                page: .becomes(runPages([1, 3, 3])), pageAgain: .becomes(runPages([1, 3, 3])), pageFast: .becomes(runPages([1, 3, 3])),
                lap: .becomes(runPages([1, 3])),
                twice: .becomes(runPages([1, 3])),
            ]),
        PageCase(
            name: "editor, turned", page: editor(72, isTurned: true),
            answers: [
                start: .does(.set(.weight(.kilograms(72)), thenOpen: menu(.profile, 0))), page: .becomes(editor(71, isTurned: true)),
                pageAgain: .becomes(editor(71, isTurned: true)), pageFast: .becomes(editor(70, isTurned: true)),
            ],
            withLap: [
                lap: .becomes(editor(71, isTurned: true)), lapAgain: .becomes(editor(71, isTurned: true)),
                lapFast: .becomes(editor(70, isTurned: true)), startHeld: .opens(menu(.profile, 0)),
            ],
            withoutLap: [twice: .becomes(editor(70, isTurned: true)), startLong: .becomes(editor(72))]),
    ]

    /// A question whose direction was turned round.
    static func turned(_ page: CurrentPage) -> CurrentPage {
        var page = page
        _ = page.press(startLong, in: PageContext(hasLapButton: false))
        return page
    }

    static let ofRuns: [PageCase] = [
        PageCase(
            name: "getting ready", page: .gettingReady(GettingReady()), phase: .ready,
            answers: [
                start: .does(.command(.start)), page: .does(.set(.runType(.trailRun))), lap: .does(.command(.leave)),
                twice: .does(.command(.leave)),
            ]),
        PageCase(
            name: "countdown", page: .countdown(Countdown()), phase: .countdown,
            answers: [start: .does(.command(.start)), lap: .does(.command(.leave)), twice: .does(.command(.leave))]),
        PageCase(
            name: "running", page: views(0), phase: .running,
            answers: [
                start: .does(.command(.pause)), startHeld: .does(.command(.stop)), page: .becomes(views(1)), lap: .does(.command(.lap)),
                twice: .does(.command(.lap)),
            ]),
        PageCase(
            name: "paused, last view", page: views(4), phase: .paused,
            answers: [
                start: .does(.command(.resume)), startHeld: .does(.command(.stop)), page: .becomes(views(0)), lap: .does(.command(.lap)),
                twice: .does(.command(.lap)),
            ]),
        PageCase(
            name: "stopped", page: .stopped(StopMenu()), phase: .stopped,
            answers: [
                start: .does(.command(.resume)), page: .does(.command(.save)), Press(.page, .second): .becomes(.stopped(discarding)),
            ]),
        PageCase(
            name: "stopped, discard?", page: .stopped(discarding), phase: .stopped,
            answers: [
                start: .does(.command(.discard)), page: .becomes(.stopped(StopMenu())), lap: .becomes(.stopped(StopMenu())),
                twice: .becomes(.stopped(StopMenu())),
            ]),
        PageCase(
            name: "summary of the run", page: summary(0), phase: .summary,
            answers: [
                page: .becomes(summary(1)), start: .does(.command(.leave)), lap: .does(.command(.leave)), twice: .does(.command(.leave)),
            ]),
    ]

    static let all = atRest + ofRuns + runsAtRest + ofGoals

    static let discarding: StopMenu = {
        var menu = StopMenu()
        _ = menu.press(Press(.page, .second), in: PageContext())
        return menu
    }()

    /// Every press that a board can make. PAGE twice is one press only where there is no LAP.
    static func presses(hasLap: Bool) -> [Press] {
        var presses: [Press] = []
        for role in ButtonRole.allCases where hasLap || role != .lap {
            for length in Press.Length.allCases where length != .stuck {
                if length == .double, hasLap || role != .page { continue }
                presses.append(Press(role, length))
            }
        }
        return presses
    }
}
