import HealthCore
import Peripherals
import Quantities
import RunCore
import WatchCore
import WatchRuntime

/// Notes what the host hands on for the card.
final class NotingFlash: FlashWriting {
    private(set) var records: [RunRecord] = []
    private(set) var changes: [HealthChange] = []
    private(set) var commits = 0
    private(set) var batches: [ChangeBatch] = []
    var news: [FlashNews] = []

    func append(_ record: RunRecord) { records.append(record) }
    func flush() {}
    func close(_ cause: EndCause) {}
    func save(_ change: HealthChange) { changes.append(change) }
    func commitChanges() { commits += 1 }
    func date(_ run: RunDating) {}
    func remove(_ run: RunID, forGood: Bool) {}
    func store(_ batch: ChangeBatch) { batches.append(batch) }
    private(set) var pictures: [KeptPicture] = []
    func keep(_ picture: KeptPicture) { pictures.append(picture) }
    func takeNews() -> FlashNews? { news.isEmpty ? nil : news.removeFirst() }
    var newsDescriptor: Int32? { nil }
    var counters: FlashCounters { FlashCounters() }
    func shutDown() {}

    /// How many runs began.
    var headers: Int { records.count { if case .header = $0 { true } else { false } } }
}

/// A panel that fails when it is told to.
final class FailingPanel: Display {
    let width = 128, height = 128
    let answersLater: Bool
    var isBroken = false
    /// Calls, of which a try makes one or two.
    private(set) var calls = 0
    private(set) var light = DisplayLight.on
    static let failure = PeripheralError(part: "The display", problem: "did not answer", advice: "check its wires")

    init(answersLater: Bool = false) { self.answersLater = answersLater }

    func show(_ frame: Bitmap) throws(PeripheralError) {
        calls += 1
        if isBroken, !answersLater { throw Self.failure }
    }
    func setLight(_ light: DisplayLight) throws(PeripheralError) {
        calls += 1
        if isBroken, !answersLater { throw Self.failure }
        self.light = light
    }
}

/// A host with a clock that stands where the test puts it.
struct HostRig {
    static let start = MonotonicInstant(seconds: 1000)
    let flash = NotingFlash()
    let host: WatchHost

    init(display: (any Display)? = nil, displaySleeps: Bool = false) {
        let boot = BootID(high: 1, low: 1)
        var settings = Settings()
        settings.isSetUp = true
        let configuration = WatchConfiguration(
            boot: boot, entropy: (1, 2), deviceSerial: 7, displaySleeps: displaySleeps, built: .softwareDate)
        let watch = Watch(
            configuration, book: HealthBook(boot: boot, settings: settings, profile: Profile()), at: Self.start)
        host = WatchHost(watch, WatchHost.Connections(flash: flash, display: display))
        host.deliver(.tick, at: Self.start)
    }

    /// Presses START for a tenth of a second.
    func press(at seconds: Double) {
        let down = Self.start + .seconds(seconds)
        host.deliver(.button(ButtonEdge(role: .start, isDown: true, at: down)), at: down)
        host.deliver(.button(ButtonEdge(role: .start, isDown: false, at: down + .milliseconds(100))), at: down + .milliseconds(100))
        host.deliver(.tick, at: down + .milliseconds(200))
    }

    /// Lets the watch live from a second to another, ticked when it asks for it.
    func live(from: Double, to: Double) {
        var now = Self.start + .seconds(from)
        let end = Self.start + .seconds(to)
        while let due = host.deadline(after: now), due <= end {
            now = max(now, due)
            host.deliver(.tick, at: now)
        }
    }
}
