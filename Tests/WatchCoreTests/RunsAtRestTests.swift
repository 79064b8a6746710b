import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

/// A watch beside a card that has runs and answers what it is asked, at once or when it is told to.
struct RunsWatch {
    var rig: WatchRig
    var runs: [RunSummary]
    /// Questions that were not answered yet.
    var waiting: [Effect] = []
    /// All questions.
    var asked: [RunQuestion] = []
    var removed: [RunID] = []
    var answers = true
    var presses = 0

    static let today = CivilDate(daysSinceEpoch: 20_700)
    static func noon(_ date: CivilDate) -> UTCInstant {
        CivilDateTime(date: date, time: .midnight).instant(offset: .utc).advanced(by: .seconds(12 * 3600))
    }

    init(_ runs: [RunSummary], today: CivilDate? = RunsWatch.today, hasLap: Bool = true) {
        var configuration = WatchRig.configuration
        configuration.hasLapButton = hasLap
        var settings = Settings.usual
        settings.glances = [.week, .records, .history, .computer]
        rig = WatchRig(configuration, settings: settings)
        if let today { rig.deliver(.utc(UTCOffset(from: rig.now, to: Self.noon(today)))) }
        self.runs = runs
        rig.forget()
    }

    /// Runs at noon of days before today, the oldest first.
    static func runs(_ daysAgo: [Int], type: RunType = .run) -> [RunSummary] {
        daysAgo.sorted(by: >).enumerated().map { index, ago in
            var amounts = RunAmounts(type: type, zone: .utc)
            (amounts.distance, amounts.timer) = (.kilometers(Double(index) + 5), .seconds(1_800))
            amounts.bests = RunBests()
            amounts.bests?[.kilometer] = UInt32(400_000 - 1_000 * index)
            let start = noon(today.adding(days: -ago)).advanced(by: .seconds(index))
            return RunSummary(
                id: RunID(high: 5, low: UInt64(index)), time: .utc(start: start, end: start.advanced(by: .seconds(1_800)), zone: .utc),
                amounts: amounts)
        }
    }

    mutating func press(_ role: ButtonRole) {
        presses += 1
        rig.press(role)
        settle()
    }
    mutating func hold(_ role: ButtonRole) {
        presses += 1
        rig.hold(role)
        settle()
    }
    mutating func wait(_ duration: Duration) {
        rig.wait(duration)
        settle()
    }
    mutating func deliver(_ event: Event) {
        rig.deliver(event)
        settle()
    }

    /// Takes the effects, and answers them if the card answers.
    mutating func settle() {
        for effect in rig.effects {
            switch effect {
            case .askRuns(let question):
                asked.append(question)
                waiting.append(effect)
            case .loadRun, .loadHistory: waiting.append(effect)
            case .removeRun(let id): removed.append(id)
            default: break
            }
        }
        rig.forget()
        if answers { answer() }
    }

    /// Answers everything that waits.
    mutating func answer() {
        let questions = waiting
        waiting = []
        for case let question in questions {
            switch question {
            case .askRuns(let question): rig.deliver(.runs(answer(to: question)))
            case .loadRun(let id): rig.deliver(.run(id, runs.contains { $0.id == id } ? RunLists.run : nil))
            case .loadHistory(let first):
                let newest = Array(runs.reversed())
                func row(_ index: Int) -> ListedRun? {
                    newest.indices.contains(Int(first) + index) ? ListedRun(newest[Int(first) + index]) : nil
                }
                rig.deliver(
                    .history(HistoryAnswer(count: UInt32(runs.count), first: first, rows: (row(0), row(1), row(2), row(3)))))
            default: break
            }
        }
        if !waiting.isEmpty || rig.effects.contains(where: { if case .askRuns = $0 { true } else { false } }) { settle() }
    }

    private func answer(to question: RunQuestion) -> RunAnswer {
        switch question {
        case .overview(let today):
            var fold = RunOverviewFold(today: today)
            for run in runs { fold.take(run) }
            return .overview(fold.result)
        case .month(let first):
            var month = RunMonth(of: first)
            for run in runs { month.take(run) }
            month.before = runs.compactMap(\.date).filter { $0 < first }.max()
            return .month(month)
        case .day(let date):
            var day = RunsOfDay(date)
            for run in runs { day.take(run) }
            return .day(day)
        }
    }

    /// Goes round the ring to a glance.
    mutating func go(to isThere: (Page) -> Bool) {
        for _ in 0..<8 where !isThere(rig.page) { press(.page) }
    }
    mutating func goToWeek() { go { if case .week = $0 { true } else { false } } }
    mutating func goToRecords() { go { if case .totals = $0 { true } else { false } } }
    mutating func goToRecentRuns() { go { if case .recentRuns = $0 { true } else { false } } }

    var calendar: CalendarPage? { if case .calendar(let page) = rig.page { page } else { nil } }
    var week: WeekPage? { if case .week(let page) = rig.page { page } else { nil } }
    var dayRun: DayRunPage? { if case .dayRun(let page) = rig.page { page } else { nil } }
    var records: RecordListPage? { if case .recordList(let page) = rig.page { page } else { nil } }
    var overviewsAsked: Int { asked.filter { if case .overview = $0 { true } else { false } }.count }
}

@Suite("The runs at rest")
struct RunsAtRestTests {
    @Test("From the clock PAGE walks round the four glances and comes back to the clock")
    func ring() {
        var watch = RunsWatch(RunsWatch.runs([0, 1, 40]))
        var seen: [String] = []
        for _ in 0..<5 {
            watch.press(.page)
            switch watch.rig.page {
            case .week: seen.append("week")
            case .totals: seen.append("records")
            case .recentRuns: seen.append("history")
            case .computer: seen.append("computer")
            case .clock: seen.append("clock")
            default: seen.append("other")
            }
        }
        #expect(seen == ["week", "records", "history", "computer", "clock"])
        #expect(watch.overviewsAsked == 1, "one answer serves all of them")
    }

    @Test(
        "PAGE in the calendar stops at each run day, the newest first, through the months, and begins again with today",
        arguments: [true, false])
    func calendarSteps(_ hasLap: Bool) {
        let ago = [0, 2, 3, 31, 70, 71, 400]
        var watch = RunsWatch(RunsWatch.runs(ago), hasLap: hasLap)
        watch.goToWeek()
        watch.press(.start)
        var days: [CivilDate?] = []
        for _ in 0...ago.count {
            let page = watch.calendar
            days.append(page.flatMap { CivilDate(year: Int($0.year), month: Int($0.month), day: Int($0.chosen)) })
            #expect(page?.runs == 1 && page?.runDays != nil)
            watch.press(.page)
        }
        #expect(days == (ago + [0]).map { RunsWatch.today.adding(days: -$0) })
    }

    @Test("START held skips the rest of the month; where no run was before, the calendar begins again with today")
    func monthBefore() {
        var watch = RunsWatch(RunsWatch.runs([1, 2, 3, 40]))
        watch.goToWeek()
        watch.press(.start)
        #expect(watch.calendar?.runs == 0 && watch.rig.screen.labels.start == nil, "no run today")
        watch.press(.start)
        #expect(watch.calendar != nil, "nothing to open")
        watch.hold(.start)
        #expect(watch.calendar?.chosen == UInt8(RunsWatch.today.adding(days: -40).day))
        #expect(watch.calendar?.today == nil)
        watch.hold(.start)
        #expect(watch.calendar?.today == UInt8(RunsWatch.today.day) && watch.calendar?.chosen == watch.calendar?.today)
        watch.press(.lap)
        #expect(watch.week != nil)
        watch.press(.lap)
        #expect(watch.rig.clockPage() != nil)
    }

    @Test("A day's runs are shown one by one, and START opens the one that is shown; back leads through all of them")
    func dayRuns() {
        var watch = RunsWatch(RunsWatch.runs([0, 0, 0]))
        watch.goToWeek()
        watch.press(.start)
        #expect(watch.calendar?.runs == 3)
        watch.press(.start)
        #expect(watch.dayRun?.number == 1 && watch.dayRun?.count == 3 && watch.dayRun?.run.distance == .kilometers(5))
        watch.press(.page)
        #expect(watch.dayRun?.number == 2 && watch.dayRun?.start == TimeOfDay(hour: 12, minute: 0))
        watch.press(.start)
        #expect(watch.rig.summary()?.view == .result)
        watch.press(.lap)
        #expect(watch.dayRun?.number == 2)
        watch.press(.lap)
        #expect(watch.calendar != nil)
    }

    @Test("The run of four weeks ago is open after five presses from the clock")
    func pressCount() {
        var watch = RunsWatch(RunsWatch.runs([0, 28]))
        watch.goToWeek()
        watch.press(.start)
        watch.press(.page)
        watch.press(.start)
        watch.press(.start)
        #expect(watch.rig.summary() != nil && watch.presses == 5)
    }

    @Test("START on the totals turns kilometres into kilocalories; on a record it opens the run that holds it")
    func records() {
        var watch = RunsWatch(RunsWatch.runs([9, 5, 1]))
        watch.goToRecords()
        watch.press(.start)
        #expect(watch.records?[0] == .distance(.kilometers(18)) && watch.records?.count == 3)
        watch.press(.start)
        #expect(watch.records?[0] == .energy(.zero))
        watch.press(.page)
        #expect(watch.records?[1] == .record(BrokenRecord(.kilometer, .time(.seconds(398))), isIndoor: false))
        watch.answers = false
        watch.press(.start)
        guard case .loadRun(let id)? = watch.waiting.last else { return #expect(Bool(false), "no run asked for") }
        #expect(id == watch.runs[2].id)
        watch.answer()
        #expect(watch.rig.summary() != nil)
        watch.press(.lap)
        #expect(watch.records?.selected == 1)
    }

    @Test("Without a run the totals say so, the glance of the newest runs offers one, and nothing can be opened")
    func empty() {
        var watch = RunsWatch([])
        watch.goToRecords()
        guard case .totals(let page) = watch.rig.page else { return #expect(Bool(false), "no totals") }
        #expect(page.runs == 0 && page.averagePace == nil && watch.rig.screen.labels.start == nil)
        watch.press(.page)
        #expect(watch.rig.message() == .noRuns && watch.rig.screen.labels.start == .start)
        watch.press(.start)
        #expect(watch.rig.phase == .preparing)
    }

    @Test("Before the time is known there is no week and no calendar, but totals and records")
    func undated() {
        var watch = RunsWatch(RunsWatch.runs([1]), today: nil)
        watch.goToWeek()
        #expect(watch.week == WeekPage() && watch.rig.screen.labels.start == nil)
        watch.press(.page)
        guard case .totals(let page) = watch.rig.page else { return #expect(Bool(false), "no totals") }
        #expect(page.runs == 1)
    }

    @Test("Until the card has answered, what is not known is not shown as nothing")
    func unanswered() {
        var watch = RunsWatch(RunsWatch.runs([0]))
        watch.answers = false
        watch.goToWeek()
        #expect(watch.week?.week == nil && watch.week?.streak == nil && watch.week?.today != nil)
        watch.press(.start)
        #expect(watch.calendar?.runDays == nil)
        for role in [ButtonRole.page, .start, .page] { watch.press(role) }
        #expect(watch.calendar?.chosen == UInt8(RunsWatch.today.day), "presses that no answer is there for do nothing")
        watch.answer()
        #expect(watch.calendar?.runs == 1)
    }

    @Test("A card that cannot be read says so on each page, and is asked again when a page is opened")
    func unreadable() {
        var watch = RunsWatch(RunsWatch.runs([0]))
        watch.answers = false
        watch.goToWeek()
        watch.deliver(.runs(.unreadable(.overview(today: RunsWatch.today))))
        #expect(watch.rig.message() == .storageFailed)
        let before = watch.overviewsAsked
        watch.press(.page)
        #expect(watch.overviewsAsked == before + 1)
        watch.answers = true
        watch.answer()
        guard case .totals(let page) = watch.rig.page else { return #expect(Bool(false), "no totals") }
        #expect(page.runs == 1)
    }

    @Test("An answer that comes after its page was left opens nothing", arguments: [true, false])
    func lateAnswers(_ leaves: Bool) {
        var watch = RunsWatch(RunsWatch.runs([0, 0]))
        watch.goToWeek()
        watch.press(.start)
        watch.press(.start)
        watch.answers = false
        watch.press(.start)
        let late = watch.waiting
        if leaves { watch.press(.lap) } else { watch.wait(.minutes(3)) }
        watch.waiting = late
        watch.answer()
        #expect(watch.rig.summary() == nil)
        #expect(leaves ? watch.calendar != nil : watch.rig.clockPage() != nil)
    }

    @Test("A run that was asked for in a list that was left is not opened in another one")
    func otherList() {
        var watch = RunsWatch(RunsWatch.runs([0]))
        watch.goToWeek()
        watch.press(.start)
        watch.press(.start)
        watch.answers = false
        watch.press(.start)
        let late = watch.waiting
        watch.press(.lap)
        watch.answers = true
        watch.waiting = []
        watch.press(.start)
        #expect(watch.dayRun != nil)
        watch.waiting = late
        watch.answer()
        #expect(watch.rig.summary() == nil && watch.dayRun != nil)
    }

    @Test("All runs are asked for anew after a change and at midnight, and at no other time")
    func askedAnew() {
        var watch = RunsWatch(RunsWatch.runs([0]))
        watch.goToWeek()
        #expect(watch.overviewsAsked == 1)
        for _ in 0..<20 {
            watch.wait(.seconds(50))
            watch.rig.press(.lap)
            watch.settle()
            watch.goToWeek()
        }
        #expect(watch.overviewsAsked == 1, "minutes pass, and pages are opened")
        watch.runs += RunsWatch.runs([0, 0, 0]).suffix(1)
        watch.deliver(.storage(.saved(watch.runs[1].id)))
        watch.wait(.seconds(3))
        #expect(watch.week?.week == .kilometers(12) && watch.overviewsAsked <= 3)
        let before = watch.overviewsAsked
        let change = watch.runs[0].change(origin: .watch(serial: 8))
        watch.deliver(.change(change))
        watch.wait(.seconds(3))
        #expect(watch.overviewsAsked == before + 2, "at once, and when the card has had its time")
        watch.wait(.minutes(5))
        #expect(watch.overviewsAsked == before + 2)
        // Midnight.
        watch.wait(.seconds(12 * 3600))
        watch.goToWeek()
        #expect(watch.overviewsAsked == before + 3 && watch.asked.last == .overview(today: RunsWatch.today.adding(days: 1)))
    }

    @Test("A run that is saved meanwhile appears in the list that is open")
    func savedMeanwhile() {
        var watch = RunsWatch(RunsWatch.runs([3]))
        watch.goToRecentRuns()
        watch.press(.start)
        #expect(watch.rig.history()?.count == 1)
        watch.runs = RunsWatch.runs([3, 0])
        watch.deliver(.change(watch.runs[1].change(origin: .watch(serial: 9))))
        watch.wait(.seconds(3))
        #expect(watch.rig.history()?.count == 2)
    }
}

@Suite("A run is deleted on the watch")
struct DeletionTests {
    static func opened(_ hasLap: Bool = true) -> RunsWatch {
        var watch = RunsWatch(RunsWatch.runs([2, 1, 0]), hasLap: hasLap)
        watch.goToRecentRuns()
        watch.press(.start)
        watch.press(.start)
        return watch
    }

    @Test("PAGE held on the result, and yes, and yes again: only then the run is deleted, and never by anything shorter")
    func sequences() {
        let gestures = Gesture.allCases
        var deleting: [[Gesture]] = []
        for first in gestures {
            for second in gestures {
                for third in gestures {
                    var watch = Self.opened()
                    #expect(watch.rig.summary() != nil)
                    for (index, gesture) in [first, second, third].enumerated() {
                        gesture.make(&watch.rig)
                        watch.settle()
                        if index < 2 { #expect(watch.removed.isEmpty) }
                    }
                    if !watch.removed.isEmpty { deleting.append([first, second, third]) }
                }
            }
        }
        #expect(deleting == [[.pageHold, .startShort, .startShort]])
    }

    @Test("The question names the run; no, or back, leaves everything as it was", arguments: [true, false])
    func no(_ hasLap: Bool) {
        var watch = Self.opened(hasLap)
        for _ in 0..<2 {
            watch.hold(.page)
            #expect(watch.rig.message() == .deleteRun(isAskedAgain: false, distance: RunLists.run.figures.distance))
            watch.press(.start)
            #expect(watch.rig.message() == .deleteRun(isAskedAgain: true, distance: RunLists.run.figures.distance))
            #expect(watch.rig.screen.labels == (hasLap ? ButtonLabels(start: .yes, lap: .no) : ButtonLabels(start: .yes, page: .no)))
            watch.press(hasLap ? .lap : .page)
            #expect(watch.rig.summary()?.view == .result)
        }
        #expect(watch.removed.isEmpty)
    }

    @Test("What was deleted is gone from the list when the card says so, and the chosen row with it")
    func gone() {
        var watch = Self.opened()
        let id = watch.runs[2].id
        for role in [ButtonRole.start, .start] {
            if watch.rig.summary() != nil { watch.hold(.page) }
            watch.press(role)
        }
        #expect(watch.removed == [id] && watch.rig.history()?.count == 3)
        watch.runs.removeLast()
        watch.deliver(.storage(.removed(id, isDone: true)))
        #expect(watch.rig.message() == .runDeleted)
        watch.press(.start)
        #expect(watch.rig.history()?.count == 2)
        #expect(watch.asked.filter { if case .overview = $0 { true } else { false } }.count == 1, "no page shows it")
        watch.press(.lap)
        guard case .recentRuns(let page) = watch.rig.page else { return #expect(Bool(false), "no glance") }
        #expect(page.count == 2)
    }

    @Test("A run that could not be deleted stays, and the card's trouble is told")
    func notGone() {
        var watch = Self.opened()
        watch.hold(.page)
        watch.press(.start)
        watch.press(.start)
        watch.deliver(.storage(.removed(watch.runs[2].id, isDone: false)))
        #expect(watch.rig.message() == .storageFailed)
    }

    @Test("A run that a computer deletes goes from the day and the lists without a word")
    func byComputer() {
        var watch = RunsWatch(RunsWatch.runs([0]))
        watch.deliver(.change(watch.runs[0].change(origin: .watch(serial: 7))))
        let now = watch.rig.now
        #expect(watch.rig.watch.today(at: now).distance == .kilometers(5))
        watch.deliver(.storage(.removed(watch.runs[0].id, isDone: true)))
        #expect(watch.rig.message() == nil)
        #expect(watch.rig.watch.today(at: now).distance == .zero)
    }

    @Test("The result of the run that was just saved offers no deletion")
    func justSaved() {
        var rig = Place.summary.rig()
        #expect(rig.screen.labels.pageHeld == nil)
        rig.hold(.page)
        #expect(rig.summary() != nil && rig.message() == nil)
    }
}
