import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

extension WatchRig {
    /// Pictures that were asked for.
    var pictures: Int { effects.count { if case .keepPicture = $0 { true } else { false } } }

    /// Whether the last picture is to carry a time; nil if there is none.
    var pictureTime: CivilDateTime?? {
        effects.reversed().lazy.compactMap { if case .keepPicture(let time) = $0 { .some(time) } else { nil } }.first
    }
}

@Suite("Pictures of the screen")
struct PictureTests {
    /// Where START held keeps a picture.
    static let places: Set<Place> = [
        .clock, .summary, .history, .noRuns, .oldRun, .menu, .settings, .runPages, .goals, .goalCard, .trophies,
    ]

    @Test("START held keeps a picture of a page at rest, once, and does nothing else", arguments: Place.allCases, [true, false])
    func held(_ place: Place, _ hasLap: Bool) {
        var rig = place.rig(hasLap: hasLap)
        let before = rig.watch.page
        rig.hold(.start, for: .seconds(2))
        #expect(rig.pictures == (Self.places.contains(place) ? 1 : 0))
        if Self.places.contains(place) { #expect(rig.watch.page == before) }
    }

    @Test("What came of it is said")
    func told() {
        var rig = Place.clock.rig()
        rig.hold(.start)
        #expect(rig.clockPage() != nil)
        rig.deliver(.storage(.picture(isKept: true)))
        #expect(rig.message() == .pictureKept)
        rig.wait(.seconds(3))
        rig.hold(.start)
        rig.deliver(.storage(.picture(isKept: false)))
        #expect(rig.message() == .pictureNotKept)
        // Neither takes a press.
        rig.press(.start)
        #expect(rig.phase == .preparing)
    }

    @Test("The picture is of the page, not of a message that lies over it")
    func page() {
        var rig = Place.clock.rig()
        rig.deliver(.storage(.rebuilt))
        #expect(rig.message() == .storageRebuilt)
        rig.hold(.start)
        rig.deliver(.storage(.restored))
        #expect(rig.message() == .storageRestored)
        let shown = rig.uncovered
        guard case .clock = shown.page else { return #expect(Bool(false), "\(shown.page)") }
        #expect(shown.labels.pageHeld == .menu)
    }

    @Test("It is named by local date and time, if they are known")
    func time() {
        var rig = Place.clock.rig()
        rig.hold(.start)
        #expect(rig.pictureTime == .some(nil))
        rig.deliver(.storage(.picture(isKept: true)))
        rig.tellTime()
        rig.hold(.start)
        #expect(rig.pictureTime??.date == CivilDate(daysSinceEpoch: 20_500))
    }

    @Test("I9: a button that is stuck makes one picture, and a contact that wobbles three")
    func stuck() {
        var rig = Place.clock.rig()
        rig.edge(.start, isDown: true)
        rig.wait(.minutes(10))
        #expect(rig.pictures == 1)
        rig = Place.clock.rig()
        for _ in 0..<100 {
            rig.hold(.start)
            rig.deliver(.storage(.picture(isKept: true)))
        }
        #expect(rig.pictures == 3)
        rig.press(.page)
        rig.hold(.start)
        #expect(rig.pictures == 4)
    }

    @Test("While one is on its way to the card there is no other, and what is not shown is not kept")
    func one() {
        var rig = Place.clock.rig()
        rig.hold(.start)
        rig.hold(.start)
        #expect(rig.pictures == 1)
        var configuration = WatchRig.configuration
        configuration.hasDisplay = false
        var blind = WatchRig(configuration)
        blind.hold(.start)
        #expect(blind.pictures == 0)
        configuration.hasDisplay = true
        configuration.displaySleeps = true
        var dark = WatchRig(configuration)
        dark.wait(.minutes(2))
        #expect(dark.page == .dark)
        dark.hold(.start)
        #expect(dark.pictures == 0)
    }
}

extension WatchRig {
    /// The screen as a picture of it has it.
    var uncovered: Screen {
        var watch = watch
        return watch.askPage(at: now).screen
    }
}
