import Biosignals
import Peripherals
import Quantities
import WatchCore

/// Owns the drivers of a board: services all parts in one batch, turns raw samples into heart rate, steps and pressure, and says which part
/// is sick. In a run there is a batch a second; at rest only steps and the battery are looked at, every few seconds.
///
/// It owns no clock and never waits: whoever owns it calls ``service(at:into:)`` at ``nextService``, and the same calls give the same events
/// on the watch, in a terminal and in tests. After the first seconds it allocates nothing.
public final class SensorHub: SensorServicing {
    private static let runPeriod = Duration.seconds(1)
    /// A pedometer counts by itself; without one the samples of an accelerometer are fetched before its FIFO is full.
    private static let pedometerPeriod = Duration.seconds(10)
    /// Without any part that needs a look.
    private static let idlePeriod = Duration.seconds(60)
    /// A batch waits for the next occasion this long: FIFOs hold 1.28 s.
    private static let latestBatch = Duration.milliseconds(1_150)
    /// An occasion sooner than this after a batch has missed it.
    private static let closestBatch = Duration.milliseconds(500)
    /// 1.6 mA: enough to tell skin from air.
    private static let unusedChannelCurrent: UInt8 = 0x08
    /// The most that FIFOs deliver at once.
    private static let longestRead = 512

    private let parts: SensorParts
    private let pedometer: (any PedometerSensor)?
    private var demand = SensorDemand.rest
    private var pipeline: BiosignalsPipeline
    private var smoothing = SensorSmoothing()
    private var ledger: StepLedger
    private var wristRaise: WristRaise
    private var gains: [SensorGain]
    private var pulse = SensorCondition(), motion = SensorCondition(), barometer = SensorCondition(), battery = SensorCondition()
    private var pulseSamples: [PPGSample] = []
    private var motionSamples: [AccelerationSample] = []
    private var pulseIsOff = false, barometerIsOff = false
    private var nextBatch: MonotonicInstant
    private var lastBatch: MonotonicInstant?
    private var nextBattery: MonotonicInstant
    private var confidence = 0.0

    /// A hub that services its parts from an instant on, at rest until ``setDemand(_:at:into:)`` says otherwise.
    public init(_ parts: SensorParts, at now: MonotonicInstant) {
        self.parts = parts
        pedometer = parts.motion as? any PedometerSensor
        let channels = min(max(parts.pulseChannels, 1), PPGSample.maximumChannels)
        let motionRate = parts.motion?.samplesPerSecond ?? 25
        pipeline = BiosignalsPipeline(
            configuration: BiosignalsConfiguration(
                opticalTiming: .fifo(samplesPerSecond: parts.pulse?.samplesPerSecond ?? 25),
                accelerationTiming: .fifo(samplesPerSecond: motionRate), channels: channels))
        ledger = StepLedger(pedometerBits: pedometer?.pedometerBits ?? 16)
        wristRaise = WristRaise(samplesPerSecond: motionRate)
        gains = (0..<channels).map { _ in SensorGain() }
        nextBatch = now
        nextBattery = now
        pulseSamples.reserveCapacity(Self.longestRead)
        motionSamples.reserveCapacity(Self.longestRead)
        for channel in channels..<max(channels, 2) {
            parts.pulse?.setCurrent(register: Self.unusedChannelCurrent, ofChannel: channel)
        }
        do { try pedometer?.setPedometerOnly(true) } catch { motion.note(error, at: now) }
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

    /// Switches parts on and off; the next batch comes at once.
    public func setDemand(_ demand: SensorDemand, at now: MonotonicInstant, into events: inout [Event]) {
        guard demand != self.demand else { return }
        let countedByChip = countsByChip
        self.demand = demand
        if demand == .run { wakeParts(into: &events) } else { pauseParts(into: &events) }
        if countsByChip != countedByChip { changeCounter(at: now, into: &events) }
        if demand == .restUntilWristRaise { wristRaise.restart() }
        nextBatch = now
    }

    /// Services what is due, and appends the events that it gave.
    public func service(at now: MonotonicInstant, into events: inout [Event]) {
        let isBatch = now >= nextBatch
        // Acceleration first: the pulse of the same second waits for it.
        serviceMotion(at: now, inBatch: isBatch, into: &events)
        if demand == .run {
            servicePulse(at: now, inBatch: isBatch, into: &events)
            serviceBarometer(at: now, inBatch: isBatch, into: &events)
        } else if isBatch {
            switchOff()
        }
        guard isBatch else { return }
        serviceBattery(at: now, into: &events)
        lastBatch = now
        nextBatch = nextBatch + period
        if nextBatch <= now { nextBatch = now + period }
        read(at: now, into: &events)
    }

    /// A position report has come, or a frame is shown: the batch of its second comes now, and the next one waits for the next occasion, so
    /// that both share a wake-up.
    public func serviceOnOccasion(at now: MonotonicInstant, into events: inout [Event]) {
        if demand != .run { return }
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

    // MARK: - Rest and run

    private var countsByChip: Bool { demand == .rest && pedometer != nil }

    private var period: Duration {
        switch demand {
        case .run: Self.runPeriod
        case .restUntilWristRaise where parts.motion != nil: Self.runPeriod
        case .rest where pedometer != nil: Self.pedometerPeriod
        case .rest, .restUntilWristRaise: parts.motion?.longestPause ?? (parts.battery == nil ? Self.idlePeriod : BatteryRhythm.low)
        }
    }

    private func wakeParts(into events: inout [Event]) {
        parts.pulse?.wake()
        parts.barometer?.wake()
        if parts.pulse != nil { events.append(.sensor(.heartRate, .starting)) }
        if parts.barometer != nil { events.append(.sensor(.barometer, .starting)) }
        (pulseIsOff, barometerIsOff) = (false, false)
        (pulse, barometer) = (SensorCondition(), SensorCondition())
    }

    private func pauseParts(into events: inout [Event]) {
        if let past = smoothing.end() { events.append(.smoothedHeartRate(past)) }
        if parts.pulse != nil, pulse.state == .working { events.append(.heartRate(HeartRateReading(rate: nil, confidence: 0))) }
        (pulse, barometer) = (SensorCondition(), SensorCondition())
    }

    /// A part that does not answer is asked again with the next batch: an LED that stays lit empties the battery.
    private func switchOff() {
        do {
            if !pulseIsOff { try parts.pulse?.shutDown() }
            pulseIsOff = true
        } catch { pulse.note(error, at: nextBatch) }
        do {
            if !barometerIsOff { try parts.barometer?.shutDown() }
            barometerIsOff = true
        } catch { barometer.note(error, at: nextBatch) }
    }

    /// Hands the counting of steps from the watch to the chip, or back. What the chip has counted until now is taken first.
    private func changeCounter(at now: MonotonicInstant, into events: inout [Event]) {
        guard let pedometer else { return }
        do {
            if !countsByChip, motion.state == .working { try takePedometer(at: now) }
            try pedometer.setPedometerOnly(countsByChip)
        } catch { motion.note(error, at: now) }
        if let news = motion.takeNews() { events.append(.sensor(.motion, news)) }
    }

    // MARK: - Parts

    private func serviceMotion(at now: MonotonicInstant, inBatch isBatch: Bool, into events: inout [Event]) {
        guard let sensor = parts.motion, motion.isDue(at: now, inBatch: isBatch) else { return }
        motionSamples.removeAll(keepingCapacity: true)
        do {
            var report = try ServiceReport.whileMoreWaits(at: now) { () throws(ChipError) in
                try sensor.service(at: now, into: &motionSamples)
            }
            if countsByChip, report.isMeasuring {
                try takePedometer(at: now)
                report.samples = 1
            }
            motion.note(report, at: now)
        } catch { motion.note(error, at: now) }
        if motion.state == .working { take(motionSamples, into: &events) }
        if let news = motion.takeNews() { events.append(.sensor(.motion, news)) }
    }

    private func take(_ samples: [AccelerationSample], into events: inout [Event]) {
        for sample in samples {
            pipeline.push(sample)
            if demand == .restUntilWristRaise, wristRaise.push(sample) { events.append(.wristRaised) }
        }
    }

    private func takePedometer(at now: MonotonicInstant) throws(ChipError) {
        guard let pedometer else { return }
        ledger.update(chip: try pedometer.steps(), atSeconds: now.seconds)
    }

    private func servicePulse(at now: MonotonicInstant, inBatch isBatch: Bool, into events: inout [Event]) {
        guard let sensor = parts.pulse, pulse.isDue(at: now, inBatch: isBatch) else { return }
        pulseSamples.removeAll(keepingCapacity: true)
        do {
            let report = try ServiceReport.whileMoreWaits(at: now) { () throws(ChipError) in
                try sensor.service(at: now, into: &pulseSamples)
            }
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
            let reading = try gauge.read().reading
            battery.note(ServiceReport(samples: 1), at: now)
            nextBattery = now + BatteryRhythm.period(after: reading)
            if battery.state == .working { events.append(.battery(reading)) }
        } catch { battery.note(error, at: now) }
        if let news = battery.takeNews() { events.append(.sensor(.battery, news)) }
    }

    // MARK: - Readings

    private func read(at now: MonotonicInstant, into events: inout [Event]) {
        if motion.state == .working { readSteps(at: now, into: &events) }
        guard demand == .run, pulse.state == .working else { return }
        let reading = pipeline.heartRate(at: now)
        confidence = reading.confidence
        events.append(.heartRate(reading))
        if let (at, heart) = pipeline.takeHeart(), let past = smoothing.take(heart, at: at) { events.append(.smoothedHeartRate(past)) }
        adjustGains(at: now)
    }

    private func readSteps(at now: MonotonicInstant, into events: inout [Event]) {
        if countsByChip {
            let reading = StepReading(count: ledger.total, cadence: nil, pulseRate: .stepsPerMinute(0))
            return events.append(.steps(reading))
        }
        guard var reading = pipeline.steps(at: now) else { return }
        ledger.update(own: reading.count, atSeconds: now.seconds)
        reading.count = ledger.total
        events.append(.steps(reading))
    }

    private func adjustGains(at now: MonotonicInstant) {
        for channel in gains.indices {
            guard let register = gains[channel].adjustment(at: now, confidence: confidence) else { continue }
            parts.pulse?.setCurrent(register: register, ofChannel: channel)
        }
    }
}
