import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

@Suite("The pages of a run")
struct RunPageTests {
    @Test("The numbers of the values are those that the settings know, and a new watch shows its default pages")
    func numbers() {
        #expect(RunField.allCases.map(\.rawValue) == Array(RunPages.knownFields))
        let settings = Settings()
        #expect(settings.fields(ofPage: 0) == RunFields(.distance, .time, .pace, .heartRate))
        #expect(settings.fields(ofPage: 1) == RunFields(.heartRate, .zone, .averageHeartRate))
        #expect(settings.fields(ofPage: 2) == RunFields(.averagePace, .cadence, .ascent, .energy))
        #expect(settings.fields(ofPage: 3).count == 0)
        #expect(settings.fields(ofPage: 255).count == 0)
    }

    @Test("PAGE goes through the pages that show something, the lap and the track")
    func order() {
        var settings = Settings.usual
        settings.runPages[1] = .zero
        settings.runPages[3] = RunFields(.clock).numbers
        var rig = WatchRig(settings: settings)
        rig.beginRun()
        var views: [RunPage.View] = []
        for _ in 0..<6 {
            if let page = rig.runPage() { views.append(page.view) }
            rig.press(.page)
        }
        #expect(views == [.first, .third, .fourth, .lap, .track, .first])
    }

    @Test("A page shows the values that were chosen on the watch, from the next run on and also later")
    func chosen() {
        var rig = Place.runPages.rig()
        rig.press(.start)  // Page 1.
        for _ in 0..<2 { rig.press(.page) }
        rig.press(.start)  // Its second place: the time.
        rig.press(.page)
        rig.press(.start)  // Elapsed time.
        #expect(rig.watch.settings.fields(ofPage: 0) == RunFields(.distance, .elapsed, .pace, .heartRate))
        #expect(rig.menu()?.title == .runPage && rig.menu()?.selected == 2)
        for _ in 0..<3 { rig.press(.page) }
        rig.press(.start)  // How many: from four to one.
        #expect(rig.watch.settings.fields(ofPage: 0) == RunFields(.distance))
        #expect(rig.changes.allSatisfy { $0.id.text == "run_page_1" } && rig.changes.count == 2)
        for _ in 0..<4 { rig.press(.lap) }
        rig.beginRun()
        #expect(rig.runPage()?.fields == RunFields(.distance))
    }

    @Test("A row beyond the values of a page cannot be chosen after a host has taken values away")
    func fewerValues() {
        var rig = Place.runPages.rig()
        rig.press(.start)
        for _ in 0..<4 { rig.press(.page) }
        var settings = rig.watch.settings
        settings.runPages[0] = RunFields(.pace).numbers
        for change in rig.watch.book.changes(to: settings, rig.watch.profile, origin: .migration) { rig.deliver(.change(change)) }
        rig.press(.start)
        rig.press(.page)
        rig.press(.start)
        #expect(rig.watch.settings.fields(ofPage: 0) == RunFields(.pace))
        rig.press(.page)
        #expect(rig.menu() != nil)
    }

    /// The view of each second.
    static func views(_ rig: inout WatchRig, seconds: Int) -> [RunPage.View] {
        (0..<seconds).compactMap { _ in
            rig.wait(.seconds(1))
            return rig.runPage()?.view
        }
    }

    static func scrolling(_ isScrolling: Bool = true) -> WatchRig {
        var settings = Settings.usual
        settings.autoScroll = isScrolling
        var rig = WatchRig(settings: settings)
        rig.beginRun()
        rig.wait(.seconds(1))
        return rig
    }

    @Test("Pages stay where they are unless they are to follow each other")
    func still() {
        var rig = Self.scrolling(false)
        #expect(Set(Self.views(&rig, seconds: 30)) == [.first])
    }

    @Test("Set so, each page follows after four to five seconds, round and round")
    func autoScroll() {
        var rig = Self.scrolling()
        let views = Self.views(&rig, seconds: 60)
        var changes: [(view: RunPage.View, at: Int)] = []
        for second in 1..<views.count where views[second] != views[second - 1] { changes.append((views[second], second)) }
        #expect(changes.prefix(6).map(\.view) == [.second, .third, .lap, .track, .first, .second])
        for (one, next) in zip(changes, changes.dropFirst()) { #expect((4...5).contains(next.at - one.at)) }
    }

    @Test("PAGE goes on at once, and its page is shown as long as any other")
    func pressWhileScrolling() {
        var rig = Self.scrolling()
        _ = Self.views(&rig, seconds: 2)
        rig.press(.page)
        #expect(rig.runPage()?.view == .second)
        #expect(Self.views(&rig, seconds: 3) == [.second, .second, .second])
        #expect(Self.views(&rig, seconds: 3).contains(.third))
    }

    @Test("Nothing scrolls while the run is paused by hand, stopped, or a button is down")
    func heldStill() {
        var rig = Self.scrolling()
        rig.press(.start)
        #expect(Set(Self.views(&rig, seconds: 30)) == [.first])
        rig.press(.start)
        rig.edge(.lap, isDown: true)
        #expect(Set(Self.views(&rig, seconds: 14).dropFirst(4)) == [.first])
    }

    @Test("Locked keys do not keep the pages from following each other")
    func locked() {
        var rig = Self.scrolling()
        rig.hold(.lap)
        #expect(Self.views(&rig, seconds: 12).contains(.third))
    }

    @Test("Elapsed time, mean heart rate, altitude and the mean of the lap come from the run")
    func values() throws {
        var rig = WatchRig()
        rig.beginRun()
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(60)), from: rig.now + .seconds(1)))
        rig.press(.start)
        rig.wait(.seconds(20))
        let page = try #require(rig.runPage()), totals = try #require(rig.watch.session.totals)
        #expect(page.elapsed - page.timer >= .seconds(19) && page.elapsed - page.timer < .seconds(22))
        #expect(page.averageHeartRate == totals.heartRateSoFar.average && page.averageHeartRate != nil)
        #expect(page.altitude == totals.lastSample?.altitude)
        #expect(page.descent == totals.descent)
    }

    @Test("A lap is marked on the track")
    func lapMark() {
        var rig = WatchRig()
        rig.beginRun()
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(20)), from: rig.now + .seconds(1)))
        #expect(rig.watch.sketcher.sketch.lapMarks == 0)
        rig.press(.lap)
        rig.play(.straight(.init(.run(.metersPerSecond(3)), for: .seconds(20)), from: rig.now + .seconds(1)))
        #expect(rig.watch.sketcher.sketch.lapMarks.nonzeroBitCount == 1)
    }
}
