import Biosignals
import Peripherals
import Quantities
import WatchCore

/// Owns the drivers of a board: services all parts once a second in one batch, turns raw samples into heart rate, steps and pressure, and
/// says which part is sick.
///
/// It owns no clock and never waits: whoever owns it calls ``service(at:into:)`` at ``nextService``, and the same calls give the same events
/// on the watch, in a terminal and in tests. After the first seconds it allocates nothing.
public final class SensorHub {
    private static let period = Duration.seconds(1)
    /// A batch waits for its fix this long: FIFOs hold 1.28 s.
    private static let latestBatch = Duration.milliseconds(1_150)
    /// A fix sooner than this after a batch has missed it.
    private static let closestBatch = Duration.milliseconds(500)
    private static let batteryPeriod = Duration.seconds(60)
    /// 1.6 mA: enough to tell skin from air.
    private static let unusedChannelCurrent: UInt8 = 0x08
    /// The most that FIFOs deliver at once.
    private static let longestRead = 512

    private let parts: SensorParts
    private var pipeline: BiosignalsPipeline
    private var smoothing = SensorSmoothing()
    private var gains: [SensorGain]
    private var pulse = SensorCondition(), motion = SensorCondition(), barometer = SensorCondition(), battery = SensorCondition()
    private var pulseSamples: [PPGSample] = []
    private var motionSamples: [AccelerationSample] = []
    private var nextBatch: MonotonicInstant
    private var lastBatch: MonotonicInstant?
    private var nextBattery: MonotonicInstant
    private var confidence = 0.0

    /// A hub that services its parts from an instant on.
    public init(_ parts: SensorParts, at now: MonotonicInstant) {
        self.parts = parts
        let channels = min(max(parts.pulseChannels, 1), PPGSample.maximumChannels)
        pipeline = BiosignalsPipeline(
            configuration: BiosignalsConfiguration(
                opticalTiming: .fifo(samplesPerSecond: parts.pulse?.samplesPerSecond ?? 25),
                accelerationTiming: .fifo(samplesPerSecond: parts.motion?.samplesPerSecond ?? 25), channels: channels))
        gains = (0..<channels).map { _ in SensorGain() }
        nextBatch = now
        nextBattery = now
        pulseSamples.reserveCapacity(Self.longestRead)
        motionSamples.reserveCapacity(Self.longestRead)
        for channel in channels..<max(channels, 2) {
            parts.pulse?.setCurrent(register: Self.unusedChannelCurrent, ofChannel: channel)
        }
    }

    /// When ``service(at:into:)`` is wanted next: the next batch, or a step of a part's set-up before it.
    public var nextService: MonotonicInstant {
        let setUp = min(pulse.step ?? nextBatch, motion.step ?? nextBatch)
        return min(nextBatch, min(setUp, barometer.step ?? nextBatch))
    }

    /// What was wrong with a part last; nil if it works, or if there is none.
    public func trouble(of kind: SensorKind) -> ChipError? {
        switch kind {
        case .heartRate: pulse.trouble
        case .motion: motion.trouble
        case .barometer: barometer.trouble
        case .battery: battery.trouble
        case .gps: nil
        }
    }

    /// Services what is due, and appends the events that it gave.
    public func service(at now: MonotonicInstant, into events: inout [Event]) {
        let isBatch = now >= nextBatch
        // Acceleration first: the pulse of the same second waits for it.
        serviceMotion(at: now, inBatch: isBatch, into: &events)
        servicePulse(at: now, inBatch: isBatch, into: &events)
        serviceBarometer(at: now, inBatch: isBatch, into: &events)
        guard isBatch else { return }
        serviceBattery(at: now, into: &events)
        lastBatch = now
        nextBatch = nextBatch + Self.period
        if nextBatch <= now { nextBatch = now + Self.period }
        read(at: now, into: &events)
    }

    /// A position report has come and is about to be delivered: the batch of its second comes now, and the next one waits for the next
    /// report, so that both share a wake-up.
    public func serviceWithFix(at now: MonotonicInstant, into events: inout [Event]) {
        if let lastBatch, lastBatch.duration(to: now) < Self.closestBatch { return }
        nextBatch = now
        service(at: now, into: &events)
        nextBatch = now + Self.latestBatch
    }

    /// Switches all parts off, as far as they answer.
    public func shutDown() {
        do { try parts.pulse?.shutDown() } catch { pulse.note(error, at: nextBatch) }
        do { try parts.motion?.shutDown() } catch { motion.note(error, at: nextBatch) }
        do { try parts.barometer?.shutDown() } catch { barometer.note(error, at: nextBatch) }
    }

    // MARK: - Parts

    private func serviceMotion(at now: MonotonicInstant, inBatch isBatch: Bool, into events: inout [Event]) {
        guard let sensor = parts.motion, motion.isDue(at: now, inBatch: isBatch) else { return }
        motionSamples.removeAll(keepingCapacity: true)
        do {
            let report = try sensor.service(at: now, into: &motionSamples)
            motion.note(report, at: now)
        } catch { motion.note(error, at: now) }
        if motion.state == .working { for sample in motionSamples { pipeline.push(sample) } }
        if let news = motion.takeNews() { events.append(.sensor(.motion, news)) }
    }

    private func servicePulse(at now: MonotonicInstant, inBatch isBatch: Bool, into events: inout [Event]) {
        guard let sensor = parts.pulse, pulse.isDue(at: now, inBatch: isBatch) else { return }
        pulseSamples.removeAll(keepingCapacity: true)
        do {
            let report = try sensor.service(at: now, into: &pulseSamples)
            pulse.note(report, at: now)
        } catch {
            pulse.note(error, at: now)
            for channel in gains.indices { gains[channel].restart(at: now) }
            if let past = smoothing.end() { events.append(.smoothedHeartRate(past)) }
        }
        if pulse.state == .working { take(pulseSamples) }
        guard let news = pulse.takeNews() else { return }
        // What was shown last is not true any more.
        if news == .failed { events.append(.heartRate(HeartRateReading(rate: nil, confidence: 0))) }
        events.append(.sensor(.heartRate, news))
    }

    private func take(_ samples: [PPGSample]) {
        for sample in samples {
            pipeline.push(sample)
            guard !sample.ambientOverflow else { continue }
            for channel in gains.indices { gains[channel].add(sample.counts[channel]) }
        }
    }

    private func serviceBarometer(at now: MonotonicInstant, inBatch isBatch: Bool, into events: inout [Event]) {
        guard let sensor = parts.barometer, barometer.isDue(at: now, inBatch: isBatch) else { return }
        var sample: PressureSample?
        do {
            let report = try sensor.service(at: now, into: &sample)
            barometer.note(report, at: now)
        } catch { barometer.note(error, at: now) }
        if let news = barometer.takeNews() { events.append(.sensor(.barometer, news)) }
        if barometer.state == .working, let sample { events.append(.pressure(sample.pressure)) }
    }

    private func serviceBattery(at now: MonotonicInstant, into events: inout [Event]) {
        guard let gauge = parts.battery, now >= nextBattery, battery.isDue(at: now, inBatch: true) else { return }
        do {
            let measurement = try gauge.read()
            battery.note(ServiceReport(samples: 1), at: now)
            nextBattery = now + Self.batteryPeriod
            if battery.state == .working { events.append(.battery(measurement.reading)) }
        } catch { battery.note(error, at: now) }
        if let news = battery.takeNews() { events.append(.sensor(.battery, news)) }
    }

    // MARK: - Readings

    private func read(at now: MonotonicInstant, into events: inout [Event]) {
        if motion.state == .working, let steps = pipeline.steps(at: now) { events.append(.steps(steps)) }
        guard pulse.state == .working else { return }
        let reading = pipeline.heartRate(at: now)
        confidence = reading.confidence
        events.append(.heartRate(reading))
        if let (at, heart) = pipeline.takeHeart(), let past = smoothing.take(heart, at: at) { events.append(.smoothedHeartRate(past)) }
        adjustGains(at: now)
    }

    private func adjustGains(at now: MonotonicInstant) {
        for channel in gains.indices {
            guard let register = gains[channel].adjustment(at: now, confidence: confidence) else { continue }
            parts.pulse?.setCurrent(register: register, ofChannel: channel)
        }
    }
}
