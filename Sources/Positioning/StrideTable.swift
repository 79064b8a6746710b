import Quantities

/// Why a calibration by a known distance was refused.
public enum StrideCalibrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Fewer steps than say anything.
    case tooFewSteps(UInt64)
    /// The strides that would follow are not a person's; the ratio to the expected ones is given.
    case absurdRatio(Double)

    /// What happened and what to do, as a sentence.
    public var description: String {
        switch self {
        case .tooFewSteps(let steps):
            "The stride was not calibrated: \(steps) steps are too few; run at least \(StrideTable.fewestCalibrationSteps)"
        case .absurdRatio(let ratio):
            "The stride was not calibrated: the distance is \((ratio * 100).rounded() / 100) times what the steps allow; check its unit"
        }
    }
}

/// How long a step is at a cadence: what distance is reckoned from where no receiver sees the sky.
///
/// It starts from the body height with the line that Pebble published (step = height × (0.0031 × steps per minute + 0.1449): 0.45 of the
/// height at 100, 0.66 at 165) and learns from every half minute of good GPS at an even speed. Walking and running are separate lines, each
/// a least-squares fit that forgets over some hundred half minutes and in which the starting line counts as twenty.
/// Errors to expect: 10 to 20 % before learning, 3 to 4 % after.
public struct StrideTable: Sendable, Hashable {
    /// From this cadence on a gait is running.
    public static let runningCadence = Cadence.stepsPerMinute(140)
    /// A stride outside these ratios to the starting line is a fault of a sensor, not a runner (fault F10).
    public static let plausibleRatio = 0.5...2.0
    /// Fewer steps calibrate nothing.
    public static let fewestCalibrationSteps: UInt64 = 200
    /// A calibration weighs as much as this many half minutes of GPS.
    static let calibrationWeight = 40.0
    /// Cadences outside these are not a gait.
    static let plausibleCadence = 40.0...260.0

    /// The runner's height, 1.2 to 2.3 m.
    public let height: Distance
    private var walk: StrideLine
    private var run: StrideLine
    private var stretch = SteadyStretch()

    /// The starting table of a runner of this height; heights outside 1.2...2.3 m count as the nearest of these, NaN as 1.7 m.
    public init(height: Distance = .meters(1.7)) {
        let bounded = height.meters.isNaN ? 1.7 : max(1.2, min(2.3, height.meters))
        self.height = .meters(bounded)
        walk = StrideLine(center: 110, prior: { Self.startingStride(cadence: $0, height: bounded) })
        run = StrideLine(center: 165, prior: { Self.startingStride(cadence: $0, height: bounded) })
    }

    /// The length of one step at a cadence, within half and twice the starting line; nil if the cadence is not a gait (40...260 a minute).
    public func stride(at cadence: Cadence) -> Distance? {
        let steps = cadence.stepsPerMinute
        guard Self.plausibleCadence.contains(steps) else { return nil }
        let start = Self.startingStride(cadence: steps, height: height.meters)
        let ratio = (cadence < Self.runningCadence ? walk : run).stride(cadence: steps) / start
        return .meters(start * max(Self.plausibleRatio.lowerBound, min(Self.plausibleRatio.upperBound, ratio)))
    }

    /// Cadence × stride; nil if the cadence is not a gait.
    public func speed(at cadence: Cadence) -> Speed? {
        stride(at: cadence).map { .metersPerSecond($0.meters * cadence.stepsPerMinute / 60) }
    }

    /// Takes in one second. Learns when 30 in a row had a cadence and a speed by a good receiver, both steady; returns true then.
    ///
    /// - Parameters:
    ///   - cadence: the credited cadence; nil when neither walking nor running.
    ///   - state: what positioning says in the same second.
    public mutating func observe(cadence: Cadence?, state: PositioningState) -> Bool {
        guard let cadence, Self.plausibleCadence.contains(cadence.stepsPerMinute), let speed = state.speed, speed.isFinite,
            state.verdict == .accepted, !state.isReckoned, !state.isPaused, !state.isStill,
            let error = state.horizontalError, error <= SteadyStretch.largestError
        else {
            stretch = SteadyStretch()
            return false
        }
        guard let mean = stretch.push(cadence: cadence.stepsPerMinute, speed: speed.metersPerSecond) else { return false }
        return learn(stride: mean.speed * 60 / mean.cadence, cadence: mean.cadence, weight: 1)
    }

    /// Takes in a distance that the runner knows, such as a treadmill's, for steps counted at a mean cadence.
    public mutating func calibrate(distance: Distance, steps: UInt64, cadence: Cadence) throws(StrideCalibrationError) {
        guard steps >= Self.fewestCalibrationSteps else { throw .tooFewSteps(steps) }
        let stride = distance.meters / Double(steps)
        guard learn(stride: stride, cadence: cadence.stepsPerMinute, weight: Self.calibrationWeight) else {
            throw .absurdRatio(stride / Self.startingStride(cadence: cadence.stepsPerMinute, height: height.meters))
        }
    }

    private mutating func learn(stride: Double, cadence: Double, weight: Double) -> Bool {
        let ratio = stride / Self.startingStride(cadence: cadence, height: height.meters)
        guard Self.plausibleCadence.contains(cadence), Self.plausibleRatio.contains(ratio) else { return false }
        if cadence < Self.runningCadence.stepsPerMinute {
            walk.learn(stride: stride, cadence: cadence, weight: weight)
        } else {
            run.learn(stride: stride, cadence: cadence, weight: weight)
        }
        return true
    }

    /// Metres by Pebble's published line.
    static func startingStride(cadence: Double, height: Double) -> Double { height * (0.0031 * cadence + 0.1449) }

    // MARK: Keeping

    /// How many ``numbers`` a table is.
    public static let numberCount = 1 + 2 * StrideLine.numberCount

    /// Everything learned, as plain numbers for storage: height, then the sums of the walking and the running line.
    public var numbers: [Double] { [height.meters] + walk.numbers + run.numbers }

    /// A table from its stored ``numbers``; nil unless they are as many and as finite as this version writes them.
    public init?(numbers: [Double]) {
        guard numbers.count == Self.numberCount, numbers.allSatisfy(\.isFinite), (1.2...2.3).contains(numbers[0]) else { return nil }
        self.init(height: .meters(numbers[0]))
        let split = 1 + StrideLine.numberCount
        guard walk.restore(numbers[1..<split]), run.restore(numbers[split...]) else { return nil }
    }
}

/// Thirty seconds of even running or walking.
struct SteadyStretch: Sendable, Hashable {
    /// A better error than this is a good fix.
    static let largestError = Distance.meters(5)
    private static let length = 30.0
    /// m/s. Speed that varies more than this within the stretch says nothing about one cadence.
    private static let largestDeviation = 0.3
    /// Steps per minute: the same for the cadence.
    private static let largestCadenceDeviation = 5.0

    private var count = 0.0
    private var speed = 0.0, speedSquares = 0.0
    private var cadence = 0.0, cadenceSquares = 0.0

    /// The means when the stretch is full and was steady; then, or if it was not, a new one begins.
    mutating func push(cadence steps: Double, speed metersPerSecond: Double) -> (cadence: Double, speed: Double)? {
        count += 1
        speed += metersPerSecond
        speedSquares += metersPerSecond * metersPerSecond
        cadence += steps
        cadenceSquares += steps * steps
        guard count >= Self.length else { return nil }
        let meanSpeed = speed / count, meanCadence = cadence / count
        let deviation = max(0, speedSquares / count - meanSpeed * meanSpeed).squareRoot()
        let cadenceDeviation = max(0, cadenceSquares / count - meanCadence * meanCadence).squareRoot()
        self = SteadyStretch()
        guard deviation < Self.largestDeviation, cadenceDeviation < Self.largestCadenceDeviation else { return nil }
        return (meanCadence, meanSpeed)
    }
}

/// A line stride = a + b × (cadence − centre), fitted by least squares that forget, with a line to start from.
struct StrideLine: Sendable, Hashable {
    static let numberCount = 5
    /// What a sample is worth after one more has come: half after 346.
    private static let forgetting = 0.998
    /// The starting line counts as this many samples, and never fades, so that a runner with a single cadence keeps a sane slope.
    private static let priorWeight = 20.0
    /// Steps per minute. How far around the centre the starting line's samples lie.
    private static let priorSpread = 15.0

    private let center: Double
    private let priorStride: Double
    private let priorSlope: Double
    // Learned sums: weights, x, x², y, xy with x = cadence − centre and y = stride − starting line.
    private var weights = 0.0, x = 0.0, xx = 0.0, y = 0.0, xy = 0.0

    init(center: Double, prior: (Double) -> Double) {
        self.center = center
        priorStride = prior(center)
        priorSlope = prior(center + 1) - prior(center)
    }

    func stride(cadence: Double) -> Double {
        let w = weights + Self.priorWeight
        let squares = xx + Self.priorWeight * Self.priorSpread * Self.priorSpread
        let determinant = w * squares - x * x
        let a = (squares * y - x * xy) / determinant
        let b = (w * xy - x * y) / determinant
        let offset = cadence - center
        return priorStride + a + (priorSlope + b) * offset
    }

    mutating func learn(stride: Double, cadence: Double, weight: Double) {
        let offset = cadence - center
        let difference = stride - (priorStride + priorSlope * offset)
        weights = weights * Self.forgetting + weight
        x = x * Self.forgetting + weight * offset
        xx = xx * Self.forgetting + weight * offset * offset
        y = y * Self.forgetting + weight * difference
        xy = xy * Self.forgetting + weight * offset * difference
    }

    var numbers: [Double] { [weights, x, xx, y, xy] }

    /// False, and nothing changed, if the sums cannot come from samples.
    mutating func restore(_ numbers: ArraySlice<Double>) -> Bool {
        let sums = Array(numbers)
        guard sums.count == Self.numberCount, (0...1e6).contains(sums[0]), sums[2] >= 0, sums[1] * sums[1] <= sums[0] * sums[2] + 1e-6
        else {
            return false
        }
        (weights, x, xx, y, xy) = (sums[0], sums[1], sums[2], sums[3], sums[4])
        return true
    }
}
