import CKissFFT
import Glibc

/// Magnitude spectra of 8 s windows at every whole beat a minute from 20 to 420.
///
/// Padded to 60 s (1500 points at 25 Hz) the transform's bins *are* whole beats a minute, so nothing is interpolated; 1500 = 2²·3·5³ suits
/// KissFFT's radices: 119 000 instructions a spectrum against 387 000 for the usual 4096 points (callgrind, x86-64).
final class PulseSpectrum {
    /// Samples of a window: 8 s at 25 Hz.
    static let window = 200
    /// The slowest rate of a spectrum in beats per minute: element 0.
    static let lowest = 20
    /// How many rates a spectrum holds: 20...420.
    static let count = 401
    private static let padded = 1500

    private let configuration: kiss_fftr_cfg?
    private var hann = [Float](repeating: 0, count: window)
    private var input = [Float](repeating: 0, count: padded)
    private var output = [kiss_fft_cpx](repeating: kiss_fft_cpx(r: 0, i: 0), count: padded / 2 + 1)

    /// Plans the transform. Without memory for it every spectrum is zero, which no heart rate survives.
    init() {
        configuration = kiss_fftr_alloc(Int32(Self.padded), 0, nil, nil)
        for index in 0..<Self.window {
            hann[index] = Float(0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(Self.window - 1)))
        }
    }

    deinit { free(configuration.map { UnsafeMutableRawPointer($0) }) }

    /// Adds the squared magnitudes of a window (mean removed, Hann-weighted) to `power`, which has ``count`` elements.
    func addPower(of samples: WindowBuffer, to power: inout [Float]) {
        guard let configuration else { return }
        let mean = samples.mean
        samples.forEachInOrder { index, value in input[index] = Float(value - mean) * hann[index] }
        kiss_fftr(configuration, input, &output)
        for index in 0..<Self.count {
            let bin = output[index + Self.lowest]
            power[index] += bin.r * bin.r + bin.i * bin.i
        }
    }
}

/// The last 200 samples (8 s at 25 Hz) of a signal.
struct WindowBuffer {
    private var values = [Double](repeating: 0, count: PulseSpectrum.window)
    private var next = 0

    /// Replaces the oldest sample.
    mutating func push(_ value: Double) {
        values[next] = value
        next = next + 1 == values.count ? 0 : next + 1
    }

    /// The sample that the next ``push(_:)`` will replace.
    var oldest: Double { values[next] }

    /// The arithmetic mean.
    var mean: Double {
        var sum = 0.0
        for value in values { sum += value }
        return sum / Double(values.count)
    }

    /// The mean squared distance from the mean.
    var variance: Double {
        let mean = mean
        var sum = 0.0
        for value in values { sum += (value - mean) * (value - mean) }
        return sum / Double(values.count)
    }

    /// Visits the samples from the oldest to the newest.
    @inline(__always)
    func forEachInOrder(_ visit: (Int, Double) -> Void) {
        let tail = values.count - next
        for index in 0..<tail { visit(index, values[next + index]) }
        for index in 0..<next { visit(tail + index, values[index]) }
    }
}
