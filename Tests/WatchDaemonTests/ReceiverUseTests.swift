import LinuxPeripherals
import Quantities
import SystemCalls
import Testing

@testable import WatchDaemon

@Suite("What the receiver is listened to for") struct ReceiverUseTests {
    private final class Switch { var states: [Bool] = [] }

    /// What happens, and what the receiver is told of it.
    static let stories: [(events: String, told: [Bool])] = [
        // t: the time is looked for; k: it is known; r: a run begins; e: it ends.
        ("t", [true]), ("tk", [true, false]), ("tkk", [true, false]), ("r", [true]), ("re", [true, false]),
        ("tr", [true, false, true]), ("trk", [true, false, true]), ("trke", [true, false, true, false]),
        ("tre", [true, false, true, true]),
        ("trek", [true, false, true, true, false]), ("tkr", [true, false, true]), ("k", []),
    ]

    @Test(
        "U-B13: it is listened to while a run or the time needs it, and a run hears it from the beginning",
        arguments: ReceiverUseTests.stories)
    func story(events: String, told: [Bool]) throws {
        let loop = try EventLoop(), seen = Switch()
        let use = ReceiverUse(on: loop) { seen.states.append($0) }
        for event in events {
            switch event {
            case "t": use.beginWithTime(at: MonotonicClock.now())
            case "k": use.endWithTime()
            case "r": use.setRun(true)
            default: use.setRun(false)
            }
        }
        #expect(seen.states == told)
    }

    @Test("U-B13: a receiver that does not know the time is let go")
    func patience() throws {
        let loop = try EventLoop(), seen = Switch()
        let use = ReceiverUse(on: loop, patience: .milliseconds(20)) { isOn in
            seen.states.append(isOn)
            if !isOn { loop.stop() }
        }
        use.beginWithTime(at: MonotonicClock.now())
        #expect(use.looksForTime)
        try loop.run()
        #expect(seen.states == [true, false] && !use.looksForTime && use.purpose == .none)
    }
}
