import Calendar
import HealthCore
import Quantities
import Testing

@Suite struct QuarterHourCounterTests {
    private let boot = BootID(high: 1, low: 2)
    private let noon = UTCOffset(milliseconds: 1_770_000_300_000)  // 2026-02-02T02:45:00Z at the boot

    private func minutes(_ minutes: Double) -> MonotonicInstant { MonotonicInstant(seconds: minutes * 60) }
    private func counter() -> QuarterHourCounter { QuarterHourCounter(serial: 7, boot: boot, at: minutes(0)) }
    private func take(_ counter: inout QuarterHourCounter, at time: Double) -> [HealthChange] {
        var changes: [HealthChange] = []
        while let change = counter.takeChange(at: minutes(time), zone: .utc) { changes.append(change) }
        return changes
    }
    private func steps(_ change: HealthChange) -> UInt32? {
        if case .quarterHour(let amounts) = change.value { amounts.steps } else { nil }
    }

    @Test("R-B4c: steps belong to the quarter hour in which they were taken, however late they are read")
    func lateReading() {
        var counter = counter()
        counter.learn(noon)
        counter.take(count: 0, at: minutes(10))
        counter.take(count: 600, at: minutes(20))
        let changes = take(&counter, at: 40)
        #expect(changes.map(steps) == [300, 300])
        #expect(changes.map { $0.time.start?.milliseconds } == [1_770_000_300_000, 1_770_001_200_000])
    }

    /// Minutes of silence, growth, what is counted.
    static let growths: [(Double, UInt64, UInt32)] = [
        (1, 300, 300), (1, 390, 390), (1, 391, 0), (4, 900, 900), (240, 30_000, 30_000), (0, 90, 90), (0, 91, 0), (60, .max - 1000, 0),
    ]

    @Test("R-B4e: as many steps are believed as a runner takes in the time since the last reading", arguments: growths)
    func limit(silence: Double, growth: UInt64, counted: UInt32) {
        var counter = counter()
        counter.take(count: 1000, at: minutes(5))
        counter.take(count: 1000 + growth, at: minutes(5 + silence))
        counter.saveNow()
        let changes = take(&counter, at: 5 + silence)
        #expect(changes.reduce(0) { $0 + (steps($1) ?? 0) } == counted)
    }

    @Test("F3: a counter that starts again has counted its whole value since; one wild reading costs nothing")
    func resets() {
        var counter = counter()
        for (index, count) in ([5000, 5100, 30, 60, 900_000, 90, 95] as [UInt64]).enumerated() {
            counter.take(count: count, at: minutes(Double(index + 1)))
        }
        counter.saveNow()
        let changes = take(&counter, at: 9)
        #expect(changes.map(steps) == [UInt32?(100 + 30 + 30 + 30 + 5)])
    }

    @Test("F3: after a jump that was not believed counting goes on from there")
    func jump() {
        var counter = counter()
        for (index, count) in ([0, 10, 900_000, 900_040, 900_050] as [UInt64]).enumerated() {
            counter.take(count: count, at: minutes(Double(index + 1)))
        }
        counter.saveNow()
        let changes = take(&counter, at: 9)
        #expect(changes.map(steps) == [60])
    }

    @Test("R-B13: saved ten minutes after the last save and at the end of a quarter hour, whichever minute it is")
    func saves() {
        var counter = counter()
        counter.learn(noon)
        counter.take(count: 0, at: minutes(1))
        #expect(counter.nextSave == nil)
        counter.take(count: 10, at: minutes(2))
        #expect(counter.nextSave == minutes(10))
        let early = take(&counter, at: 9.9), first = take(&counter, at: 10), none = take(&counter, at: 11)
        #expect(early.isEmpty && first.map(steps) == [10] && none.isEmpty)
        counter.take(count: 20, at: minutes(12))
        #expect(counter.nextSave == minutes(15))
        let second = take(&counter, at: 15)
        #expect(second.map(steps) == [20] && second.map(\.version) == [2])
        counter.take(count: 21, at: minutes(16))
        counter.saveNow()
        let third = take(&counter, at: 16)
        #expect(third.map(steps) == [1])
        counter.saveNow()
        let rest = take(&counter, at: 17)
        #expect(rest.isEmpty && counter.nextSave == nil)
    }

    @Test("R-B4a: what is counted before UTC is known is undated, and gets its quarter hour when the boot learns it")
    func undated() {
        var counter = counter()
        counter.take(count: 0, at: minutes(1))
        counter.take(count: 40, at: minutes(2))
        let first = take(&counter, at: 12)
        #expect(first.first?.time == .boot(boot, start: minutes(0), end: minutes(15)))
        let isDue = counter.learn(noon)
        #expect(isDue)
        let then = take(&counter, at: 12)
        #expect(then.count == 2 && then.first?.isDeleted == true && then.first?.id == first.first?.id)
        #expect(then.last.flatMap(steps) == 40 && then.last?.time.start?.milliseconds == 1_770_000_300_000)
    }

    @Test("R-B4b: a false date costs a false quarter hour, which is taken back; what another boot wrote there stays")
    func falseDate() {
        var book = HealthBook(boot: boot)
        let future = UTCOffset(milliseconds: noon.milliseconds + 1024 * 7 * 86_400_000)
        var other = QuarterHourCounter(serial: 7, boot: BootID(high: 8, low: 8), at: minutes(0))
        other.learn(future)
        other.take(count: 0, at: minutes(1))
        other.take(count: 3, at: minutes(2))
        for change in take(&other, at: 15) { book.apply(change) }
        var counter = counter()
        counter.learn(future)
        counter.take(count: 0, at: minutes(1))
        counter.take(count: 40, at: minutes(2))
        for change in take(&counter, at: 15) { book.apply(change) }
        let false2045 = QuarterHour(containing: future.utc(at: minutes(2))), right = QuarterHour(containing: noon.utc(at: minutes(2)))
        #expect(book.steps(in: false2045.start..<false2045.end) == 43)
        counter.learn(noon)
        for change in take(&counter, at: 16) { book.apply(change) }
        #expect(book.steps(in: false2045.start..<false2045.end) == 3 && book.steps(in: right.start..<right.end) == 40)
        counter.learn(future)
        for change in take(&counter, at: 17) { book.apply(change) }
        #expect(book.steps(in: false2045.start..<false2045.end) == 43 && book.steps(in: right.start..<right.end) == 0)
        #expect(book.allSteps == StepTotals(dated: 43))
    }

    @Test("UTC that moves by less than a minute changes nothing", arguments: [-60_000, -1, 1, 60_000] as [Int64])
    func smallCorrection(by milliseconds: Int64) {
        var counter = counter()
        counter.learn(noon)
        counter.take(count: 0, at: minutes(1))
        counter.take(count: 40, at: minutes(2))
        _ = take(&counter, at: 15)
        let isDue = counter.learn(UTCOffset(milliseconds: noon.milliseconds + milliseconds)), changes = take(&counter, at: 30)
        #expect(!isDue && changes.isEmpty)
    }

    @Test("F3: a second process of the same boot goes on with what the first one stored, and re-keys that too")
    func secondProcess() {
        var book = HealthBook(boot: boot)
        var first = counter()
        first.take(count: 0, at: minutes(1))
        first.take(count: 40, at: minutes(2))
        first.saveNow()
        let stored = take(&first, at: 3)
        for change in stored { book.apply(change) }
        var second = QuarterHourCounter(serial: 7, boot: boot, at: minutes(4))
        for change in stored { second.resume(change) }
        second.take(count: 0, at: minutes(4))
        second.take(count: 5, at: minutes(5))
        second.saveNow()
        for change in take(&second, at: 6) { book.apply(change) }
        #expect(book.allSteps == StepTotals(undated: 45))
        second.learn(noon)
        for change in take(&second, at: 6) { book.apply(change) }
        #expect(book.allSteps == StepTotals(dated: 45))
    }

    @Test("Counting for years forgets no step and stays bounded")
    func bounded() {
        var counter = counter()
        var book = HealthBook(boot: boot)
        var count: UInt64 = 0
        for quarter in 0..<10_000 {
            counter.take(count: count, at: minutes(Double(quarter) * 15 + 1))
            count += 10
            counter.take(count: count, at: minutes(Double(quarter) * 15 + 2))
            for change in take(&counter, at: Double(quarter) * 15 + 15) { book.apply(change) }
        }
        counter.learn(noon)
        for change in take(&counter, at: 200_000) { book.apply(change) }
        #expect(book.allSteps.map { $0.all } == 100_000)
    }

    @Test("Unsaved steps are told in between")
    func unsaved() {
        var counter = counter()
        counter.learn(noon)
        counter.take(count: 0, at: minutes(1))
        counter.take(count: 40, at: minutes(2))
        let day = DayBoundaries(zone: .utc).interval(of: CivilDateTime(noon.utc(at: minutes(2)), offset: .utc).date)
        #expect(counter.unsaved(in: day).steps == 40)
        _ = take(&counter, at: 15)
        #expect(counter.unsaved(in: day).steps == 0 && counter.unsavedUndatedSteps == 0)
    }
}
