import Calendar
import HealthCore
import Quantities
import RunCore
import Testing
import WatchCore

@testable import WatchRuntime

@Suite struct HostPictureTests {
    private static func holdStart(_ rig: HostRig, at seconds: Double) {
        let down = HostRig.start + .seconds(seconds)
        rig.host.deliver(.button(ButtonEdge(role: .start, isDown: true, at: down)), at: down)
        rig.live(from: seconds, to: seconds + 1.2)
        rig.host.deliver(.button(ButtonEdge(role: .start, isDown: false, at: down + .seconds(1.2))), at: down + .seconds(1.2))
        rig.live(from: seconds + 1.2, to: seconds + 2)
    }

    @Test("START held hands on a picture of the page, as it would be drawn without a message over it")
    func kept() {
        let rig = HostRig(display: FailingPanel())
        let clock = rig.host.frame
        Self.holdStart(rig, at: 1)
        #expect(rig.flash.pictures.map(\.picture) == [clock])
        #expect(rig.host.frame == clock)
        rig.flash.news.append(FlashNews(.picture(isKept: true)))
        rig.host.deliver(.tick, at: HostRig.start + .seconds(4))
        #expect(rig.host.frame != clock, "the message")
        rig.live(from: 4, to: 7)
        #expect(rig.host.frame == clock)
    }

    @Test("A failure is in the journal and on the screen")
    func failed() {
        let rig = HostRig(display: FailingPanel())
        var said: [String] = []
        rig.host.connect { $0.say = { said.append($0) } }
        let clock = rig.host.frame
        Self.holdStart(rig, at: 1)
        rig.flash.news.append(FlashNews(.picture(isKept: false), "no room"))
        rig.host.deliver(.tick, at: HostRig.start + .seconds(4))
        #expect(said == ["no room"])
        #expect(rig.host.frame != clock)
    }

    @Test("A watch that stores nothing has read all there is of its days, so that it awards")
    func nothingStored() {
        let boot = BootID(high: 1, low: 1), utc: Int64 = 20_700 * 86_400_000
        let window = UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: 1000)
        var settings = Settings()
        settings.isSetUp = true
        let configuration = WatchConfiguration(boot: boot, entropy: (1, 2), deviceSerial: 7, built: .softwareDate)
        var book = HealthBook(boot: boot, window: window)
        for change in book.changes(to: settings, Profile(), origin: .migration) { book.apply(change) }
        let host = WatchHost(Watch(configuration, book: book, at: HostRig.start), WatchHost.Connections(flash: NotingFlash()))
        for second in [0, 6] as [Int64] {
            let now = HostRig.start + .seconds(second)
            host.deliver(.utc(UTCOffset(from: now, to: UTCInstant(milliseconds: utc + second * 1000))), at: now)
        }
        let isRead = host.watch.book.isWindowRead
        #expect(isRead)
    }
}
