import Playback
import Quantities
import SimulatedPeripherals
import Testing
import WatchCore
import WatchRuntime

@Suite struct PacedClockTests {
    private func real(_ seconds: Double) -> MonotonicInstant { MonotonicInstant(nanoseconds: 0).advanced(by: .seconds(seconds)) }
    private let start = MonotonicInstant(seconds: 1000)

    @Test("Time goes as many times as fast as it is told, stands when it is told, and never goes back")
    func speeds() {
        var clock = PacedClock(start, at: real(5), speed: 10)
        #expect(clock.now(at: real(6)) == start.advanced(by: .seconds(10)))
        clock.setSpeed(60, at: real(6.5))
        #expect(clock.now(at: real(7)) == start.advanced(by: .seconds(15 + 30)))
        clock.setPaused(true, at: real(7))
        #expect(clock.now(at: real(8)) == start.advanced(by: .seconds(45)))
        #expect(clock.wait(until: start.advanced(by: .seconds(100))) == nil)
        clock.setPaused(false, at: real(8.5))
        #expect(clock.now(at: real(9)) == start.advanced(by: .seconds(75)))
        #expect(clock.now(at: real(8)) == start.advanced(by: .seconds(75)))
    }

    @Test("Time in which the program was stopped is not caught up with")
    func stopped() {
        var clock = PacedClock(start, at: real(0), speed: 10)
        #expect(clock.now(at: real(3600)) == start.advanced(by: .seconds(20)))
    }

    @Test("The wait until an instant is as long as time takes to get there")
    func wait() {
        var clock = PacedClock(start, at: real(0), speed: 10)
        _ = clock.now(at: real(1))
        #expect(clock.wait(until: start.advanced(by: .seconds(15))) == .milliseconds(500))
        #expect(clock.wait(until: start) == .zero)
    }

    @Test("Faster and slower go through a list and stay at its ends")
    func steps() {
        #expect(PacedClock.faster(than: 10) == 20 && PacedClock.slower(than: 10) == 5)
        #expect(PacedClock.faster(than: 15) == 20 && PacedClock.slower(than: 15) == 10)
        #expect(PacedClock.faster(than: 300) == 300 && PacedClock.slower(than: 1) == 1)
        #expect(PacedClock.faster(than: 5000) == 5000 && PacedClock.slower(than: 0.5) == 0.5)
    }
}

/// Keys by real time on a watch whose time goes faster.
@Suite struct KeyPressesTests {
    private static let start = MonotonicInstant(seconds: 50)

    private final class Keyboard {
        let player: PlayedWatch
        var clock: PacedClock
        var keys: KeyPresses
        var real = MonotonicInstant(nanoseconds: 0)

        init(_ speed: Double, hasLapButton: Bool = true) throws {
            player = try PlayedWatch(
                RecordedFeed([], firstAt: KeyPressesTests.start), at: KeyPressesTests.start, settings: { $0.autoLock = false })
            clock = PacedClock(KeyPressesTests.start, at: real, speed: speed)
            keys = KeyPresses(hasLapButton: hasLapButton)
        }

        /// Real time passes, in pieces like those of a terminal that is woken for other things.
        func pass(_ seconds: Double) {
            let end = real.advanced(by: .seconds(seconds))
            while real < end {
                real = min(end, real.advanced(by: .milliseconds(470)))
                player.loop.advance(to: clock.now(at: real))
            }
        }
        /// A key comes: what the watch does until then is done first.
        func press(_ role: ButtonRole) {
            player.loop.advance(to: clock.now(at: real))
            keys.press(role, at: player.loop.now, on: player.loop)
        }
        func hold(_ role: ButtonRole) {
            player.loop.advance(to: clock.now(at: real))
            keys.hold(role, at: player.loop.now, real: real, on: player.loop)
        }
    }

    @Test("U-A2, U-A4: of 1,000 keys at random times each is one short press, at any speed", arguments: [1.0, 2, 10, 60, 300])
    func thousand(speed: Double) throws {
        let keyboard = try Keyboard(speed)
        var random = SeededRandom(seed: UInt64(speed) + 1)
        // START gets ready and LAP goes back: each press changes the phase, a lost or a double one would be seen, and so would a hold.
        var isReady = false
        for number in 0..<1000 {
            keyboard.pass(0.25 + random.uniform() * 0.7)
            keyboard.press(isReady ? .lap : .start)
            isReady.toggle()
            keyboard.pass(0.15)
            if keyboard.player.watch.session.phase != (isReady ? .preparing : .idle) {
                Issue.record("key \(number) at \(keyboard.real) did something else")
                return
            }
        }
    }

    @Test(
        "U-A2: a capital is one hold at any speed: START held stops, LAP held locks, and while the key repeats it is the same hold",
        arguments: [1.0, 10, 60])
    func holds(speed: Double) throws {
        let keyboard = try Keyboard(speed)
        for _ in 0..<2 {
            keyboard.press(.start)
            keyboard.pass(1)
        }
        keyboard.pass(4)
        #expect(keyboard.player.watch.session.phase == .running)
        keyboard.hold(.lap)
        keyboard.pass(2)
        #expect(keyboard.player.watch.screen(at: keyboard.player.loop.now).status.isLocked)
        keyboard.hold(.lap)
        keyboard.pass(2)
        #expect(!keyboard.player.watch.screen(at: keyboard.player.loop.now).status.isLocked)
        keyboard.hold(.start)
        keyboard.pass(0.5)
        for _ in 0..<5 {
            keyboard.hold(.start)
            keyboard.pass(0.035)
        }
        keyboard.pass(0.5)
        // At 60 times the speed 60 s pass meanwhile, and a stop that nobody answers saves the run.
        #expect([.stopped, .saved].contains(keyboard.player.watch.session.phase))
    }

    @Test("U-C5, U-C6: a capital P after a stop asks, and the run is thrown away by START, not by another P")
    func discard() throws {
        let keyboard = try Keyboard(1)
        keyboard.press(.start)
        keyboard.pass(1)
        keyboard.press(.start)
        keyboard.pass(6)
        keyboard.hold(.start)
        keyboard.pass(2)
        #expect(keyboard.player.watch.session.phase == .stopped)
        keyboard.hold(.page)
        keyboard.pass(3)
        keyboard.press(.page)
        keyboard.pass(1)
        #expect(keyboard.player.watch.session.phase == .stopped)
        keyboard.hold(.page)
        keyboard.pass(3)
        #expect(keyboard.player.watch.session.phase == .stopped)
        keyboard.press(.start)
        keyboard.pass(1)
        #expect(keyboard.player.watch.session.phase == .idle)
    }

    @Test("Keys that come at once are presses one after another; a key that somebody leans on does not pile up")
    func many() throws {
        let keyboard = try Keyboard(1)
        for _ in 0..<200 { keyboard.press(.start) }
        keyboard.pass(2)
        #expect(keyboard.player.loop.isOver)
    }

    @Test("Without LAP its key is PAGE pressed twice, and held PAGE held")
    func twoButtons() throws {
        let loop = try Keyboard(1).player.loop
        var keys = KeyPresses(hasLapButton: false)
        keys.press(.lap, at: loop.now, on: loop)
        var pages = 0, last: Set<ButtonRole> = []
        for _ in 0..<100 {
            loop.advance(to: loop.now.advanced(by: .milliseconds(5)))
            if loop.down.contains(.page), !last.contains(.page) { pages += 1 }
            #expect(!loop.down.contains(.lap))
            last = loop.down
        }
        #expect(pages == 2)
    }
}
