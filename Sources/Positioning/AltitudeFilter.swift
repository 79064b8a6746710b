import Glibc
import Quantities

/// Where height comes from.
public enum AltitudeSource: UInt8, Sendable {
    /// Neither source has spoken lately.
    case none
    /// Air pressure, its level set by the receiver's heights where there are any.
    case barometer
    /// The receiver alone.
    case gps
}

/// Chooses between barometer and receiver, smooths the height, and sums ascent and descent.
///
/// The barometer leads while it delivers: its noise is a few decimetres, a receiver's height wanders by 5 m within a minute. Losing the
/// barometer, pressing the case, a weather front while paused or an altitude of exactly 0 among others add nothing (faults G1, G4, G5).
struct AltitudeFilter: Sendable {
    /// Readings that make the median which removes single outliers.
    private static let medianLength = 5
    /// s. The receiver takes over when the barometer has been silent this long.
    private static let barometerPatience = 10.0
    /// s. After this long without either source the height is unknown.
    private static let patience = 15.0
    /// m and m/s. A faster change of pressure height is the case being pressed or the wind, not a runner.
    private static let barometerJump = 3.0, barometerClimb = 3.0
    /// Refused readings in a row after which the new level is the truth: the sensor's own level has changed.
    private static let barometerRebase = 10, receiverRebase = 20
    /// m. Receivers jump when satellites come and go.
    private static let receiverJump = 30.0
    /// s. Time constants of the low passes; the receiver's is run twice, because its height wanders with 30 to 120 s.
    private static let barometerSmoothing = 5.0, receiverSmoothing = 20.0
    /// m. No runner is lower or higher: the shore of the Dead Sea, and Mount Everest with the weather's error.
    static let possible = -500.0...9_000.0
    /// m. What counts as a turn: 2 m with a barometer; 12 m without, as 5 m invents more than 100 m an hour on the flat.
    private static let barometerTurn = 2.0, receiverTurn = 12.0

    /// Heights between turning points.
    private(set) var turns = TurningPoints(threshold: AltitudeFilter.barometerTurn)
    private var source = AltitudeSource.none
    private var readings = Ring<Double>(capacity: AltitudeFilter.medianLength, filler: 0)
    private var height: Double?
    private var firstPass = 0.0
    private var refused = 0
    private var lastReading: MonotonicInstant?
    private var lastPressure: MonotonicInstant?
    private var level = BarometerLevel()
    private var steps = PressureSteps()
    private var lastStepReading: MonotonicInstant?
    private var lastReceiverHeight: MonotonicInstant?
    private var firstHeight: Double?

    /// The source in use at an instant.
    func source(at now: MonotonicInstant) -> AltitudeSource { altitude(at: now) == nil ? .none : source }

    /// The smoothed height at an instant; nil when unknown.
    func altitude(at now: MonotonicInstant) -> Altitude? {
        guard let height, let lastReading, now.seconds(since: lastReading) <= Self.patience else { return nil }
        let shown = source == .barometer ? height + level.offset : height
        return Self.possible.contains(shown) ? .meters(shown) : nil
    }

    /// What the witnesses of height are worth at an instant.
    func witnesses(at now: MonotonicInstant) -> HeightWitnesses {
        func state(_ last: MonotonicInstant?) -> WitnessState {
            last.map { now.seconds(since: $0) > Self.barometerPatience ? .silent : .good } ?? .absent
        }
        var witnesses = HeightWitnesses()
        witnesses.barometer = state(lastPressure)
        witnesses.receiver = state(lastReceiverHeight)
        return witnesses
    }

    /// Takes in one second: a receiver's height (only from an accepted fix) and the pressure, either may be missing. While not `moving`
    /// the height is followed but counts nothing.
    mutating func push(at now: MonotonicInstant, receiverHeight: Double?, pressure: Pressure?, moving: Bool) {
        let receiverHeight = receiverHeight.flatMap { Self.possible.contains($0) ? $0 : nil }
        if receiverHeight != nil { lastReceiverHeight = now }
        if let pressure = pressure?.hectopascals, pressure > 300, pressure < 1100 {
            lastPressure = now
            use(.barometer)
            let elapsed = lastStepReading.map { now.seconds(since: $0) } ?? .infinity
            lastStepReading = now
            takeIn(steps.corrected(Self.standardHeight(hectopascals: pressure), elapsed: elapsed), at: now, moving: moving)
            if let receiverHeight, let height, level.weight == 0 || !isStrayZero(receiverHeight, from: height + level.offset) {
                _ = level.push(difference: receiverHeight - height)
            }
        } else if let receiverHeight, lastPressure.map({ now.seconds(since: $0) > Self.barometerPatience }) ?? true {
            if let height, isStrayZero(receiverHeight, from: height) { return }
            use(.gps)
            guard isConfirmed(receiverHeight) else { return }
            takeIn(receiverHeight, at: now, moving: moving)
        }
    }

    /// A receiver without a height says exactly 0 (fault G1).
    private func isStrayZero(_ height: Double, from known: Double) -> Bool { height == 0 && abs(known) > 3 }

    /// The first height is believed when a second one agrees.
    private mutating func isConfirmed(_ height: Double) -> Bool {
        if self.height != nil { return true }
        defer { firstHeight = height }
        return firstHeight.map { abs($0 - height) <= Self.receiverJump } ?? false
    }

    /// Height in the ICAO standard atmosphere, which is off by the weather: ``BarometerLevel`` corrects the level.
    private static func standardHeight(hectopascals: Double) -> Double { 44330.77 * (1 - pow(hectopascals / 1013.25, 0.190263)) }

    private mutating func use(_ chosen: AltitudeSource) {
        guard chosen != source else { return }
        source = chosen
        height = nil
        refused = 0
        readings.removeAll()
        turns.threshold = chosen == .barometer ? Self.barometerTurn : Self.receiverTurn
        turns.continueWithoutStep()
    }

    private mutating func takeIn(_ reading: Double, at now: MonotonicInstant, moving: Bool) {
        readings.append(reading)
        let median = medianReading()
        let elapsed = lastReading.map { min(now.seconds(since: $0), 60) } ?? 0
        lastReading = now
        if let before = height {
            let limit = source == .barometer ? Self.barometerJump + Self.barometerClimb * elapsed : Self.receiverJump
            let rebase = source == .barometer ? Self.barometerRebase : Self.receiverRebase
            if abs(median - before) > limit, refused < rebase {
                refused += 1
                return
            }
            smooth(median, before: before, elapsed: elapsed, rebased: refused >= rebase)
            refused = 0
        } else {
            height = median
            firstPass = median
        }
        if moving, let height { turns.push(height) } else { turns.continueWithoutStep() }
    }

    private mutating func smooth(_ median: Double, before: Double, elapsed: Double, rebased: Bool) {
        let start = rebased ? median : before
        if rebased { turns.continueWithoutStep() }
        if source == .barometer {
            height = start + (median - start) * (1 - exp(-elapsed / Self.barometerSmoothing))
        } else {
            let gain = 1 - exp(-elapsed / Self.receiverSmoothing)
            if rebased { firstPass = median }
            firstPass += (median - firstPass) * gain
            height = start + (firstPass - start) * gain
        }
    }

    /// The upper median of the readings held.
    private func medianReading() -> Double {
        for i in 0..<readings.count {
            var rank = 0
            for j in 0..<readings.count where readings[j] < readings[i] || (readings[j] == readings[i] && j < i) { rank += 1 }
            if rank == readings.count / 2 { return readings[i] }
        }
        return readings.last ?? 0
    }
}

extension MonotonicInstant {
    /// Seconds from an earlier instant to this one, negative if that one is later.
    func seconds(since earlier: MonotonicInstant) -> Double { Double(nanoseconds.subtractingSaturating(earlier.nanoseconds)) / 1e9 }
}
