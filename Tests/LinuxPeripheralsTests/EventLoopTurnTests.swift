import Glibc
import LinuxPeripherals
import Peripherals
import Quantities
import SystemCalls
import Testing

@Suite("A turn of the loop") struct EventLoopTurnTests {
    let loop: EventLoop
    init() throws { loop = try EventLoop() }

    @Test("The daemon's hooks stand around all handlers and timers, once a turn, and all get one instant")
    func hooks() throws {
        let pipe = try #require(BytePipe())
        let calls = Journal<(name: String, at: MonotonicInstant)>()
        loop.onWake = { calls.entries.append(("wake", $0)) }
        loop.onTurnEnd = { calls.entries.append(("end", $0)) }
        try loop.add(pipe.reading, .readable) { _, now in
            var byte: UInt8 = 0
            _ = read(pipe.reading, &byte, 1)
            calls.entries.append(("handler", now))
        }
        let timer = loop.makeTimer { calls.entries.append(("timer", $0)) }
        for _ in 0..<3 {
            pipe.send([1])
            timer.setDeadline(MonotonicClock.now())
            try loop.turn()
        }
        #expect(calls.entries.map(\.name) == (0..<3).flatMap { _ in ["wake", "handler", "timer", "end"] })
        let instants = calls.entries.map(\.at)
        #expect(instants == instants.sorted())
        #expect((0..<3).allSatisfy { Set(instants[$0 * 4..<$0 * 4 + 4]).count == 1 })
    }

    @Test("stop() ends run() after the turn, whose hook is still called; called before, it lets run() return at once")
    func stop() throws {
        let loop = loop
        let calls = Journal<String>()
        loop.onTurnEnd = { _ in calls.entries.append("end") }
        let timer = loop.makeTimer { _ in
            calls.entries.append("timer")
            loop.stop()
        }
        timer.setDeadline(MonotonicClock.now())
        try loop.run()
        #expect(calls.entries == ["timer", "end"])
        loop.stop()
        try loop.run()
        #expect(calls.entries == ["timer", "end"])
    }

    /// How many descriptors are ready in one turn, and which of them the first handler closes and opens anew: itself, or all others.
    static let swaps: [(count: Int, own: Bool)] = [(1, true), (2, false), (2, true), (5, false), (5, true)]

    @Test("R-B25: what a closed descriptor was ready for never reaches the new owner of its number in the same turn", arguments: swaps)
    func swapped(count: Int, own: Bool) throws {
        let full = try #require(BytePipe()), empty = try #require(BytePipe())
        full.send([1])
        let numbers = (0..<count).map { _ in dup(full.reading) }
        defer { numbers.forEach { close($0) } }
        let calls = Journal<String>()
        let loop = loop
        for number in numbers {
            try loop.add(number, .readable) { _, _ in
                calls.entries.append("old")
                for other in numbers where own || other != number {
                    loop.remove(other)
                    close(other)
                    #expect(dup2(empty.reading, other) == other)
                    try? loop.add(other, .readable) { _, _ in calls.entries.append("new") }
                }
                if !own { loop.remove(number) }
            }
        }
        try loop.turn()
        #expect(calls.entries == ["old"])
        empty.send([1])
        try loop.turn()
        #expect(calls.entries.dropFirst() == (0..<(own ? count : count - 1)).map { _ in "new" }[...])
        numbers.forEach { loop.remove($0) }
    }

    /// What the second of four timers that are due does to another of them or to itself.
    enum Deed: CaseIterable { case removes, cancels, setsForNow }

    /// How often each timer is called in the first turn and in the second.
    private static func expected(_ deed: Deed, _ target: Int) -> [[Int]] {
        var first = [1, 1, 1, 1], second = [0, 0, 0, 0]
        switch deed {
        case .removes, .cancels: if target > 1 { first[target] = 0 }
        case .setsForNow: if target <= 1 { second[target] = 1 }
        }
        return [first, second]
    }

    @Test(
        "A timer that another one, or its own handler, removes, cancels or sets keeps no third one from its turn",
        arguments: Deed.allCases, 0..<4)
    func deeds(deed: Deed, target: Int) throws {
        let calls = Journal<Int>(), timers = Journal<LoopTimer>()
        let loop = loop
        timers.entries = (0..<4).map { number in
            loop.makeTimer { now in
                calls.entries.append(number)
                guard number == 1, calls.entries.count < 5 else { return }
                switch deed {
                case .removes: loop.remove(timers.entries[target])
                case .cancels: timers.entries[target].setDeadline(nil)
                case .setsForNow: timers.entries[target].setDeadline(now)
                }
            }
        }
        let past = MonotonicClock.now()
        timers.entries.forEach { $0.setDeadline(past) }
        var seen: [[Int]] = []
        for _ in 0..<2 {
            let before = calls.entries.count
            // Something to wake up for in any case.
            let waker = loop.makeTimer { _ in }
            waker.setDeadline(past)
            try loop.turn()
            loop.remove(waker)
            seen.append((0..<4).map { number in calls.entries[before...].count { $0 == number } })
        }
        #expect(seen == Self.expected(deed, target))
        timers.entries = []
    }

    @Test("Timers that are due in one turn are called in the order of their deadlines")
    func order() throws {
        let calls = Journal<Int>()
        let deadlines: [Int64] = [5, 3, 9, 1, 3, 7]
        let timers = deadlines.indices.map { number in loop.makeTimer { _ in calls.entries.append(number) } }
        for (timer, deadline) in zip(timers, deadlines) { timer.setDeadline(MonotonicInstant(nanoseconds: deadline)) }
        try loop.turn()
        #expect(calls.entries == [3, 1, 4, 0, 5, 2])
    }

    @Test("A timer that a timer adds for now has its turn next, so that a chain of them cannot keep the loop")
    func chain() throws {
        let calls = Journal<MonotonicInstant>(), timers = Journal<LoopTimer>()
        let loop = loop
        func add(_ now: MonotonicInstant) {
            let timer = loop.makeTimer { now in
                calls.entries.append(now)
                add(now)
            }
            timer.setDeadline(now)
            timers.entries.append(timer)
        }
        add(MonotonicClock.now())
        for turn in 1...4 {
            try loop.turn()
            #expect(calls.entries.count == turn)
        }
        timers.entries.forEach(loop.remove)
    }
}
