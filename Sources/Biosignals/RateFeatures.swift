import Glibc

/// What the network is told of each rate from 40 to 210 bpm: the spectra there, at twice the rate and at fractions of it, their past, and how
/// noisy and how much in motion the last 8 s were.
struct RateFeatures {
    private static let bins = RatePosterior.count
    private static let largestIntensity = 2.0
    private static let largestShareLeft = 1.5

    /// The features one after another, each as a value for each rate, in the order of tools/heart-rate-model/weights.json.
    private(set) var values = [Float](repeating: 0, count: RateModel.features * bins)

    /// Gathers the features of a second. `intensity` is the spread of the acceleration in g; `left` the spread of the residual as a share of
    /// the pulse's: how much the motion canceller took.
    mutating func gather(_ spectra: WindowSpectra, history: SpectrumHistory, intensity: Double, left: Double) {
        let first = WindowSpectra.firstKnown
        for bin in 0..<Self.bins {
            let rate = bin + RatePosterior.lowest
            let motion = spectra.motion[first + bin]
            set(0, bin, spectra.pulse[first + bin])
            set(1, bin, spectra.residual[first + bin])
            set(2, bin, motion)
            set(3, bin, history.meanPulse[bin])
            set(4, bin, history.meanResidual[bin])
            set(5, bin, Self.read(spectra.pulse, sixths: 12 * rate))
            set(6, bin, Self.read(spectra.residual, sixths: 12 * rate))
            set(7, bin, Self.read(spectra.motion, sixths: 12 * rate))
            set(8, bin, Self.read(spectra.pulse, sixths: 3 * rate))
            set(9, bin, Self.read(spectra.residual, sixths: 3 * rate))
            set(10, bin, Self.read(spectra.motion, sixths: 3 * rate))
            set(12, bin, Float(rate - 110) / 50)
            set(16, bin, Self.read(spectra.motion, sixths: 4 * rate))
            set(17, bin, Self.read(spectra.motion, sixths: 2 * rate))
            set(18, bin, log1pf(30 * motion) / logf(31))
            set(19, bin, history.meanMotion[bin])
        }
        // The same for all rates.
        fill(11, Float(min(Self.largestIntensity, intensity)))
        fill(13, Self.mean(spectra.pulse))
        fill(14, Self.mean(spectra.residual))
        fill(15, Float(min(Self.largestShareLeft, left)))
    }

    private mutating func set(_ feature: Int, _ bin: Int, _ value: Float) { values[feature * Self.bins + bin] = value }

    private mutating func fill(_ feature: Int, _ value: Float) {
        for bin in 0..<Self.bins { set(feature, bin, value) }
    }

    /// The mean over the known rates: large in noise, small where one peak stands out.
    private static func mean(_ spectrum: [Float]) -> Float {
        var sum: Float = 0
        for bin in 0..<bins { sum += spectrum[WindowSpectra.firstKnown + bin] }
        return sum / Float(bins)
    }

    /// A spectrum at a rate in sixths of a beat per minute: linear between whole beats, held at its ends.
    static func read(_ spectrum: [Float], sixths: Int) -> Float {
        let last = PulseSpectrum.count - 1
        let place = min(max(sixths - 6 * PulseSpectrum.lowest, 0), 6 * last)
        let index = place / 6
        let share = Float(place % 6) / 6
        return spectrum[index] * (1 - share) + spectrum[min(index + 1, last)] * share
    }
}
