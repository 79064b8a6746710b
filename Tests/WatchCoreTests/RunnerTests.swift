import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

@Suite("Several runners on one watch")
struct RunnerTests {
    /// How many runners there are, which of them is active, what the page before a run says.
    static let cases: [(Int, Int?, ShortText?)] = [(0, nil, nil), (1, 0, nil), (2, 1, "Runner 1"), (2, nil, "--"), (3, 2, "Runner 2")]

    @Test("Who runs is said before a run where there is more than one, and the run is theirs", arguments: cases)
    func ready(_ count: Int, _ active: Int?, _ shown: ShortText?) throws {
        let origin = HealthOrigin.watch(serial: 7)
        var book = HealthBook(boot: WatchRig.configuration.boot, settings: .usual, profile: Profile())
        let ids = (0..<count).compactMap { RunnerID(UInt64($0 + 1)) }
        for (number, id) in ids.enumerated() {
            book.apply(book.change(.runner, id.id, to: .runner(Runner(name: "Runner \(number)")), origin: origin))
        }
        var settings = book.settings
        settings.activeRunner = active.map { ids[$0].text }
        for change in book.changes(to: settings, book.profile, origin: origin) { book.apply(change) }
        var rig = WatchRig(boot: WatchRig.configuration.boot, book: book)
        rig.press(.start)
        guard case .ready(let page) = rig.page else { return #expect(Bool(false), "not getting ready") }
        #expect(page.runner == shown)
        rig.press(.start)
        rig.wait(.seconds(30))
        rig.hold(.start)
        rig.press(.page)
        let run = try #require(
            rig.effects.compactMap { if case .change(let change) = $0, case .run(let run) = change.value { run } else { nil } }.last)
        #expect(run.runner == active.map { ids[$0] })
    }
}
