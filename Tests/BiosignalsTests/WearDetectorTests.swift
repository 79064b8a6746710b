import Testing

@testable import Biosignals

@Suite struct WearDetectorTests {
    private static let known = WearDetector.ChannelFlags(repeating: true)
    private static let unknown = WearDetector.ChannelFlags(repeating: false)

    /// Two channels on skin: green with much blood, red with too little.
    private func light(_ levels: SIMD3<Double>, blood: SIMD3<Double> = SIMD3(0.0025, 0.00013, 0)) -> WearDetector.Light {
        WearDetector.Light(levels: levels, hasCurrent: Self.known, pulsations: levels * blood)
    }

    private func worn(after seconds: Int, _ light: WearDetector.Light, in detector: inout WearDetector) -> Bool {
        for _ in 0..<seconds { detector.update(light, intensity: 0.01, confidence: 0.9) }
        return detector.isWorn
    }

    @Test("One channel with blood suffices, whichever it is", arguments: [SIMD3(0.0025, 0.00013, 0), SIMD3(0.00013, 0.0004, 0)])
    func bestChannel(_ blood: SIMD3<Double>) {
        var detector = WearDetector(channels: 2)
        #expect(worn(after: 60, light(SIMD3(8_000, 9_000, 0), blood: blood), in: &detector))
    }

    @Test("Without blood in any channel the watch is off after ten seconds")
    func noBlood() {
        var detector = WearDetector(channels: 2)
        let dead = light(SIMD3(8_000, 9_000, 0), blood: SIMD3(0.0001, 0.00013, 0))
        #expect(worn(after: 9, dead, in: &detector))
        #expect(!worn(after: 1, dead, in: &detector))
    }

    @Test("One dark channel is no matter; all dark is off after two seconds, on again after three at the worn level")
    func dark() {
        var detector = WearDetector(channels: 2)
        #expect(worn(after: 20, light(SIMD3(8_000, 9_000, 0)), in: &detector))
        #expect(worn(after: 20, light(SIMD3(8_000, 900, 0)), in: &detector))
        // Both below 0.4 of their own worn level, though above the floor.
        #expect(worn(after: 1, light(SIMD3(3_000, 3_000, 0)), in: &detector))
        #expect(!worn(after: 1, light(SIMD3(3_000, 3_000, 0)), in: &detector))
        #expect(!worn(after: 2, light(SIMD3(8_000, 900, 0)), in: &detector))
        #expect(worn(after: 1, light(SIMD3(8_000, 900, 0)), in: &detector))
    }

    @Test("A dark channel has no blood, however much its noise")
    func noise() {
        var detector = WearDetector(channels: 2)
        #expect(worn(after: 20, light(SIMD3(8_000, 9_000, 0)), in: &detector))
        #expect(!worn(after: 10, light(SIMD3(8_000, 300, 0), blood: SIMD3(0.0001, 0.05, 0)), in: &detector))
    }

    @Test("Without a known current no level is too dark, only blood counts")
    func unknownCurrent() {
        var detector = WearDetector(channels: 1)
        let faint = WearDetector.Light(levels: SIMD3(200, 0, 0), hasCurrent: Self.unknown, pulsations: SIMD3(1, 0, 0))
        #expect(worn(after: 60, faint, in: &detector))
    }

    @Test("Dead still and unsure for three minutes is off")
    func still() {
        var detector = WearDetector(channels: 1)
        for _ in 0..<179 { detector.update(light(SIMD3(8_000, 0, 0)), intensity: 0.002, confidence: 0.4) }
        #expect(detector.isWorn)
        detector.update(light(SIMD3(8_000, 0, 0)), intensity: 0.002, confidence: 0.4)
        #expect(!detector.isWorn)
    }
}
