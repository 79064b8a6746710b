import Quantities
import RunCore

/// What training wants to know of a run, as a second pass over its samples: best efforts, load, oxygen uptake, pace at an easy heart rate.
///
/// The totals come first, because only they know pauses and outages to their end. Then every sample in order, evened over gaps
/// (``EvenedSamples``), with the heart rate that is known best of it.
public struct TrainingReading: Sendable {
    private let figures: RunFigures
    private let utc: UTCTimeline
    private var timer: TimerReading
    private var lastTimer: UInt32 = 0
    private var efforts = BestEffortReading()
    private var impulse: TrainingImpulse?
    private var hasHeartRate = false
    private var minutes = SteadyMinutes()
    private var uptake: OxygenUptakeReading?
    private var aerobic: AerobicPaceReading?

    /// A value holds for at most this long after the sample before, as in the run's totals: 3 s.
    private static let longestSecond: UInt32 = 3_000

    /// Before the first sample of a run with these totals. Where the header is lost, nothing is known of the runner.
    public init(_ totals: RunTotals, isHeaderLost: Bool = false) {
        figures = RunFigures(totals, isHeaderLost: isHeaderLost)
        utc = totals.utc
        timer = TimerReading(totals.clock.pauses)
        guard !isHeaderLost else { return }
        impulse = TrainingImpulse(totals.header.body)
        uptake = OxygenUptakeReading(totals.header.body, type: totals.header.type)
        aerobic = AerobicPaceReading(totals.header.body, type: totals.header.type)
    }

    /// Takes the next sample.
    /// - Parameter beats: its heart rate in beats a minute as best known, smoothed where there is a smoothed one; 0 for "not known".
    public mutating func take(_ sample: RunSample, beats: UInt8) {
        efforts.take(sample, outages: utc.outages(upTo: sample.time))
        let milliseconds = timer.milliseconds(at: sample.time)
        let ran = milliseconds > lastTimer ? milliseconds - lastTimer : 0
        lastTimer = max(lastTimer, milliseconds)
        if beats > 0, ran > 0, !sample.flags.contains(.isPaused) {
            hasHeartRate = true
            impulse?.add(beats: beats, milliseconds: min(ran, Self.longestSecond))
        }
        let step = minutes.take(sample, beats: beats, ran: ran)
        uptake?.take(step)
        aerobic?.take(step)
    }

    /// What was taken, as a run of a history.
    public func trained(_ origin: RunOrigin) -> TrainedRun {
        let banister = hasHeartRate ? impulse?.value : nil, edwards = TrainingImpulse.edwards(figures.timeInZones)
        return TrainedRun(
            origin: origin, figures: figures, efforts: efforts.efforts(),
            load: banister == nil && edwards == nil ? nil : TrainingLoad(banister: banister, edwards: edwards),
            oxygenUptake: uptake?.estimate, aerobicPace: aerobic?.pace)
    }
}

/// The timer at moments that come in order, by going along the pauses once.
struct TimerReading: Sendable {
    private let pauses: [PauseClock.Pause]
    private var next = 0
    private var paused: UInt64 = 0

    init(_ pauses: [PauseClock.Pause]) { self.pauses = pauses }

    /// Milliseconds on the timer; a moment before an earlier one gets no less than it should, by what was paused between.
    mutating func milliseconds(at time: RunTime) -> UInt32 {
        while next < pauses.count, let end = pauses[next].to, end <= time {
            paused &+= UInt64(end.millisecondsSince(pauses[next].from))
            next += 1
        }
        let now = next < pauses.count ? UInt64(time.millisecondsSince(pauses[next].from)) : 0
        let elapsed = UInt64(time.milliseconds)
        return UInt32(clamping: elapsed - min(elapsed, paused &+ now))
    }
}

/// The pace of the minutes at an easy heart rate (``AerobicPace``).
struct AerobicPaceReading: Sendable {
    private let lower: UInt8
    private let upper: UInt8
    private var minutes = 0
    private var milliseconds: UInt64 = 0
    private var millimeters: UInt64 = 0
    private static let leastMinutes = 5

    /// Nil unless it is a run and the greatest heart rate is known.
    init?(_ body: BodyProfile, type: RunType) {
        guard type == .run, let maximum = body.maximumHeartRate?.beatsPerMinute else { return nil }
        lower = UInt8(rounding: maximum * 0.7)
        upper = UInt8(rounding: maximum * 0.8)
    }

    mutating func take(_ step: SteadyMinutes.Step) {
        guard case .full(let minute) = step, minute.speed > 2, minute.beats >= Double(lower), minute.beats <= Double(upper) else { return }
        minutes += 1
        milliseconds &+= UInt64(minute.milliseconds)
        millimeters &+= UInt64(minute.millimeters)
    }

    var pace: AerobicPace? {
        guard minutes >= Self.leastMinutes,
            let pace = Pace(.meters(Double(millimeters) / 1000), in: .milliseconds(Int64(clamping: milliseconds)))
        else { return nil }
        return AerobicPace(pace: pace, minutes: minutes, lowerBeats: lower, upperBeats: upper)
    }
}
