import Quantities

/// How the wearer moves on their feet.
public enum Gait: UInt8, Sendable {
    /// Neither walking nor running.
    case none
    /// Walking.
    case walking
    /// Running.
    case running
}

/// What one second told the step counter.
public struct StepSecond: Hashable, Sendable {
    /// Number of the second, from 0.
    public var index: Int
    /// Walking, running or neither.
    public var gait: Gait
    /// Steps credited by this second, back-filled ones included; a fraction.
    public var credited: Double
    /// All steps credited so far, with their fraction.
    public var total: Double
    /// Median cadence of the last 5 good seconds; nil unless walking or running.
    public var cadence: Cadence?
    /// Seconds from step to step; nil where no period was found.
    public var period: Double?
    /// Autocorrelation at its best lag, about 0...1.
    public var quality: Double
    /// Spread of the clipped four-second window in g.
    public var deviation: Double
    /// Peaks confirmed in this second.
    public var peaks: Int
}

/// Counts steps from the length of the acceleration vector at 25 Hz: cadence from autocorrelation, integrated over the seconds of a walk.
///
/// A walk starts after 5 s of one steady cadence, which are then credited with hindsight; a single knock, a drive or a gesture credits
/// nothing. Short breaks inside a walk are bridged. Where there is no period, a slow walk's single foot strikes are counted
/// (``SlowWalkCounter``); which of both found its walk first goes on, until it ends or the other is sure, and no second is counted by
/// both. Not counted: walks of less than 7 s.
public struct StepCounter {
    private static let samplesPerSecond = 25
    /// Good seconds to enter a walk, to enter it again; bad ones to leave it.
    private static let secondsToEnter = 5
    private static let secondsToReturn = 2
    private static let secondsToLeave = 3
    /// Quality of a good second; its mean on entering and on entering again.
    private static let goodQuality = 0.35
    private static let entryQuality = 0.6
    private static let returnQuality = 0.5
    /// Mean quality of the seconds that end a slow walk: its strikes and their echoes have a period of a kind themselves.
    private static let overrulingQuality = 0.75
    /// Seconds credited before a walk; how long a walk is remembered; the longest gap that is filled; history kept.
    private static let lead = 3
    private static let memory = 30
    private static let bridge = 10
    private static let history = 30
    /// Own spread in g that a second inside a bridged gap needs.
    private static let bridgeDeviation = 0.06
    private static let runningCadence = 140.0

    private struct Second {
        var peaks = 0
        var quality = 0.0
        var deviation = 0.0
        /// Steps it is worth inside a walk.
        var value = 0.0
        var isCredited = false
        /// Steps that were credited to it as single strikes of a slow walk.
        var strikes = 0.0
    }

    private var origin: Double?
    private var filter = BandPassFilter.steps
    private var window = [Double](repeating: 0, count: GaitPeriod.window)
    private var slot = 0
    private var inSecond = 0
    private var finishedSeconds = 0
    private var pulses = StepPulses()
    private var peaks = 0
    private var slowWalk = SlowWalkCounter()
    /// Single strikes of a slow walk in the second that is going on, and those that it has credited to whichever second.
    private var strikes = 0.0
    private var creditedStrikes = 0.0
    private var period = GaitPeriod()

    private var seconds = [Second](repeating: Second(), count: history)
    private var newest = -1
    private var kept = 0

    /// True while the steps of a walk or run are being credited.
    private(set) var isWalking = false
    private var run = 0
    private var bad = 0
    private var rate = 0.0
    private var leftAt: Int?
    private var leftRate = 0.0
    private var cadences = RecentCadences()
    private var credit = 0.0

    /// A counter that has seen nothing.
    public init() {}

    /// All steps credited so far, with their fraction.
    public var total: Double { credit }
    /// Immediate, uncredited step pulses of the last 3 s × 20.
    public var pulseRate: Cadence { pulses.rate }
    /// Steps per minute of a slow walk; nil unless one is being counted.
    public var slowCadence: Cadence? { slowWalk.cadence.map { .stepsPerMinute($0) } }
    /// The latest band-passed sample in g.
    var filtered: Double { window[slot == 0 ? GaitPeriod.window - 1 : slot - 1] }

    /// Takes |a| in g, one sample of 25 a second. Returns what the second told after every 25th sample, else nil. A value that is not
    /// finite is taken for 1 g, standing still.
    public mutating func push(magnitude: Double) -> StepSecond? {
        let magnitude = magnitude.isFinite ? min(magnitude, 100) : 1
        let first = origin ?? magnitude
        origin = first
        let value = filter.push(magnitude - first)
        window[slot] = value
        slot = slot + 1 == GaitPeriod.window ? 0 : slot + 1
        if pulses.push(value) { peaks += 1 }
        inSecond += 1
        var finished: StepSecond?
        if inSecond == Self.samplesPerSecond {
            inSecond = 0
            finished = finishSecond()
        }
        if slowWalk.push(magnitude, isCountedElsewhere: isWalking) { creditStrikes() }
        return finished
    }

    /// Credits the strikes of a slow walk that lie in seconds which are not counted yet.
    private mutating func creditStrikes() {
        for place in 0..<slowWalk.known where !slowWalk.strikes[place].isCredited {
            let age = finishedSeconds &- 1 &- slowWalk.strikes[place].sample / Self.samplesPerSecond
            if age < 0 {
                strikes += 1
            } else if age < kept {
                guard !seconds[index(age)].isCredited else { continue }
                seconds[index(age)].strikes += 1
            }
            slowWalk.strikes[place].isCredited = true
            creditedStrikes += 1
            credit += 1
        }
    }

    private mutating func finishSecond() -> StepSecond {
        finishedSeconds &+= 1
        period.measure(window, from: slot, isFull: finishedSeconds >= 4)
        let found = period.stepRate
        let own = ownDeviation()
        keep(
            Second(
                peaks: peaks, quality: period.quality, deviation: own,
                value: own < 0.5 * period.wholeDeviation ? min(Double(peaks), found) : found, strikes: strikes))
        (peaks, strikes) = (0, 0)
        let steps = advance(found)
        seconds[newest].isCredited = isWalking
        credit += steps
        defer { creditedStrikes = 0 }
        let cadence = isWalking ? cadences.median : nil
        let isRunning = isWalking && (period.deviation > GaitPeriod.runningDeviation || (cadence ?? 0) > Self.runningCadence)
        return StepSecond(
            index: finishedSeconds &- 1, gait: isRunning ? .running : isWalking ? .walking : .none, credited: steps + creditedStrikes,
            total: credit,
            cadence: cadence.map { .stepsPerMinute($0) }, period: found > 0 ? 1 / found : nil, quality: period.quality,
            deviation: period.deviation, peaks: seconds[newest].peaks)
    }

    /// Moves the state by one second with a step rate of `found` (0: none) and returns the steps it credits.
    private mutating func advance(_ found: Double) -> Double {
        let isSteady = !(isWalking && (found - rate).magnitude > 0.25 * rate)
        if found > 0, period.quality >= Self.goodQuality, isSteady {
            if !isWalking, run > 0, (found - rate).magnitude > 0.15 * rate { run = 0 }
            run &+= 1
            bad = 0
            rate = run == 1 ? found : 0.7 * rate + 0.3 * found
            if run == 1 { cadences.removeAll() }
            cadences.append(60 * found)
            return isWalking ? seconds[newest].value : enter()
        }
        guard isWalking else {
            run = 0
            return 0
        }
        bad += 1
        // Beside the rhythm a second is worth its peaks, but never more than the rhythm: the rest is the echo of a stop or a turn.
        if bad < Self.secondsToLeave { return min(Double(seconds[newest].peaks), rate) }
        (isWalking, run) = (false, 0)
        (leftAt, leftRate) = (finishedSeconds, rate)
        return 0
    }

    /// Enters a walk if the good seconds suffice, and returns the steps of the seconds then credited, each second once.
    private mutating func enter() -> Double {
        let length = min(run, kept)
        var quality = 0.0
        for age in 0..<length { quality += seconds[index(age)].quality }
        quality /= Double(length)
        let isReturn: Bool
        if let leftAt {
            isReturn =
                finishedSeconds &- leftAt <= Self.memory && run >= Self.secondsToReturn && quality >= Self.returnQuality
                && (rate - leftRate).magnitude < 0.15 * leftRate
        } else {
            isReturn = false
        }
        let needed = slowWalk.isWalking ? Self.overrulingQuality : Self.entryQuality
        guard isReturn && !slowWalk.isWalking || (run >= Self.secondsToEnter && quality >= needed) else { return 0 }
        isWalking = true
        slowWalk.stop()
        var steps = creditGap(after: length, isReturn: isReturn)
        for age in 0..<length {
            steps += seconds[index(age)].value - takeBackStrikes(age)
            seconds[index(age)].isCredited = true
        }
        return max(steps, 0)
    }

    /// What a slow walk has credited to a second that the rhythm now takes over.
    private mutating func takeBackStrikes(_ age: Int) -> Double {
        defer { seconds[index(age)].strikes = 0 }
        return seconds[index(age)].strikes
    }

    /// Credits uncredited seconds before a run of `length` seconds: a turn or gesture inside a walk whole, else the last few by their peaks.
    private mutating func creditGap(after length: Int, isReturn: Bool) -> Double {
        var end = length
        var isLively = true
        while end < kept, !seconds[index(end)].isCredited {
            if seconds[index(end)].deviation < Self.bridgeDeviation { isLively = false }
            end += 1
        }
        let fills = isReturn && end - length <= Self.bridge && isLively
        if !fills { end = min(end, length + Self.lead) }
        var steps = 0.0
        for age in length..<end {
            steps += (fills ? rate : min(Double(seconds[index(age)].peaks), rate)) - takeBackStrikes(age)
            seconds[index(age)].isCredited = true
        }
        return steps
    }

    private mutating func keep(_ second: Second) {
        newest = newest + 1 == Self.history ? 0 : newest + 1
        seconds[newest] = second
        kept = min(kept + 1, Self.history)
    }

    /// Where the second of an age stands in the ring; 0 is the newest.
    private func index(_ age: Int) -> Int {
        age <= newest ? newest - age : newest - age + Self.history
    }

    private func ownDeviation() -> Double {
        let count = Double(Self.samplesPerSecond)
        let start = slot >= Self.samplesPerSecond ? slot - Self.samplesPerSecond : slot + GaitPeriod.window - Self.samplesPerSecond
        var sum = 0.0
        for offset in 0..<Self.samplesPerSecond { sum += window[start + offset] }
        var squares = 0.0
        for offset in 0..<Self.samplesPerSecond {
            let difference = window[start + offset] - sum / count
            squares += difference * difference
        }
        return (squares / count).squareRoot()
    }
}
