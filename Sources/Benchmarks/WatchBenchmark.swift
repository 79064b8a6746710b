import Calendar
import CardStorage
import Glibc
import HealthCore
import JSONText
import Peripherals
import Playback
import Quantities
import Recordings
import RunCore
import RunLog
import Screens
import SimulatedPeripherals
import SystemCalls
import WatchCore
import WatchRuntime

/// What the whole watch costs: a scripted runner's values in, frames drawn, records written and flushed to a real folder, all under a
/// virtual clock, in a run that pressed buttons start.
public struct WatchBenchmark: Sendable {
    /// Simulated time, from switching the watch on to the end of the run.
    public private(set) var simulated = Duration.zero
    /// CPU time of everything, the simulated runner included.
    public private(set) var cpuTime = Duration.zero
    /// CPU time of the simulated runner alone, measured by itself with the same script and seed.
    public private(set) var simulatorTime = Duration.zero
    /// The greatest resident memory, MiB.
    public private(set) var peakMemory: Double?
    /// What was written, from switching on to the end of the run.
    public private(set) var flash = FlashCounters()
    /// Requests for memory from the first minute of the run to its end.
    public private(set) var allocations: UInt64 = 0
    /// The time in which ``allocations`` were counted.
    public private(set) var counted = Duration.zero
    /// Frames drawn.
    public private(set) var frames: UInt64 = 0
    /// The run's distance, as a mark that it took place.
    public private(set) var distance = Distance.zero

    /// The watch settles for so long after the start before requests for memory are counted.
    private static let settlingTime = Duration.seconds(60)
    /// The shortest time that leaves something to count.
    private static let shortest = Duration.seconds(180)

    /// Runs a watch.
    ///
    /// - Parameters:
    ///   - duration: simulated time; at least 3 min are run.
    ///   - allocationCount: how often the process has asked for memory so far; always 0 where nobody counts.
    public init(
        lasting duration: Duration, seed: UInt64, allocationCount: () -> UInt64 = { 0 }, progress: (Double) -> Void = { _ in }
    ) throws(BenchmarkFailure) {
        let duration = max(duration, Self.shortest)
        let script = RunnerScript.everyday(lasting: duration)
        simulatorTime = Self.simulatorTime(script, seed)
        let folder = try ScratchFolder.forBenchmark()
        defer { folder.remove() }
        let watch = try BenchmarkedWatch(script, seed: seed, folder: folder.path)
        let before = ProcessUsage.cpuTime
        try watch.start()
        let runStart = watch.loop.now
        let end = script.monotonic.advanced(by: duration)
        watch.live(until: runStart.advanced(by: Self.settlingTime))
        let (countStart, allocationsBefore) = (watch.loop.now, allocationCount())
        while watch.loop.now < end {
            watch.live(until: min(end, watch.loop.now.advanced(by: duration / 100)))
            try watch.checkRun(since: runStart)
            // The memory that telling progress takes is not the watch's.
            let allocationsOfWatch = allocationCount()
            progress(script.monotonic.duration(to: watch.loop.now).inSeconds / duration.inSeconds)
            allocations &-= allocationCount() &- allocationsOfWatch
        }
        allocations &+= allocationCount() &- allocationsBefore
        counted = countStart.duration(to: watch.loop.now)
        try watch.stop()
        cpuTime = ProcessUsage.cpuTime - before
        simulated = script.monotonic.duration(to: watch.loop.now)
        flash = watch.flash.counters
        frames = watch.loop.host.framesDrawn
        distance = watch.loop.host.watch.session.totals?.distance ?? .zero
        peakMemory = ProcessUsage.peakMemory
    }

    /// What stepping the script alone takes.
    private static func simulatorTime(_ script: RunnerScript, _ seed: UInt64) -> Duration {
        let before = ProcessUsage.cpuTime
        var runner = SimulatedRunner(script: script, seed: seed)
        var steps: UInt64 = 0
        while !runner.isFinished { steps &+= runner.next().truth.steps }
        return ProcessUsage.cpuTime - before
    }

    /// The figures as one object.
    public var json: JSONObject {
        let hours = simulated.inSeconds / 3600
        var object = JSONObject()
        object["simulated_hours"] = .number(simulated.inSeconds / 3600)
        object["cpu_s"] = .number(cpuTime.inSeconds)
        object["simulator_cpu_s"] = .number(simulatorTime.inSeconds)
        object["peak_rss_mb"] = number(peakMemory)
        object["flash_bytes_per_hour"] = .number(Double(flash.recordBytes) / hours)
        object["flushes_per_hour"] = .number(Double(flash.flushes) / hours)
        object["allocations_per_simulated_s"] = .number(Double(allocations) / counted.inSeconds)
        object["frames"] = .integer(Int64(clamping: frames))
        object["distance_m"] = .number(distance.meters)
        return object
    }
}

/// The watch of the benchmark: on a folder, with a display that keeps the frame, its buttons pressed now and then.
private struct BenchmarkedWatch {
    let loop: VirtualLoop
    let flash: ImmediateFlashWriter
    private let storage: WatchStorage

    /// The next page is shown this often.
    private static let pageInterval = Duration.seconds(20)

    init(_ script: RunnerScript, seed: UInt64, folder: String) throws(BenchmarkFailure) {
        let boot = BootID(high: 1, low: seed)
        do { storage = try WatchStorage(path: folder, boot: boot, serial: 1, around: script.utc) } catch {
            throw BenchmarkFailure("\(error)")
        }
        let clock = BenchmarkClock(script.monotonic)
        flash = ImmediateFlashWriter(storage, clock: { clock.now })
        let configuration = WatchConfiguration(
            boot: boot, entropy: (seed, ~seed), deviceSerial: 1, languages: UInt8(clamping: Language.all.count),
            languageTags: Language.all.map(\.tag),
            built: CivilDateTime(script.utc, offset: .utc).date)
        var settings = Settings()
        settings.isSetUp = true
        let profile = Profile(weight: .kilograms(70), height: .meters(1.75), birthYear: 1990)
        let watch = Watch(configuration, book: HealthBook(boot: boot, settings: settings, profile: profile), at: script.monotonic)
        let display = KeptFrame(width: 128, height: 128)
        let host = WatchHost(watch, .init(flash: flash, display: display, history: ImmediateHistory(storage)))
        loop = VirtualLoop(host, feed: SimulatedFeed(script, seed: seed), at: script.monotonic)
        clock.loop = loop
        host.deliver(.tick, at: script.monotonic)
    }

    /// Gets a fix and starts the run.
    func start() throws(BenchmarkFailure) {
        loop.advance(to: loop.now.advanced(by: .seconds(2)))
        press(.start)
        loop.advance(to: loop.now.advanced(by: .seconds(12)))
        press(.start)
        loop.advance(to: loop.now.advanced(by: .seconds(5)))
        guard loop.host.watch.session.phase.isRecording else { throw BenchmarkFailure("the run did not start: this is a fault of ours") }
    }

    /// Lets time pass, turning the pages.
    func live(until end: MonotonicInstant) {
        while loop.now < end {
            press(.page)
            loop.advance(to: min(end, loop.now.advanced(by: Self.pageInterval)))
        }
    }

    /// The model of the battery does not last for ever, and averages over an ended run would be wrong without a word (N15).
    func checkRun(since start: MonotonicInstant) throws(BenchmarkFailure) {
        guard !loop.host.watch.session.phase.isRecording else { return }
        let hours = Int(rounding: start.duration(to: loop.now).inSeconds / 3600)
        throw BenchmarkFailure("the battery of the simulated watch was empty after \(hours) h, and the run was saved: measure fewer hours")
    }

    /// Stops and saves the run.
    func stop() throws(BenchmarkFailure) {
        press(.start, for: .milliseconds(1200))
        loop.advance(to: loop.now.advanced(by: .seconds(2)))
        press(.page)
        loop.advance(to: loop.now.advanced(by: .seconds(2)))
        guard loop.host.watch.session.phase == .saved else { throw BenchmarkFailure("the run was not saved: this is a fault of ours") }
        loop.host.deliver(.shutDown, at: loop.now)
        flash.shutDown()
    }

    private func press(_ role: ButtonRole, for duration: Duration = .milliseconds(120)) { loop.press(role, at: loop.now, for: duration) }
}

/// A panel that keeps what it was sent.
private final class KeptFrame: Display {
    let width: Int, height: Int
    private var frame: Bitmap

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        frame = Bitmap(width: width, height: height)
    }
    func show(_ frame: Bitmap) { self.frame.copy(frame) }
    func setLight(_ light: DisplayLight) {}
}

/// The virtual clock as the flash writer reads it.
private final class BenchmarkClock {
    private let start: MonotonicInstant
    weak var loop: VirtualLoop?
    init(_ start: MonotonicInstant) { self.start = start }
    var now: MonotonicInstant { loop?.now ?? start }
}
