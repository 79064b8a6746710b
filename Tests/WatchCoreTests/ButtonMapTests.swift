import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

@Suite("The button map")
struct ButtonMapTests {
    /// What each gesture leads to; a gesture that is not named changes nothing.
    static let threeButtons: [Place: [Gesture: Seen]] = [
        .setUp: [.startShort: .setUp(2)],
        .clock: [
            .startShort: .ready, .lapShort: .message(.reading), .pageShort: .goals, .pageDouble: .caffeine, .pageLong: .menu(.main, 0),
            .pageHold: .menu(.main, 0),
        ],
        .ready: [.startShort: .countdown, .lapShort: .clock],
        .countdown: [.startShort: .run(.running, .first, laps: 1), .lapShort: .ready],
        .running: [
            .startShort: .run(.paused, .first, laps: 1), .startHold: .stopped, .lapShort: .banner,
            .lapHold: .message(.lockChanged(isLocked: true, holding: .lap)),
            .pageShort: .run(.running, .second, laps: 1), .pageDouble: .run(.running, .third, laps: 1),
        ],
        .autoPaused: [
            .startShort: .run(.paused, .first, laps: 1), .startHold: .stopped, .lapShort: .banner,
            .lapHold: .message(.lockChanged(isLocked: true, holding: .lap)),
            .pageShort: .run(.autoPaused, .second, laps: 1), .pageDouble: .run(.autoPaused, .third, laps: 1),
        ],
        .paused: [
            .startShort: .run(.running, .first, laps: 1), .startHold: .stopped,
            .lapHold: .message(.lockChanged(isLocked: true, holding: .lap)),
            .pageShort: .run(.paused, .second, laps: 1), .pageDouble: .run(.paused, .third, laps: 1),
        ],
        .locked: [
            .startShort: .message(.locked(holding: .lap)), .lapShort: .message(.locked(holding: .lap)),
            .lapHold: .message(.lockChanged(isLocked: false, holding: .lap)),
            .pageShort: .message(.locked(holding: .lap)), .pageDouble: .message(.locked(holding: .lap)),
        ],
        .stopped: [
            .startShort: .run(.running, .first, laps: 1), .pageShort: .message(.saving), .pageDouble: .summary(.result),
            .pageHold: .discardQuestion,
        ],
        .discarding: [
            .startShort: .message(.discarded), .lapShort: .stopped, .pageShort: .stopped, .pageDouble: .message(.saving),
        ],
        .summary: [.startShort: .clock, .lapShort: .clock, .pageShort: .summary(.laps), .pageDouble: .summary(.body)],
        .history: [
            .lapShort: .clock, .pageShort: .history(1), .pageDouble: .history(2), .pageHold: .history(1),
        ],
        .noRuns: [.startShort: .ready, .lapShort: .clock, .pageShort: .clock, .pageDouble: .goals],
        .oldRun: [
            .startShort: .history(1), .lapShort: .history(1), .pageShort: .summary(.laps), .pageDouble: .summary(.body),
            .pageHold: .message(.deleteRun(isAskedAgain: false, distance: .zero)),
        ],
        .menu: [
            .startShort: .menu(.settings, 0), .lapShort: .clock, .pageShort: .menu(.main, 1), .pageDouble: .menu(.main, 2),
            .pageHold: .menu(.main, 4),
        ],
        .settings: [
            .lapShort: .menu(.main, 0), .pageShort: .menu(.settings, 1), .pageDouble: .menu(.settings, 2), .pageHold: .menu(.settings, 9),
        ],
        .runPages: [
            .startShort: .menu(.runPage, 0), .lapShort: .menu(.settings, 5), .pageShort: .menu(.runPages, 1),
            .pageDouble: .menu(.runPages, 2), .pageHold: .menu(.runPages, 4),
        ],
        .goals: [
            .startShort: .goal(1), .lapShort: .clock, .pageShort: .caffeine, .pageDouble: .week, .pageLong: .menu(.main, 0),
            .pageHold: .menu(.main, 0),
        ],
        .goalCard: [.lapShort: .goals, .pageShort: .goal(2), .pageDouble: .goal(3), .pageHold: .goal(3)],
        .trophies: [.lapShort: .goals, .pageShort: .goal(1), .pageDouble: .goal(2), .pageHold: .goal(2)],
        .editor: [
            .startShort: .menu(.profile, 0), .startHold: .menu(.profile, 0), .lapShort: .editor(.weight(.kilograms(64))),
            .lapHold: .editor(.weight(.kilograms(62))), .pageShort: .editor(.weight(.kilograms(66))),
            .pageDouble: .editor(.weight(.kilograms(67))), .pageHold: .editor(.weight(.kilograms(74))),
        ],
    ]

    @Test("Three buttons: every place answers every gesture as the map says", arguments: Place.allCases, Gesture.allCases)
    func three(_ place: Place, _ gesture: Gesture) {
        var rig = place.rig()
        let before = Seen(rig)
        gesture.make(&rig)
        #expect(Seen(rig) == Self.threeButtons[place]?[gesture] ?? before)
    }

    /// Where two buttons differ: PAGE twice is LAP, PAGE held locks in a run.
    static let twoButtons: [Place: [Gesture: Seen]] = [
        .setUp: [.startShort: .setUp(2)],
        .clock: [
            .startShort: .ready, .pageShort: .goals, .pageDouble: .message(.reading), .pageLong: .menu(.main, 0),
            .pageHold: .menu(.main, 0),
        ],
        .ready: [.startShort: .countdown, .pageDouble: .clock],
        .countdown: [.startShort: .run(.running, .first, laps: 1), .pageDouble: .ready],
        .running: [
            .startShort: .run(.paused, .first, laps: 1), .startHold: .stopped, .pageShort: .run(.running, .second, laps: 1),
            .pageDouble: .banner, .pageHold: .message(.lockChanged(isLocked: true, holding: .page)),
        ],
        .locked: [
            .startShort: .message(.locked(holding: .page)), .pageShort: .message(.locked(holding: .page)),
            .pageHold: .message(.lockChanged(isLocked: false, holding: .page)),
        ],
        .stopped: [.startShort: .run(.running, .first, laps: 1), .pageShort: .message(.saving), .pageHold: .discardQuestion],
        .discarding: [.startShort: .message(.discarded), .pageShort: .stopped, .pageDouble: .stopped],
        .summary: [.startShort: .clock, .pageShort: .summary(.laps), .pageDouble: .clock],
        .noRuns: [.startShort: .ready, .pageShort: .clock, .pageDouble: .clock],
        .goals: [
            .startShort: .goal(1), .pageShort: .caffeine, .pageDouble: .clock, .pageLong: .menu(.main, 0), .pageHold: .menu(.main, 0),
        ],
        .goalCard: [.pageShort: .goal(2), .pageDouble: .goals, .pageHold: .goal(3)],
        .trophies: [.pageShort: .goal(1), .pageDouble: .goals, .pageHold: .goal(2)],
        .menu: [.startShort: .menu(.settings, 0), .pageShort: .menu(.main, 1), .pageDouble: .clock, .pageHold: .menu(.main, 3)],
        .editor: [
            .startShort: .menu(.profile, 0), .pageShort: .editor(.weight(.kilograms(66))), .pageDouble: .editor(.weight(.kilograms(67))),
            .pageHold: .editor(.weight(.kilograms(74))),
        ],
    ]

    @Test(
        "Two buttons: PAGE twice is LAP, PAGE held locks in a run",
        arguments: Array(twoButtons.keys), [Gesture.startShort, .startHold, .pageShort, .pageDouble, .pageLong, .pageHold])
    func two(_ place: Place, _ gesture: Gesture) {
        var rig = place.rig(hasLap: false)
        let before = Seen(rig)
        gesture.make(&rig)
        #expect(Seen(rig) == Self.twoButtons[place]?[gesture] ?? before)
        #expect(rig.screen.labels.lap == nil)
    }

    @Test(
        "I9: no press shorter than a second stops a run; a second does",
        arguments: [
            (Duration.milliseconds(590), false), (.milliseconds(990), false), (.milliseconds(1_010), true),
        ])
    func stopping(_ duration: Duration, _ stops: Bool) {
        var rig = Place.running.rig()
        rig.hold(.start, for: duration)
        #expect((rig.phase == .stopped) == stops)
    }

    @Test("I9: a stop can be undone until it is answered, 60 s long", arguments: [1, 10, 59] as [Int64])
    func undo(_ seconds: Int64) {
        var rig = Place.stopped.rig()
        let timer = rig.timer
        rig.wait(.seconds(seconds) - .milliseconds(900))
        rig.press(.start)
        #expect(rig.phase == .running)
        #expect(rig.timer == timer)
    }

    @Test("I9: a START that is stuck does not keep its run stopped")
    func stuckStart() {
        var rig = Place.running.rig()
        rig.edge(.start, isDown: true)
        rig.wait(.seconds(5))
        #expect(rig.phase == .stopped)
        rig.wait(.seconds(11))
        #expect(rig.phase == .running)
        #expect(rig.message() == .buttonStuck(.start))
        rig.wait(.seconds(600))
        #expect(rig.phase == .running)
    }

    @Test("I10: a bouncing LAP takes one lap")
    func bouncingLap() {
        var rig = Place.running.rig()
        for (isDown, milliseconds) in [(true, 4), (false, 3), (true, 5), (false, 6), (true, 90), (false, 3), (true, 8), (false, 300)]
            as [(Bool, Int64)]
        {
            rig.edge(.lap, isDown: isDown)
            rig.wait(.milliseconds(milliseconds))
        }
        rig.wait(.seconds(3))
        #expect(rig.laps == 2)
    }

    @Test("A press that is read late is what it was: a short one does not become a hold")
    func readLate() {
        var rig = Place.running.rig()
        let down = rig.now
        rig.stall(.seconds(3))
        rig.deliver(.button(ButtonEdge(role: .start, isDown: true, at: down)))
        rig.deliver(.button(ButtonEdge(role: .start, isDown: false, at: down + .milliseconds(120))))
        rig.wait(.seconds(1))
        #expect(rig.phase == .paused)
    }

    @Test("Two presses that are read late in one go are two")
    func twoReadLate() {
        var rig = Place.running.rig()
        let down = rig.now
        rig.stall(.seconds(2))
        for (isDown, milliseconds) in [(true, 0), (false, 100), (true, 600), (false, 700)] as [(Bool, Int64)] {
            rig.deliver(.button(ButtonEdge(role: .lap, isDown: isDown, at: down + .milliseconds(milliseconds))))
        }
        rig.wait(.seconds(3))
        #expect(rig.laps == 3)
    }

    @Test("Locking at the start is a setting; a locked run ignores everything but the unlocking hold")
    func autoLock() {
        var settings = Settings.usual
        settings.autoLock = true
        var rig = WatchRig(settings: settings)
        rig.beginRun()
        rig.wait(.seconds(3))
        #expect(rig.screen.status.isLocked)
        #expect(rig.screen.labels == ButtonLabels(lapHeld: .unlock))
        rig.hold(.start, for: .seconds(3))
        #expect(rig.phase == .running)
        rig.hold(.lap)
        #expect(!rig.screen.status.isLocked)
        rig.hold(.start)
        #expect(rig.phase == .stopped)
    }

    @Test("The first press on a dark display only wakes it, whatever it is", arguments: Gesture.allCases)
    func wakes(_ gesture: Gesture) {
        var configuration = WatchRig.configuration
        configuration.displaySleeps = true
        var rig = WatchRig(configuration)
        rig.wait(.seconds(31))
        #expect(rig.page == .dark)
        #expect(rig.lights == [.dim, .off])
        gesture.make(&rig)
        // Of two presses the second is a press.
        #expect(Seen(rig) == (gesture == .pageDouble ? .goals : .clock))
        #expect(rig.lights.last == .on)
    }

    @Test("A display wakes when the button goes down, not when it is let go")
    func wakesAtOnce() {
        var configuration = WatchRig.configuration
        configuration.displaySleeps = true
        var rig = WatchRig(configuration)
        rig.wait(.seconds(40))
        rig.edge(.start, isDown: true)
        #expect(rig.lights.last == .on)
        #expect(rig.clockPage() != nil)
    }

    @Test("The display stays on through a run")
    func litInRun() {
        var configuration = WatchRig.configuration
        configuration.displaySleeps = true
        var rig = WatchRig(configuration)
        rig.beginRun()
        rig.wait(.seconds(300))
        #expect(rig.runPage() != nil)
        #expect(!rig.lights.contains(.off))
    }

    @Test("Turning off takes a hold on its row")
    func powerOff() {
        var rig = Place.menu.rig()
        for _ in 0..<4 { rig.press(.page) }
        rig.press(.start)
        #expect(!rig.effects.contains { if case .powerOff = $0 { true } else { false } })
        #expect(rig.message() == .holdToTurnOff)
        rig.hold(.start)
        #expect(rig.effects.contains { if case .powerOff = $0 { true } else { false } })
        #expect(rig.message() == .poweringOff)
    }
}
