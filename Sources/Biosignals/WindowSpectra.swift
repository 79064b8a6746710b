import Quantities

/// The magnitude spectra of the last 8 s at 20...420 bpm: pulse and residual, each 1 at its strongest rate between 40 and 210, and motion,
/// which fades out below 0.1 g. Says what lies about a rate.
struct WindowSpectra {
    private static let bins = RatePosterior.count
    /// The place of the first known rate in a spectrum.
    static let firstKnown = RatePosterior.lowest - PulseSpectrum.lowest
    private static let known = firstKnown..<(firstKnown + bins)
    /// Spread of acceleration in g from which motion counts in full.
    private static let fullMotion = 0.1
    /// Half width in bpm of the stretch about the belief in which the rate is sought.
    private static let centroidHalfWidth = 6

    /// The pulse, normalised and summed over the channels.
    private(set) var pulse = [Float](repeating: 0, count: PulseSpectrum.count)
    /// What the motion canceller left of it.
    private(set) var residual = [Float](repeating: 0, count: PulseSpectrum.count)
    /// The acceleration of all axes.
    private(set) var motion = [Float](repeating: 0, count: PulseSpectrum.count)
    private var spectrum = PulseSpectrum()

    /// Measures the windows of pulse, residual and three axes; `intensity` is the axes' spread in g.
    mutating func measure(pulse: WindowBuffer, residual: WindowBuffer, axes: [WindowBuffer], intensity: Double) {
        for index in 0..<PulseSpectrum.count { (self.pulse[index], self.residual[index], motion[index]) = (0, 0, 0) }
        spectrum.addPower(of: pulse, to: &self.pulse)
        spectrum.addPower(of: residual, to: &self.residual)
        for axis in axes { spectrum.addPower(of: axis, to: &motion) }
        Self.scaleMagnitude(&self.pulse, to: 1)
        Self.scaleMagnitude(&self.residual, to: 1)
        Self.scaleMagnitude(&motion, to: Float(min(1, intensity / Self.fullMotion)))
    }

    /// Turns powers into magnitudes with a given largest one within the known rates.
    private static func scaleMagnitude(_ spectrum: inout [Float], to top: Float) {
        var largest: Float = 0
        for index in known { largest = max(largest, spectrum[index]) }
        let scale = top / (largest.squareRoot() + 1e-9)
        for index in 0..<PulseSpectrum.count { spectrum[index] = spectrum[index].squareRoot() * scale }
    }

    /// The strongest motion within 4 bpm of a rate.
    func motion(near rate: Float) -> Float {
        var largest: Float = 0
        for index in 0..<PulseSpectrum.count where (Self.rate(index) - rate).magnitude <= 4 { largest = max(largest, motion[index]) }
        return largest
    }

    /// Pulse power within 8 bpm of a rate and 10 of its double, of all power between 30 and 300 bpm.
    func purity(at rate: Float) -> Float {
        var (near, all) = (Float(0), Float.leastNormalMagnitude)
        for index in 10...280 {
            let power = pulse[index] * pulse[index]
            let beats = Self.rate(index)
            all += power
            if (beats - rate).magnitude <= 8 || (beats - 2 * rate).magnitude <= 10 { near += power }
        }
        return near / all
    }

    /// Residual power within 8 bpm of a rate, of all between 40 and 210 bpm.
    func residualPurity(at rate: Float) -> Float {
        var (near, all) = (Float(0), Float.leastNormalMagnitude)
        for index in Self.known {
            let power = residual[index] * residual[index]
            all += power
            if (Self.rate(index) - rate).magnitude <= 8 { near += power }
        }
        return near / all
    }

    /// The strongest pulse magnitude beyond the known rates, where 1 is the strongest within them.
    var outOfRange: Float {
        var largest: Float = 0
        for index in 0..<Self.known.lowerBound { largest = max(largest, pulse[index]) }
        for index in Self.known.upperBound..<260 { largest = max(largest, pulse[index]) }
        return largest
    }

    /// Where pulse and residual have their power about a belief, which lags behind them: their centroid; the belief where they have none.
    func centroid(about belief: Float) -> Float {
        let middle = Int(rounding: Double((belief + 0.5).rounded(.down))) - PulseSpectrum.lowest
        var (sum, moment) = (Float(0), Float(0))
        for index in Self.known where index >= middle - Self.centroidHalfWidth && index <= middle + Self.centroidHalfWidth {
            let magnitude = pulse[index] + residual[index]
            sum += magnitude * magnitude
            moment += magnitude * magnitude * Self.rate(index)
        }
        return sum > 0 ? moment / sum : belief
    }

    private static func rate(_ index: Int) -> Float { Float(index + PulseSpectrum.lowest) }
}
