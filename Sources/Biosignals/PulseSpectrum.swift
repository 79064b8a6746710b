import CKissFFT
import Glibc

/// Power spectra of 8 s windows at every whole beat a minute from 20 to 420.
///
/// Padded to 60 s (1500 points at 25 Hz) the transform's bins *are* whole beats a minute, so nothing is interpolated; 1500 = 2²·3·5³ suits
/// KissFFT's radices: 119 000 instructions a spectrum against 387 000 for the usual 4096 points (callgrind, x86-64).
///
/// A value: the transform's working memory is C's and cannot be copied, so a copy makes its own with its first spectrum. It may therefore
/// be sent to another thread: nobody else ever uses the memory that one value works in.
struct PulseSpectrum: @unchecked Sendable {
    /// Samples of a window: 8 s at 25 Hz.
    static let window = 200
    /// The slowest rate of a spectrum in beats per minute: element 0.
    static let lowest = 20
    /// How many rates a spectrum holds: 20...420.
    static let count = 401

    private var transform = PaddedTransform()

    /// Adds the squared magnitudes of a window (mean removed, Hann-weighted) to `power`, which has ``count`` elements.
    mutating func addPower(of samples: WindowBuffer, to power: inout [Float]) {
        if !isKnownUniquelyReferenced(&transform) { transform = PaddedTransform() }
        transform.addPower(of: samples, to: &power)
    }
}

/// The plan and the working memory of one padded transform. Nothing in it outlives a call of ``addPower(of:to:)``.
private final class PaddedTransform {
    private static let padded = 1500

    private let configuration: kiss_fftr_cfg?
    private var hann = [Float](repeating: 0, count: PulseSpectrum.window)
    private var input = [Float](repeating: 0, count: padded)
    private var output = [kiss_fft_cpx](repeating: kiss_fft_cpx(r: 0, i: 0), count: padded / 2 + 1)

    /// Plans the transform. Without memory for it every spectrum is zero, which no heart rate survives.
    init() {
        configuration = kiss_fftr_alloc(Int32(Self.padded), 0, nil, nil)
        for index in hann.indices { hann[index] = Float(0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(hann.count - 1))) }
    }

    deinit { free(configuration.map { UnsafeMutableRawPointer($0) }) }

    func addPower(of samples: WindowBuffer, to power: inout [Float]) {
        guard let configuration else { return }
        let mean = samples.mean
        samples.forEachInOrder { index, value in input[index] = Float(value - mean) * hann[index] }
        kiss_fftr(configuration, input, &output)
        for index in 0..<PulseSpectrum.count {
            let bin = output[index + PulseSpectrum.lowest]
            power[index] += bin.r * bin.r + bin.i * bin.i
        }
    }
}
