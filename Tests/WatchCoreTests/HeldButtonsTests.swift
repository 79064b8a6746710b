import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

extension WatchRig {
    /// A button goes down and stays down until it is told to be stuck.
    mutating func jam(_ role: ButtonRole) {
        edge(role, isDown: true)
        wait(.seconds(16))
    }
}

@Suite("A button that is stuck")
struct HeldButtonsTests {
    /// Where what a hold has done cannot be undone, or time itself leads on.
    static func isBeyondUndoing(_ place: Place, _ role: ButtonRole) -> Bool {
        switch (place, role) {
        case (.countdown, _): true  // It ends after 3 s.
        case (.noRuns, _): true  // It ends after 10 s.
        default: false
        }
    }

    @Test("R-B19: what a stuck hold did is undone, wherever it happens", arguments: Place.allCases, [true, false])
    func undone(_ place: Place, _ hasLap: Bool) {
        for role in ButtonRole.allCases where hasLap || role != .lap {
            var rig = place.rig(hasLap: hasLap)
            let page = rig.watch.page, phase = rig.phase, view = rig.runPage()?.view, laps = rig.laps
            rig.jam(role)
            guard !Self.isBeyondUndoing(place, role) else { continue }
            #expect(rig.message() == .buttonStuck(role), "\(role)")
            #expect(rig.watch.page == page, "\(role)")
            // Whether a runner stands is found out anew.
            #expect(rig.phase == (phase == .autoPaused && role == .start ? .running : phase), "\(role)")
            rig.waitForPage()
            if rig.phase.isRecording { #expect(rig.runPage()?.view == view && rig.laps == laps, "\(role)") }
            rig.edge(role, isDown: false)
            rig.wait(.seconds(1))
            #expect(rig.watch.page == page, "\(role)")
        }
    }

    @Test("R-B19: a stuck START leaves a run that was paused by hand paused, and its timer as it was")
    func paused() {
        var rig = Place.paused.rig()
        let timer = rig.timer
        rig.edge(.start, isDown: true)
        rig.wait(.seconds(5))
        #expect(rig.phase == .stopped)
        rig.wait(.seconds(11))
        #expect(rig.phase == .paused)
        #expect(rig.timer == timer)
        #expect(rig.watch.session.totals?.clock.open?.cause == .manual)
        rig.wait(.seconds(60))
        #expect(rig.phase == .paused)
    }

    @Test("R-B19: a run that was stopped before stays stopped when START sticks on the stop menu")
    func stoppedBefore() {
        var rig = Place.stopped.rig()
        rig.jam(.start)
        #expect(rig.phase == .stopped)
        rig.wait(.seconds(60))
        #expect(rig.phase == .saved)
    }

    @Test("R-B19: what another press has made of it meanwhile stays")
    func answeredMeanwhile() {
        var saved = Place.running.rig()
        saved.edge(.start, isDown: true)
        saved.wait(.seconds(5))
        saved.press(.page)
        #expect(saved.phase == .saved)
        saved.wait(.seconds(11))
        #expect(saved.phase == .saved)

        var kept = Place.editor.rig()
        kept.edge(.page, isDown: true)
        kept.wait(.seconds(2))
        kept.press(.start)
        let weight = kept.watch.profile.weight
        #expect(weight > .kilograms(70))
        kept.wait(.seconds(14))
        #expect(kept.message() == .buttonStuck(.page))
        #expect(kept.watch.page == .menu(Menu(.profile, selected: 0)))
        #expect(kept.watch.profile.weight == weight)
    }

    private static func page(of rig: WatchRig) -> CurrentPage { rig.watch.page }

    @Test("R-B19: two stuck buttons are undone each by itself")
    func two() {
        var rig = Place.running.rig()
        let page = Self.page(of: rig)
        rig.edge(.start, isDown: true)
        rig.wait(.milliseconds(500))
        rig.edge(.lap, isDown: true)
        rig.wait(.seconds(16))
        #expect(rig.phase == .running)
        let left = Self.page(of: rig)
        #expect(left == page)
    }
}

@Suite("What covers a page")
struct CoverTests {
    @Test("R-B19: every press ends what covers the page, also a hold from its first step on", arguments: [true, false])
    func longPress(_ hasLap: Bool) {
        for gesture in [Gesture.startShort, .startHold, .pageShort, .pageLong, .lapShort] where hasLap || gesture != .lapShort {
            var rig = Place.settings.rig(hasLap: hasLap)
            rig.deliver(.storage(.rebuilt))
            #expect(rig.message() == .storageRebuilt)
            gesture.make(&rig)
            #expect(rig.message() == nil, "\(gesture)")
        }
        var clock = Place.clock.rig(hasLap: hasLap)
        clock.deliver(.storage(.rebuilt))
        clock.edge(.page, isDown: true)
        clock.wait(.milliseconds(610))
        #expect(clock.menu() != nil)
    }

    @Test("R-B19: a message that a hold has brought is not ended by the same hold", arguments: [true, false])
    func ownMessage(_ hasLap: Bool) {
        let role: ButtonRole = hasLap ? .lap : .page
        var rig = Place.running.rig(hasLap: hasLap)
        rig.edge(role, isDown: true)
        rig.wait(.milliseconds(2_500))
        #expect(rig.message() == .lockChanged(isLocked: true, holding: role))
    }

    /// Nobody has moved for nearly an hour: the watch asks.
    static func asked(_ hasLap: Bool, isLocked: Bool = false) -> WatchRig {
        var rig = (isLocked ? Place.locked : .running).rig(hasLap: hasLap)
        rig.deliver(.fix(GPSFix()))
        for _ in 0..<57 * 30 {
            rig.wait(.seconds(2))
            rig.deliver(.steps(StepReading(count: 0, cadence: nil, pulseRate: .zero)))
        }
        return rig
    }
    static let askedOnThree = asked(true), askedOnTwo = asked(false), askedLocked = asked(true, isLocked: true)

    @Test("R-B19: the press that answers \"still running?\" does nothing else, however long it is", arguments: Gesture.allCases)
    func answer(_ gesture: Gesture) {
        for (asked, hasLap) in [(Self.askedOnThree, true), (Self.askedOnTwo, false), (Self.askedLocked, true)] {
            // Twice PAGE is two presses where there is a LAP, and a LAP that is not there answers nothing.
            if hasLap ? gesture == .pageDouble : gesture == .lapShort || gesture == .lapHold { continue }
            var rig = asked
            guard case .forgottenRun = rig.message() else { return #expect(Bool(false), "no question") }
            #expect(rig.screen.labels == ButtonLabels(start: .ok))
            let page = rig.watch.page, phase = rig.phase, laps = rig.laps
            gesture.make(&rig)
            #expect(rig.watch.session.endsForgottenAt == nil)
            #expect(rig.watch.page == page && rig.phase == phase && rig.laps == laps)
            #expect(rig.runPage() != nil)
            rig.press(.page)
            #expect(rig.watch.page == page ? rig.message() == .locked(holding: .lap) : page.isRun)
        }
    }

    @Test("R-B19: a locked run shows on its label and in its words which button unlocks it", arguments: [true, false])
    func unlockLabel(_ hasLap: Bool) {
        var rig = Place.locked.rig(hasLap: hasLap)
        #expect(rig.screen.labels == (hasLap ? ButtonLabels(lapHeld: .unlock) : ButtonLabels(pageHeld: .unlock)))
        rig.press(.start)
        #expect(rig.message() == .locked(holding: hasLap ? .lap : .page))
        rig.hold(hasLap ? .lap : .page)
        #expect(!rig.screen.status.isLocked)
        #expect(rig.message() == .lockChanged(isLocked: false, holding: hasLap ? .lap : .page))
    }
}
