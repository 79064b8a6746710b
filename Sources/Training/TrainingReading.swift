import Quantities
import RunCore

/// What training wants to know of a run besides its totals: best efforts, load, oxygen uptake, pace at an easy heart rate.
///
/// It takes each sample once, evened over gaps (``EvenedSamples``), while the log is folded, and keeps 16 bytes of it: how long pauses and
/// outages were, and what the heart rate was, is only known at the end.
public struct TrainingReading: Sendable {
    private struct Second {
        var milliseconds: UInt32
        var millimeters: UInt32
        var altitudeFifths: UInt16
        var beats: UInt8
        var confidencePercent: UInt8
        var flags: RunSample.Flags

        init(_ sample: RunSample) {
            (milliseconds, millimeters) = (sample.time.milliseconds, sample.distanceMillimeters)
            (altitudeFifths, flags) = (sample.altitudeFifths, sample.flags)
            (beats, confidencePercent) = (sample.heartRateBeats, sample.confidencePercent)
        }

        /// What the rules need of the sample.
        var sample: RunSample {
            var sample = RunSample(time: RunTime(milliseconds: milliseconds))
            (sample.distanceMillimeters, sample.altitudeFifths, sample.flags) = (millimeters, altitudeFifths, flags)
            (sample.heartRateBeats, sample.confidencePercent) = (beats, confidencePercent)
            return sample
        }
    }
    private var seconds: [Second] = []

    /// Before the first sample.
    public init() {}

    /// Takes the next sample.
    public mutating func take(_ sample: RunSample) { seconds.append(Second(sample)) }

    /// What was taken, as a run of a history.
    /// - Parameters:
    ///   - totals: the fold of the whole log.
    ///   - isHeaderLost: true if nothing is known of the runner.
    ///   - smoothed: the heart rate at a time that was known better later, 0 for "not known after all"; nil where the sample's own counts.
    public func trained(
        _ origin: RunOrigin, _ totals: RunTotals, isHeaderLost: Bool = false, smoothed: (RunTime) -> UInt8? = { _ in nil }
    ) -> TrainedRun {
        let header = totals.header, figures = RunFigures(totals, isHeaderLost: isHeaderLost)
        var timer = TimerReading(totals.clock.pauses), lastTimer: UInt32 = 0
        var efforts = BestEffortReading(), minutes = SteadyMinutes()
        var load = isHeaderLost ? nil : LoadReading(header)
        var uptake = isHeaderLost ? nil : OxygenUptakeReading(header.body, type: header.type)
        var aerobic = isHeaderLost ? nil : AerobicPaceReading(header.body, type: header.type)
        for second in seconds {
            let sample = second.sample, beats = smoothed(sample.time) ?? sample.heartRateBeats
            efforts.take(sample, outages: totals.utc.outages(upTo: sample.time))
            let milliseconds = timer.milliseconds(at: sample.time)
            let ran = milliseconds > lastTimer ? milliseconds - lastTimer : 0
            lastTimer = max(lastTimer, milliseconds)
            if !sample.flags.contains(.isPaused) { load?.take(beats: beats, ran: ran) }
            let step = minutes.take(sample, beats: beats, ran: ran)
            uptake?.take(step)
            aerobic?.take(step)
        }
        let believed = efforts.efforts()
        return TrainedRun(
            origin: origin, figures: figures, efforts: believed ?? BestEfforts(), load: load?.load(timer: figures.timer),
            oxygenUptake: believed == nil ? nil : uptake?.estimate, aerobicPace: believed == nil ? nil : aerobic?.pace,
            isTooFast: believed == nil)
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
