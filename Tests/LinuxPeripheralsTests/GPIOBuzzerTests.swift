import Glibc
import Peripherals
import Quantities
import SystemCalls
import Testing

@testable import LinuxPeripherals

@Suite("A buzzer on a line") struct GPIOBuzzerTests {
    /// A line that notes what it is told, and fails when it is to.
    final class Line {
        var states: [Bool] = []
        var failure: PeripheralError?
        func set(_ isOn: Bool) throws(PeripheralError) {
            if let failure { throw failure }
            states.append(isOn)
        }
    }
    static let gone = PeripheralError(.gpio(GPIOLine(chip: "/dev/gpiochip0", offset: 18)), code: ENODEV)
    let loop: EventLoop
    let line = Line()
    let buzzer: GPIOBuzzer
    let start = MonotonicInstant(nanoseconds: 1_000_000_000)

    init() throws {
        loop = try EventLoop()
        let line = line
        buzzer = GPIOBuzzer(on: loop) { isOn throws(PeripheralError) in try line.set(isOn) }
    }

    @Test(
        "A pattern switches the line at its instants and ends with it off",
        arguments: [
            (.tick, [0, 60]), (.start, [0, 300]), (.stop, [0, 150, 270, 420]), (.lap, [0, 120, 220, 340]),
            (.lowBattery, [0, 80, 200, 280, 400, 480]), (.warning, [0, 400, 550, 950]),
        ] as [(BuzzPattern, [Int64])])
    func pattern(pattern: BuzzPattern, expected: [Int64]) throws {
        try buzzer.play(pattern, at: start)
        var changes: [Int64] = [0]
        while let next = buzzer.nextChange {
            try buzzer.follow(at: next)
            changes.append((next - start).inMilliseconds)
        }
        #expect(changes == expected)
        #expect(line.states == expected.indices.map { $0 % 2 == 0 })
    }

    @Test("Every pattern ends with the line off", arguments: BuzzPattern.allCases)
    func end(pattern: BuzzPattern) throws {
        try buzzer.play(pattern, at: start)
        #expect(line.states == [true])
        while let next = buzzer.nextChange { try buzzer.follow(at: next) }
        #expect(line.states.last == false)
    }

    @Test("A loop that comes late skips what it missed")
    func late() throws {
        try buzzer.play(.lowBattery, at: start)
        try buzzer.follow(at: start + .milliseconds(290))
        #expect(line.states == [true, false])
        #expect(buzzer.nextChange == start + .milliseconds(400))
        try buzzer.follow(at: start + .seconds(10))
        #expect(line.states == [true, false])
        #expect(buzzer.nextChange == nil)
    }

    @Test("A new pattern takes a running one's place")
    func replaced() throws {
        try buzzer.play(.start, at: start)
        try buzzer.play(.tick, at: start + .milliseconds(100))
        #expect(line.states == [true])
        #expect(buzzer.nextChange == start + .milliseconds(160))
        try buzzer.follow(at: start + .milliseconds(160))
        #expect(line.states == [true, false])
        #expect(buzzer.nextChange == nil)
    }

    @Test("A line that fails ends the pattern and says why; the next pattern tries it again")
    func failure() throws {
        line.failure = Self.gone
        #expect(throws: Self.gone) { try buzzer.play(.start, at: start) }
        #expect(buzzer.nextChange == nil)
        line.failure = nil
        try buzzer.play(.tick, at: start + .seconds(1))
        #expect(line.states == [true])
        line.failure = Self.gone
        #expect(throws: Self.gone) { try buzzer.follow(at: start + .milliseconds(1060)) }
        line.failure = nil
        try buzzer.follow(at: start + .seconds(2))
        #expect(line.states == [true, false])
    }

    @Test("The line is off when the buzzer goes, also in the middle of a pattern")
    func goes() throws {
        let line = Line()
        do {
            let buzzer = GPIOBuzzer(on: loop) { isOn throws(PeripheralError) in try line.set(isOn) }
            try buzzer.play(.warning, at: MonotonicClock.now())
            #expect(line.states == [true])
        }
        #expect(line.states == [true, false])
        // Nothing of it is left on the loop.
        #expect(try !loop.run(atMost: .milliseconds(5)) { line.states.count > 2 })
    }

    @Test("The loop's timer plays a pattern to its end")
    func onLoop() throws {
        let line = line
        try buzzer.play(.tick)
        #expect(try loop.run { line.states.count == 2 })
        #expect(line.states == [true, false])
        let wakeUps = loop.wakeUps
        #expect(try !loop.run(atMost: .milliseconds(5)) { line.states.count > 2 })
        #expect(loop.wakeUps == wakeUps + 1, "a silent buzzer wakes nobody")
    }
}
