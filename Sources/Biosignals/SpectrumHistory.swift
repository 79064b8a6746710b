/// The pulse, residual and motion spectra of the last 31 updates, within the known rates, and their means.
struct SpectrumHistory {
    private static let depth = 31
    private static let bins = RatePosterior.count

    /// Mean pulse spectrum by rate.
    private(set) var meanPulse = [Float](repeating: 0, count: bins)
    /// Mean residual spectrum by rate.
    private(set) var meanResidual = [Float](repeating: 0, count: bins)
    /// Mean motion spectrum by rate.
    private(set) var meanMotion = [Float](repeating: 0, count: bins)
    private var pulses = [Float](repeating: 0, count: depth * bins)
    private var residuals = [Float](repeating: 0, count: depth * bins)
    private var motions = [Float](repeating: 0, count: depth * bins)
    private var next = 0
    private var kept = 0

    /// Forgets all updates.
    mutating func removeAll() { (next, kept) = (0, 0) }

    /// Takes the newest spectra, whose known rates begin at `first`.
    mutating func append(pulse: [Float], residual: [Float], motion: [Float], from first: Int) {
        let row = next * Self.bins
        for bin in 0..<Self.bins {
            pulses[row + bin] = pulse[first + bin]
            residuals[row + bin] = residual[first + bin]
            motions[row + bin] = motion[first + bin]
        }
        next = next + 1 == Self.depth ? 0 : next + 1
        kept = min(kept + 1, Self.depth)
        Self.average(pulses, kept, into: &meanPulse)
        Self.average(residuals, kept, into: &meanResidual)
        Self.average(motions, kept, into: &meanMotion)
    }

    /// Sums anew each time, so that no rounding error gathers over a day.
    private static func average(_ rows: [Float], _ count: Int, into mean: inout [Float]) {
        for bin in 0..<bins { mean[bin] = 0 }
        for row in 0..<count {
            for bin in 0..<bins { mean[bin] += rows[row * bins + bin] }
        }
        for bin in 0..<bins { mean[bin] /= Float(count) }
    }
}
