import Calendar
import Glibc
import HealthCore
import HealthStore
import Quantities
import RunCore
import RunLog
import Testing
import WatchCore

@testable import CardStorage
@testable import WatchRuntime

/// What the pages at rest ask, answered by a store on a card, against the same folds over a list in memory.
@Suite("Questions about the runs on the card")
struct RunQuestionTests {
    /// Runs by a seed: two a day at times, weeks without, each in a zone of its own, some that never learned when they were. The oldest first.
    private static func runs(_ count: Int, seed: UInt64) -> [RunSummary] {
        var state = seed, start = UTCInstant(milliseconds: 1_700_000_000_000), runs: [RunSummary] = []
        func roll(_ sides: Int64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 33) % sides
        }
        for number in 0..<count {
            let zone = ZoneOffset(seconds: Int32(roll(27) - 12) * 3600)
            var amounts = RunAmounts(type: roll(5) == 0 ? .indoorRun : .run, zone: zone)
            let seconds = 600 + roll(9_000)
            (amounts.timer, amounts.elapsed) = (.seconds(seconds), .seconds(seconds))
            amounts.distance = .meters(Double(seconds) * (2.5 + Double(roll(100)) / 100))
            amounts.energy = .kilocalories(Double(roll(900)))
            var bests = RunBests()
            bests[.kilometer] = UInt32(240_000 + roll(90_000))
            amounts.bests = bests
            let id = RunID(randomHigh: seed, randomLow: UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
            let isDated = roll(25) > 0
            let time: HealthTime =
                isDated
                ? .utc(start: start, end: start.advanced(by: amounts.elapsed), zone: zone)
                : .boot(BootID(high: 3, low: UInt64(number)), start: MonotonicInstant(seconds: 1), end: MonotonicInstant(seconds: 2))
            runs.append(RunSummary(id: id, time: time, amounts: amounts))
            start = start.advanced(by: .seconds([4_000, 30_000, 90_000, 180_000, 900_000][Int(roll(5))]))
        }
        return runs
    }

    private static func history(_ runs: [RunSummary]) throws -> (FlashTestCard, StoredHistory) {
        let card = try FlashTestCard(), writer = card.immediate()
        for run in runs { writer.save(run.change(origin: .watch(serial: FlashTestCard.serial))) }
        writer.commitChanges()
        return (card, StoredHistory(card.directory, boot: FlashTestCard.boot))
    }

    private static func answer(_ history: StoredHistory, _ question: RunQuestion) -> RunAnswer? {
        guard case .runs(let answer) = history.answer(.question(question)).event else { return nil }
        return answer
    }

    @Test("The store answers what a fold over all runs says", arguments: 1...4 as ClosedRange<UInt64>)
    func folds(_ seed: UInt64) throws {
        let (card, history) = try Self.history(Self.runs(150, seed: seed))
        // As the store has them: in whole millimetres, those that never learned when they were where they came.
        let runs = Array(try card.reader().runs().reversed())
        #expect(runs.count == 150)
        let dates = runs.compactMap(\.date), last = try #require(dates.max()), first = try #require(dates.min())
        for today in [last, last.adding(days: 1), nil] {
            var fold = RunOverviewFold(today: today)
            for run in runs { fold.take(run) }
            #expect(Self.answer(history, .overview(today: today)) == .overview(fold.result))
        }
        var day = first.startOfMonth
        while day <= last {
            var month = RunMonth(of: day)
            for run in runs { month.take(run) }
            month.before = dates.filter { $0 < day }.max()
            #expect(Self.answer(history, .month(day)) == .month(month))
            day = day.adding(days: month.length)
        }
        for date in Set(dates).sorted().prefix(40) + [last.adding(days: 3)] {
            var those = RunsOfDay(date)
            for run in runs { those.take(run) }
            #expect(Self.answer(history, .day(date)) == .day(those))
        }
    }

    @Test("A run is opened by its name, with the track that its log has; one that was deleted is not, and is gone from every answer")
    func removal() throws {
        let card = try FlashTestCard(), clock = CardClock(), writer = card.immediate(clock)
        let runs = [FlashTestRun(number: 1, seconds: 400), FlashTestRun(number: 2, seconds: 900)]
        for run in runs { run.record(on: writer) }
        let history = StoredHistory(card.directory, boot: runs[0].totals.boot)
        guard case .runs(.overview(let before)) = history.answer(.question(.overview(today: nil))).event else { throw NoAnswer() }
        #expect(before.runs == 2 && before.records.map(\.run) == [runs[1].id])
        writer.remove(runs[1].id, forGood: false)
        guard case .runs(.overview(let after)) = history.answer(.question(.overview(today: nil))).event else { throw NoAnswer() }
        #expect(after.runs == 1 && after.records.map(\.run) == [runs[0].id])
        #expect(after.newest.map(\.id) == [runs[0].id])
        guard case .run(let id, let run) = history.answer(.run(runs[1].id, inMiles: false)).event else { throw NoAnswer() }
        #expect(id == runs[1].id && run == nil)
        #expect(access(RunTrash(card.directory).path(of: runs[1].id), F_OK) == 0, "the log can be brought back")
    }
    private struct NoAnswer: Error {}

    @Test("A card without a store says that it cannot be read")
    func unreadable() throws {
        let card = try FlashTestCard(), history = StoredHistory(card.directory, boot: FlashTestCard.boot)
        let day = CivilDate(daysSinceEpoch: 20_000)
        for question in [RunQuestion.overview(today: day), .month(day), .day(day)] {
            let answer = history.answer(.question(question))
            guard case .runs(.unreadable(question)) = answer.event else { return #expect(Bool(false), "answered") }
            #expect(answer.problem != nil)
        }
    }

    @Test("The reader's thread answers an overview and a month that wait at once")
    func thread() throws {
        let runs = Self.runs(20, seed: 9), (card, _) = try Self.history(runs)
        let storage = try WatchStorage(
            path: card.directory.path, boot: FlashTestCard.boot, serial: FlashTestCard.serial, around: UTCInstant(milliseconds: 0))
        let reader = try HistoryReader(storage), queue = EventQueue()
        let last = try #require(runs.compactMap(\.date).max())
        reader.ask(.overview(today: last))
        reader.ask(.month(last.startOfMonth))
        var events: [TimedEvent] = []
        while events.count < 2 {
            var wait = pollfd(fd: try #require(reader.newsDescriptor), events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 60_000) == 1 else { return #expect(Bool(false), "no answer") }
            reader.moveAnswers(to: queue, at: MonotonicInstant(seconds: 0)) { _ in }
            var more: [TimedEvent] = []
            _ = queue.moveAll(into: &more)
            events += more
        }
        let answers = events.compactMap { if case .runs(let answer) = $0.event { answer } else { nil } }
        #expect(answers.contains { if case .overview(let all) = $0 { all.runs == 20 } else { false } })
        #expect(answers.contains { if case .month(let month) = $0 { month.first == last.startOfMonth } else { false } })
        reader.shutDown()
    }

    @Test("10,000 runs are read to the last", .enabled(if: getenv("HARRIER_MEASURE") != nil))
    func measured() throws {
        let runs = Self.runs(10_000, seed: 5), (card, history) = try Self.history(runs)
        _ = card
        let last = try #require(runs.compactMap(\.date).max())
        for question in [RunQuestion.overview(today: last), .overview(today: last), .month(last), .day(last)] {
            var start = timespec(), end = timespec()
            clock_gettime(CLOCK_MONOTONIC, &start)
            let answer = Self.answer(history, question)
            clock_gettime(CLOCK_MONOTONIC, &end)
            print("measured:", question, (end.tv_sec - start.tv_sec) * 1000 + (end.tv_nsec - start.tv_nsec) / 1_000_000, "ms")
            if case .overview(let overview)? = answer { #expect(overview.runs == 10_000) }
        }
    }
}
