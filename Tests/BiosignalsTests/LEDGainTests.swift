import Biosignals
import Testing

@Suite struct LEDGainTests {
    private let fullScale = 262_143.0

    @Test("A level inside the band is left alone", arguments: [0.46, 0.6, 0.74])
    func keeps(_ level: Double) {
        var gain = LEDGain()
        #expect(gain.update(median: level * fullScale, clipped: 0, atSeconds: 10, confidence: 0) == .keep)
    }

    @Test(
        "A dark or bright level is brought to 60 % of full scale, at most twofold a step",
        arguments: [(0.4, UInt8(48)), (0.1, 64), (0.8, 24), (1.0, 19)])
    func adjusts(_ level: Double, _ register: UInt8) {
        var gain = LEDGain(register: 0x20)
        let adjustment = gain.update(median: level * fullScale, clipped: 0, atSeconds: 10, confidence: 0)
        #expect(adjustment == .setCurrent(register: register, ratio: Double(register) / 32))
        #expect(gain.register == register)
    }

    @Test("Five seconds pass between changes, and a sure heart rate is not disturbed unless the converter clips")
    func restraint() {
        var gain = LEDGain()
        #expect(gain.update(median: 0.2 * fullScale, clipped: 0, atSeconds: 10, confidence: 0.9) == .keep)
        #expect(gain.update(median: 0.2 * fullScale, clipped: 0, atSeconds: 12, confidence: 0.3) != .keep)
        #expect(gain.update(median: 0.3 * fullScale, clipped: 0, atSeconds: 14, confidence: 0.3) == .keep)
        #expect(gain.update(median: 0.3 * fullScale, clipped: 0, atSeconds: 17, confidence: 0.3) != .keep)
        #expect(gain.update(median: 0.7 * fullScale, clipped: 0.05, atSeconds: 30, confidence: 0.95) != .keep)
    }

    @Test("Without light at the highest current the driver is told so; the register stays within 0x04...0xBF")
    func limits() {
        var gain = LEDGain(register: 0x60)
        var time = 0.0
        var last = LEDGain.Adjustment.keep
        for _ in 0..<5 {
            time += 6
            last = gain.update(median: 0.02 * fullScale, clipped: 0, atSeconds: time, confidence: 0)
        }
        #expect(last == .tooDark)
        #expect(gain.register == 0xBF)
        for _ in 0..<12 {
            time += 6
            _ = gain.update(median: fullScale, clipped: 1, atSeconds: time, confidence: 0)
        }
        #expect(gain.register == 0x04)
        #expect(gain.update(median: .nan, clipped: 1, atSeconds: time + 9, confidence: 0) == .keep)
    }
}
