import Quantities
import Testing

@testable import SensorService

@Suite struct SensorGainTests {
    /// What the gain says after two seconds of a level.
    private func answer(to level: Double, confidence: Double) -> UInt8? {
        var gain = SensorGain()
        _ = gain.adjustment(at: MonotonicInstant(seconds: 10), confidence: confidence)
        for _ in 0..<50 { gain.add(level) }
        #expect(gain.adjustment(at: MonotonicInstant(seconds: 11), confidence: confidence) == nil)
        return gain.adjustment(at: MonotonicInstant(seconds: 12), confidence: confidence)
    }

    @Test(
        "Two seconds of too little light raise the current, of too much lower it, of enough leave it",
        arguments: [(40_000.0, 0.3, 0x40), (220_000, 0.3, 0x17), (160_000, 0.3, nil), (262_143, 0.95, 0x13), (40_000, 0.9, nil)])
    func levels(_ level: Double, _ confidence: Double, _ expected: Int?) {
        #expect(answer(to: level, confidence: confidence).map { Int($0) } == expected)
    }
}
