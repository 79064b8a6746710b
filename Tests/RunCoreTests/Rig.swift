import Calendar
import Positioning
import Quantities
import RunCore
import SimulatedPeripherals

/// A session under a virtual clock, which ticks it when it wants to be ticked, and a reader of its log beside it.
struct Rig {
    var session: RunSession
    private(set) var now: MonotonicInstant
    private(set) var records: [RunRecord] = []
    private(set) var outputs: [RunOutput] = []
    /// The totals as a reader of the log folds them.
    private(set) var log: RunTotals?
    private var out: [RunOutput] = []
    /// The zone that is set.
    var zone = TimeZoneRules.utc
    static let start = RunStart(id: RunID(high: 3, low: 4), boot: .first, deviceSerial: 7, zone: .utc)

    init(_ settings: RunSettings = RunSettings(countdownSeconds: 0), at now: MonotonicInstant = MonotonicInstant(seconds: 1000)) {
        session = RunSession(settings: settings)
        self.now = now
    }

    private mutating func collect() {
        for output in out {
            if case .record(let record) = output {
                records.append(record)
                if case .header(let header) = record { log = RunTotals(header: header) } else { log?.fold(record) }
            }
        }
        outputs += out
        out.removeAll(keepingCapacity: true)
    }

    /// True if the reader of the log knows exactly what the session knows.
    var logAgrees: Bool { session.totals == nil || session.totals == log }

    /// Lets time pass up to an instant.
    mutating func wait(until instant: MonotonicInstant) {
        while let due = session.nextDeadline(after: now), due <= instant {
            now = max(due, now)
            var start = Self.start
            start.zone = zone
            session.tick(at: now, start: start, into: &out)
            collect()
        }
        now = max(now, instant)
    }

    mutating func wait(_ duration: Duration) { wait(until: now + duration) }

    @discardableResult
    mutating func perform(_ command: RunCommand, boot: BootID = .first) -> Bool {
        var start = Self.start
        start.boot = boot
        start.zone = zone
        let obeyed = session.perform(command, at: now, start: start, into: &out)
        collect()
        return obeyed
    }

    /// From nothing to running.
    mutating func begin() {
        perform(.prepare)
        perform(.start)
    }

    mutating func take(_ fix: GPSFix) { session.take(fix, at: now, into: &out); collect() }
    mutating func take(_ steps: StepReading) { session.take(steps, at: now, into: &out); collect() }
    mutating func take(_ reading: HeartRateReading) { session.take(reading, at: now) }
    mutating func take(odometer reading: Distance) { session.take(odometer: reading, at: now) }
    mutating func take(_ smoothed: SmoothedHeartRate) { session.take(smoothed, into: &out); collect() }
    mutating func take(_ kind: SensorKind, _ state: SensorState) { session.take(kind, state, at: now, into: &out); collect() }
    mutating func learn(utc: UTCInstant) { session.learn(UTCOffset(from: now, to: utc), at: now, into: &out); collect() }
    mutating func recover(_ found: RunTotals, boot: BootID) -> Bool {
        log = found
        let goesOn = session.recover(found, boot: boot, zone: zone, at: now, into: &out)
        collect()
        return goesOn
    }

    /// Everything that a second of the simulation says, at its instant.
    mutating func give(_ second: SimulatedSecond, hasFix: Bool = true, hasSteps: Bool = true) {
        wait(until: second.at)
        if hasSteps, let steps = second.steps { take(steps) }
        if let heartRate = second.heartRate { take(heartRate) }
        if let pressure = second.pressure { session.take(pressure) }
        if let battery = second.battery { session.take(battery, at: now) }
        if hasFix, let fix = second.fix { take(fix) }
    }

    /// Plays a script to its end.
    mutating func play(
        _ script: RunnerScript, seed: UInt64 = 1, hasFix: Bool = true, each: (inout Rig, SimulatedSecond) -> Void = { _, _ in }
    ) {
        var runner = SimulatedRunner(script: script, seed: seed)
        while !runner.isFinished {
            let second = runner.next()
            give(second, hasFix: hasFix)
            each(&self, second)
        }
    }

    var samples: [RunSample] { records.compactMap { if case .sample(let sample) = $0 { sample } else { nil } } }
    var events: [RunEvent] { records.compactMap { if case .event(let event) = $0 { event } else { nil } } }
    var buzzes: [BuzzPattern] { outputs.compactMap { if case .buzz(let pattern) = $0 { pattern } else { nil } } }
    var totals: RunTotals { session.totals ?? RunTotals(header: .sample()) }
    mutating func forgetOutputs() { outputs.removeAll() }
}

extension RunnerScript {
    /// Legs on a straight way under open sky, the clock at the rig's.
    static func straight(_ legs: Leg...) -> RunnerScript {
        var script = RunnerScript(name: "straight", legs: legs)
        script.monotonic = MonotonicInstant(seconds: 1000)
        return script
    }
}
