import Calendar
import Glibc
import HealthCore
import Quantities
import RunCore
import RunLog
import ScreenModels
import Testing
import WatchCore
import WatchRuntime

@testable import CardStorage

/// A watch with its card, its list of runs and its buttons, under a clock of the test's own.
private final class WatchOnCard {
    let host: WatchHost
    let writer: ImmediateFlashWriter
    private var now = MonotonicInstant(seconds: 100)

    init(_ card: FlashTestCard, _ runs: [FlashTestRun]) throws {
        let storage = try WatchStorage(
            path: card.directory.path, boot: FlashTestCard.boot, serial: FlashTestCard.serial, around: UTCInstant(milliseconds: 0))
        writer = ImmediateFlashWriter(storage, clock: { MonotonicInstant(seconds: 0) })
        for run in runs { run.record(on: writer) }
        let configuration = WatchConfiguration(
            boot: FlashTestCard.boot, entropy: (1, 2), deviceSerial: FlashTestCard.serial, hasDisplay: false,
            built: CivilDate(daysSinceEpoch: 0))
        let watch = Watch(configuration, book: storage.book, at: now)
        host = WatchHost(watch, WatchHost.Connections(flash: writer, history: ImmediateHistory(storage)))
    }

    var page: Page { host.watch.screen(at: now).page }

    func wait(_ duration: Duration) {
        let end = now + duration
        while let due = host.deadline(after: now), due <= end {
            now = max(now, due)
            host.deliver(.tick, at: now)
        }
        now = end
    }

    func press(_ role: ButtonRole, for duration: Duration = .milliseconds(100)) {
        host.deliver(.button(ButtonEdge(role: role, isDown: true, at: now)), at: now)
        wait(duration)
        host.deliver(.button(ButtonEdge(role: role, isDown: false, at: now)), at: now)
        wait(.milliseconds(400))
    }
}

@Suite struct DeletionOnWatchTests {
    @Test("A run that is deleted with the buttons is gone from the list and from the store, and its log lies in the trash")
    func deletion() throws {
        let card = try FlashTestCard(), runs = [(1, 400), (2, 900)].map { FlashTestRun(number: $0.0, seconds: $0.1) }
        let watch = try WatchOnCard(card, runs)
        watch.press(.lap)
        guard case .history(let list) = watch.page else { throw Unexpected(page: watch.page) }
        #expect(list.count == 2 && list.rows.0?.distance == .meters(2_700))
        watch.press(.start)
        watch.press(.page, for: .milliseconds(1_100))
        watch.press(.start)
        watch.press(.start)
        #expect(watch.page == .message(.runDeleted))
        watch.press(.lap)
        guard case .history(let rest) = watch.page else { throw Unexpected(page: watch.page) }
        #expect(rest.count == 1 && rest.rows.0?.distance == .meters(1_200))
        #expect(try card.reader().runs().map(\.id) == [runs[0].id])
        #expect(access(card.directory.runLog(runs[1].id), F_OK) != 0)
        #expect(access(RunTrash(card.directory).path(of: runs[1].id), F_OK) == 0)
    }

    @Test("A watch without a card answers what its pages ask, with nothing")
    func withoutCard() throws {
        let card = try FlashTestCard(), watch = try WatchOnCard(card, [])
        watch.host.connect { $0.history = nil }
        for _ in 0..<8 {
            watch.press(.page)
            if case .totals(let page) = watch.page {
                #expect(page.runs == 0)
                return
            }
        }
        #expect(Bool(false), "no totals in the ring")
    }

    private struct Unexpected: Error { var page: Page }
}
