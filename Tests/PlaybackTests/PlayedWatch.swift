import Calendar
import CardStorage
import Glibc
import HealthCore
import Peripherals
import Playback
import Quantities
import RunCore
import RunLog
import WatchCore
import WatchRuntime
import TestSupport

/// A watch on a folder of its own, under a virtual clock and fed by a test.
final class PlayedWatch {
    let loop: VirtualLoop
    private let folder = TemporaryFolder()
    var path: String { folder.path }
    private let storage: WatchStorage
    private let flash: any FlashWriting

    init(
        _ feed: any EventFeed, at start: MonotonicInstant, writesOnThread: Bool = false, display: (any Display)? = nil,
        settings adjust: (inout Settings) -> Void = { _ in }
    ) throws {
        let boot = BootID(high: 7, low: 7)
        storage = try WatchStorage(path: folder.path, boot: boot, serial: 1, around: UTCInstant(milliseconds: 20_000 * 86_400_000))
        let clock = Clock(start)
        flash =
            writesOnThread
            ? try FlashWriter(storage)
            : ImmediateFlashWriter(storage, clock: { clock.now })
        var settings = Settings()
        settings.isSetUp = true
        adjust(&settings)
        let built = CivilDate(daysSinceEpoch: 20_000)  // 2024-10-04
        let configuration = WatchConfiguration(boot: boot, entropy: (1, 2), deviceSerial: 1, built: built)
        let book = HealthBook(boot: boot, settings: settings, profile: Profile(birthYear: 1990))
        let watch = Watch(configuration, book: book, at: start)
        loop = VirtualLoop(WatchHost(watch, .init(flash: flash, display: display)), feed: feed, at: start)
        clock.loop = loop
        loop.host.deliver(.tick, at: start)
    }

    var watch: Watch { loop.host.watch }

    /// Lets some time pass.
    func live(_ duration: Duration) { loop.advance(to: loop.now.advanced(by: duration)) }

    /// Presses a button and lets two seconds pass.
    func press(_ role: ButtonRole, for duration: Duration = .milliseconds(120)) {
        loop.press(role, at: loop.now, for: duration)
        live(.seconds(2))
    }

    /// Stops and saves the run, and returns its log's bytes.
    func save() throws -> [UInt8] {
        press(.start, for: .milliseconds(1200))
        press(.page)
        loop.host.deliver(.shutDown, at: loop.now)
        flash.shutDown()
        guard let id = watch.session.totals?.header.id, let stream = fopen(storage.directory.runLog(id), "r") else { return [] }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 4 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, stream))
        return bytes
    }

    private final class Clock {
        private let start: MonotonicInstant
        weak var loop: VirtualLoop?
        init(_ start: MonotonicInstant) { self.start = start }
        var now: MonotonicInstant { loop?.now ?? start }
    }
}

extension VirtualLoop {
    /// Hands the watch the next instant of a feed, whatever the loop's own clock says.
    func deliverNext(of feed: any EventFeed) {
        let instant = feed.nextInstant ?? now
        feed.deliver(to: host.queue)
        host.handleWaiting(at: instant)
    }
}
