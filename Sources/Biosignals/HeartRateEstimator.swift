import Glibc
import Quantities

/// Estimates the heart rate, once a second, from optical counts and acceleration on one 25 Hz grid.
///
/// The pulse is band-passed and normalised; a motion canceller takes out what the acceleration explains; spectra of the last 8 s of pulse,
/// residual and motion, with their histories, give twenty features for each rate from 40 to 210 bpm; a small network weighs them
/// (``RateModel``), and a forward filter carries the belief from second to second. The rate is read off the spectra near the belief. One
/// optical channel suffices, and no start at rest is needed.
///
/// The method and its figures are described in docs/accuracy.md; it learns nothing about the wearer and keeps nothing but its buffers. A
/// value: a copy goes on by itself.
public struct HeartRateEstimator: Sendable {
    /// Samples a second of the grid.
    public static let rate = 25

    /// Normalised pulses beyond this many standard deviations are clipped.
    private static let clip = 4.0
    /// How much of each second's evidence counts: the windows overlap by seven eighths.
    private static let evidenceWeight: Float = 0.45

    private let model: RateModel
    private let channels: Int
    private var filters: [BandPassFilter]
    private var powers: [WindowBuffer]
    private var powerSums: [Double]
    private var axisFilters: [BandPassFilter]
    private var canceller: MotionCanceller
    private var isSettled = false

    private var pulse = WindowBuffer()
    private var residual = WindowBuffer()
    private var axes: [WindowBuffer]
    private var count = 0

    private(set) var spectra = WindowSpectra()
    private var history = SpectrumHistory()
    /// What the network was told in the latest second.
    private(set) var features = RateFeatures()
    /// What it answered, by rate.
    private(set) var outputs = [Float](repeating: 0, count: RatePosterior.count)
    private var likelihood = [Float](repeating: 0, count: RatePosterior.count)
    private var posterior = RatePosterior()
    private var beats = PulseBeats()

    /// An estimator of one to three optical channels.
    public init(model: RateModel = .shipped, channels: Int = 1) {
        self.model = model
        self.channels = min(max(channels, 1), PPGSample.maximumChannels)
        // Each buffer is made by itself: shared storage would be copied at the first sample.
        filters = (0..<self.channels).map { _ in .pulse }
        powers = (0..<self.channels).map { _ in WindowBuffer() }
        powerSums = Array(repeating: 0, count: self.channels)
        axisFilters = (0..<3).map { _ in .pulse }
        axes = (0..<3).map { _ in WindowBuffer() }
        canceller = MotionCanceller(channels: self.channels)
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
        var normal = SIMD3<Double>.zero
        for channel in 0..<channels { normal[channel] = normalised(filters[channel].push(counts[channel]), channel) }
        let left = canceller.residuals(of: normal, acceleration: moved)
        pulse.push(normal.x + normal.y + normal.z)
        residual.push(left.x + left.y + left.z)
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

    /// Starts the filters, the motion canceller and the windows anew at the next sample's level: after a gap or a step that no filter can
    /// bridge.
    public mutating func restart() {
        isSettled = false
        count = 0
        canceller.restart()
        forget()
    }

    /// Spread of each channel's band-passed counts over the last 8 s.
    var pulsations: SIMD3<Double> {
        var spreads = SIMD3<Double>.zero
        for channel in 0..<channels { spreads[channel] = (powerSums[channel] / Double(PulseSpectrum.window)).squareRoot() }
        return spreads
    }

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
        spectra.measure(pulse: pulse, residual: residual, axes: axes, intensity: intensity)
        history.append(pulse: spectra.pulse, residual: spectra.residual, motion: spectra.motion, from: WindowSpectra.firstKnown)
        let left = ((residual.variance + 1e-9) / (pulse.variance + 1e-9)).squareRoot()
        features.gather(spectra, history: history, intensity: intensity, left: left)
        model.evaluate(features.values, count: RatePosterior.count, into: &outputs)
        weighIn(intensity)
        posterior.update(likelihood: likelihood)
        let (belief, confidence) = posterior.estimate
        return HeartRateEstimate(
            rate: .beatsPerMinute(Double(spectra.centroid(about: belief))), belief: .beatsPerMinute(Double(belief)),
            confidence: Double(confidence), onMotion: Double(spectra.motion(near: belief)), intensity: intensity,
            purity: Double(spectra.purity(at: belief)), outOfRange: Double(spectra.outOfRange),
            residualPurity: Double(spectra.residualPurity(at: belief)),
            beats: beats.rhythm(of: pulse, near: Double(belief)).map {
                HeartBeats(rate: .beatsPerMinute($0.beatsPerMinute), irregularity: $0.irregularity)
            },
            late: posterior.smoothed().map {
                LateHeartRate(rate: .beatsPerMinute(Double($0.beatsPerMinute)), confidence: Double($0.confidence))
            })
    }

    /// Turns the network's outputs into likelihoods, with a very weak pull towards the rates that people have at this intensity.
    private mutating func weighIn(_ intensity: Double) {
        let prior = IntensityPrior(intensity: Float(intensity))
        var largest = -Float.infinity
        for value in outputs { largest = max(largest, value) }
        for bin in 0..<RatePosterior.count {
            let pull = prior.penalty(Float(bin + RatePosterior.lowest))
            likelihood[bin] = expf(Self.evidenceWeight * (outputs[bin] - largest) - pull)
        }
    }
}
