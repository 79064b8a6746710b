import Quantities
import RunCore
import Testing

@Suite("Getting ready")
struct ReadyTests {
    @Test("R-B9: getting ready ends by itself after 10 min without a press, and wakes nobody afterwards")
    func ends() {
        var rig = Rig()
        rig.perform(.prepare)
        rig.wait(.seconds(599))
        #expect(rig.session.phase == .preparing)
        rig.wait(.seconds(1))
        #expect(rig.session.phase == .idle)
        #expect(Array(rig.outputs.suffix(2)) == [.phase(.idle), .readyTimedOut])
        #expect(rig.session.nextDeadline(after: rig.now) == nil)
        #expect(rig.records.isEmpty)
    }

    @Test("R-B9: any press gives another 10 min, also a countdown that was cancelled")
    func extends() {
        var rig = Rig(RunSettings())
        rig.perform(.prepare)
        for _ in 0..<5 {
            rig.wait(.minutes(9))
            rig.session.noteRunner(at: rig.now)
        }
        #expect(rig.session.phase == .preparing)
        rig.wait(.minutes(9))
        rig.session.noteRunner(at: rig.now)
        rig.perform(.start)
        rig.wait(.seconds(1))
        rig.session.noteRunner(at: rig.now)
        rig.perform(.leave)
        rig.wait(.minutes(9))
        #expect(rig.session.phase == .preparing)
        rig.wait(.minutes(1))
        #expect(rig.session.phase == .idle)
        rig.perform(.prepare)
        rig.wait(.minutes(9))
        #expect(rig.session.phase == .preparing)
    }
}
