import Glibc
import Quantities

/// Estimates the heart rate, once a second, from optical counts and acceleration on one 25 Hz grid.
///
/// The pulse is band-passed and normalised; a motion canceller takes out what the acceleration explains; spectra of the last 8 s of pulse,
/// residual and motion, with their histories, give thirteen features for each rate from 40 to 210 bpm; a small network weighs them
/// (``RateModel``), and a forward filter carries the belief from second to second. One optical channel suffices, and no start at rest is needed.
///
/// The method and its figures are described in docs/accuracy.md; it learns nothing about the wearer and keeps nothing but its buffers.
public struct HeartRateEstimator {
    /// Samples a second of the grid.
    public static let rate = 25

    private static let bins = RatePosterior.count
    private static let firstBin = RatePosterior.lowest - PulseSpectrum.lowest
    /// Normalised pulses beyond this many standard deviations are clipped.
    private static let clip = 4.0
    /// How much of each second's evidence counts: the windows overlap by seven eighths.
    private static let evidenceWeight: Float = 0.45

    private let model: RateModel
    private let channels: Int
    private var filters: [BandPassFilter]
    private var cancellers: [MotionCanceller]
    private var powers: [WindowBuffer]
    private var powerSums: [Double]
    private var axisFilters: [BandPassFilter]
    private var motion = MotionCanceller.History()
    private var isSettled = false

    private var pulse = WindowBuffer()
    private var residual = WindowBuffer()
    private var axes: [WindowBuffer]
    private var count = 0

    private let spectrum = PulseSpectrum()
    private var pulseSpectrum = [Float](repeating: 0, count: PulseSpectrum.count)
    private var residualSpectrum = [Float](repeating: 0, count: PulseSpectrum.count)
    private var motionSpectrum = [Float](repeating: 0, count: PulseSpectrum.count)
    private var history = SpectrumHistory()
    private var features = [Float](repeating: 0, count: RateModel.features * bins)
    private var likelihood = [Float](repeating: 0, count: bins)
    private var posterior = RatePosterior()
    private var beats = PulseBeats()

    /// An estimator of one to three optical channels.
    public init(model: RateModel = .shipped, channels: Int = 1) {
        self.model = model
        self.channels = min(max(channels, 1), PPGSample.maximumChannels)
        // Each buffer is made by itself: shared storage would be copied at the first sample.
        filters = (0..<self.channels).map { _ in .pulse }
        cancellers = (0..<self.channels).map { _ in MotionCanceller() }
        powers = (0..<self.channels).map { _ in WindowBuffer() }
        powerSums = Array(repeating: 0, count: self.channels)
        axisFilters = (0..<3).map { _ in .pulse }
        axes = (0..<3).map { _ in WindowBuffer() }
    }

    /// Takes one sample of the grid: raw counts by channel and acceleration in g, all finite. Returns an estimate once a second, from the
    /// 200th sample on.
    public mutating func push(counts: SIMD3<Double>, acceleration: SIMD3<Double>) -> HeartRateEstimate? {
        if !isSettled { settle(counts, acceleration) }
        var moved = SIMD3<Double>.zero
        for axis in 0..<3 {
            moved[axis] = axisFilters[axis].push(acceleration[axis])
            axes[axis].push(moved[axis])
        }
        motion.push(moved)
        var (sum, left) = (0.0, 0.0)
        for channel in 0..<channels {
            let normal = normalised(filters[channel].push(counts[channel]), channel)
            sum += normal
            left += cancellers[channel].residual(of: normal, history: motion)
        }
        pulse.push(sum)
        residual.push(left)
        count += 1
        guard count >= PulseSpectrum.window, (count - PulseSpectrum.window) % Self.rate == 0 else { return nil }
        count = PulseSpectrum.window
        return update()
    }

    /// Forgets what was believed about the rate, but keeps filters and windows.
    public mutating func forget() {
        posterior.reset()
        history.removeAll()
    }

    /// Starts the optical filters and windows anew at the next sample's level: after a gap or a step that no filter can bridge.
    public mutating func restart() {
        isSettled = false
        count = 0
        forget()
    }

    /// Spread of the first channel's band-passed counts over the last 8 s.
    var pulsation: Double { (powerSums[0] / Double(PulseSpectrum.window)).squareRoot() }

    private mutating func settle(_ counts: SIMD3<Double>, _ acceleration: SIMD3<Double>) {
        for channel in 0..<channels { filters[channel].settle(at: counts[channel]) }
        for axis in 0..<3 { axisFilters[axis].settle(at: acceleration[axis]) }
        isSettled = true
    }

    /// A band-passed count in units of the last 8 s' spread.
    private mutating func normalised(_ value: Double, _ channel: Int) -> Double {
        powerSums[channel] = max(0, powerSums[channel] + value * value - powers[channel].oldest)
        powers[channel].push(value * value)
        let spread = (powerSums[channel] / Double(PulseSpectrum.window) + 1e-9).squareRoot() + 1e-6
        return min(max(value / spread, -Self.clip), Self.clip)
    }

    private mutating func update() -> HeartRateEstimate {
        let intensity = (axes[0].variance + axes[1].variance + axes[2].variance).squareRoot()
        measureSpectra(intensity)
        history.append(pulse: pulseSpectrum, residual: residualSpectrum, from: Self.firstBin)
        gatherFeatures(intensity)
        model.evaluate(features, count: Self.bins, into: &likelihood)
        weighIn(intensity)
        posterior.update(likelihood: likelihood)
        let (rate, confidence) = posterior.estimate
        return HeartRateEstimate(
            rate: .beatsPerMinute(Double(rate)), confidence: Double(confidence), onMotion: Double(motion(near: rate)),
            intensity: intensity, purity: Double(purity(at: rate)), outOfRange: Double(outOfRange),
            residualPurity: Double(residualPurity(at: rate)),
            beats: beats.rhythm(of: pulse, near: Double(rate)).map {
                HeartBeats(rate: .beatsPerMinute($0.beatsPerMinute), irregularity: $0.irregularity)
            },
            late: posterior.smoothed().map {
                LateHeartRate(rate: .beatsPerMinute(Double($0.beatsPerMinute)), confidence: Double($0.confidence))
            })
    }

    /// Spectra of pulse, residual and motion, each 1 at its strongest rate between 40 and 210; motion fades out below 0.1 g.
    private mutating func measureSpectra(_ intensity: Double) {
        for index in 0..<PulseSpectrum.count { (pulseSpectrum[index], residualSpectrum[index], motionSpectrum[index]) = (0, 0, 0) }
        spectrum.addPower(of: pulse, to: &pulseSpectrum)
        spectrum.addPower(of: residual, to: &residualSpectrum)
        for axis in 0..<3 { spectrum.addPower(of: axes[axis], to: &motionSpectrum) }
        Self.scaleMagnitude(&pulseSpectrum, to: 1)
        Self.scaleMagnitude(&residualSpectrum, to: 1)
        Self.scaleMagnitude(&motionSpectrum, to: Float(min(1, intensity / 0.1)))
    }

    /// Turns powers into magnitudes with a given largest one within the known rates.
    private static func scaleMagnitude(_ spectrum: inout [Float], to top: Float) {
        var largest: Float = 0
        for index in firstBin..<(firstBin + bins) { largest = max(largest, spectrum[index]) }
        let scale = top / (largest.squareRoot() + 1e-9)
        for index in 0..<PulseSpectrum.count { spectrum[index] = spectrum[index].squareRoot() * scale }
    }

    private mutating func gatherFeatures(_ intensity: Double) {
        let bins = Self.bins
        for bin in 0..<bins {
            let rate = bin + RatePosterior.lowest
            let one = rate - PulseSpectrum.lowest
            let two = min(2 * rate - PulseSpectrum.lowest, PulseSpectrum.count - 1)
            // Half a rate in whole beats, halves to the even one.
            let half = max((rate + (rate % 4 == 3 ? 1 : 0)) / 2 - PulseSpectrum.lowest, 0)
            features[bin] = pulseSpectrum[one]
            features[bins + bin] = residualSpectrum[one]
            features[2 * bins + bin] = motionSpectrum[one]
            features[3 * bins + bin] = history.meanPulse[bin]
            features[4 * bins + bin] = history.meanResidual[bin]
            features[5 * bins + bin] = pulseSpectrum[two]
            features[6 * bins + bin] = residualSpectrum[two]
            features[7 * bins + bin] = motionSpectrum[two]
            features[8 * bins + bin] = pulseSpectrum[half]
            features[9 * bins + bin] = residualSpectrum[half]
            features[10 * bins + bin] = motionSpectrum[half]
            features[11 * bins + bin] = Float(min(2, intensity))
            features[12 * bins + bin] = Float(rate - 110) / 50
        }
    }

    /// Turns the network's outputs into likelihoods, with a very weak pull towards the rates that people have at this intensity.
    private mutating func weighIn(_ intensity: Double) {
        let prior = IntensityPrior(intensity: Float(intensity))
        var largest = -Float.infinity
        for value in likelihood { largest = max(largest, value) }
        for bin in 0..<Self.bins {
            let pull = prior.penalty(Float(bin + RatePosterior.lowest))
            likelihood[bin] = expf(Self.evidenceWeight * (likelihood[bin] - largest) - pull)
        }
    }

    private func motion(near rate: Float) -> Float {
        var largest: Float = 0
        for bin in 0..<Self.bins where (Float(bin + RatePosterior.lowest) - rate).magnitude <= 4 {
            largest = max(largest, motionSpectrum[bin + Self.firstBin])
        }
        return largest
    }

    /// Power within 8 bpm of the rate and 10 of its double, of all power between 30 and 300 bpm.
    private func purity(at rate: Float) -> Float {
        var (near, all) = (Float(0), Float.leastNormalMagnitude)
        for index in 10...280 {
            let power = pulseSpectrum[index] * pulseSpectrum[index]
            let beats = Float(index + PulseSpectrum.lowest)
            all += power
            if (beats - rate).magnitude <= 8 || (beats - 2 * rate).magnitude <= 10 { near += power }
        }
        return near / all
    }

    /// Residual power within 8 bpm of the rate, of all between 40 and 210 bpm.
    private func residualPurity(at rate: Float) -> Float {
        var (near, all) = (Float(0), Float.leastNormalMagnitude)
        for index in Self.firstBin..<(Self.firstBin + Self.bins) {
            let power = residualSpectrum[index] * residualSpectrum[index]
            all += power
            if (Float(index + PulseSpectrum.lowest) - rate).magnitude <= 8 { near += power }
        }
        return near / all
    }

    /// The strongest pulse magnitude beyond the known rates, where 1 is the strongest within them.
    private var outOfRange: Float {
        var largest: Float = 0
        for index in 0..<Self.firstBin { largest = max(largest, pulseSpectrum[index]) }
        for index in (Self.firstBin + Self.bins)..<260 { largest = max(largest, pulseSpectrum[index]) }
        return largest
    }
}

/// The heart rates that people have at an intensity of motion: a normal distribution whose mean and spread grow with it.
struct IntensityPrior {
    private static let weight: Float = 0.05
    private let mean: Float
    private let spread: Float

    /// The prior for a spread of acceleration in g; interpolated between rest, walking, jogging and running.
    init(intensity: Float) {
        switch intensity {
        case ..<0.03: (mean, spread) = (75, 25)
        case ..<0.15: (mean, spread) = (75 + 20 * (intensity - 0.03) / 0.12, 25)
        case ..<0.35: (mean, spread) = (95 + 20 * (intensity - 0.15) / 0.2, 25 + 5 * (intensity - 0.15) / 0.2)
        case ..<0.7: (mean, spread) = (115 + 35 * (intensity - 0.35) / 0.35, 30)
        default: (mean, spread) = (150, 30)
        }
    }

    /// What the rate's log likelihood loses.
    func penalty(_ beatsPerMinute: Float) -> Float {
        let distance = (beatsPerMinute - mean) / spread
        return Self.weight * distance * distance / 2
    }
}
