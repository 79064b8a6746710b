import Quantities
import Testing

@testable import Reports

@Suite struct TrackColourTests {
    @Test("The slowest, the middle and the fastest have the three colours, and a run of one speed the middle one")
    func colours() {
        func colour(_ speed: Double, _ slowest: Double, _ fastest: Double) -> TrackColour {
            TrackColour(of: .metersPerSecond(speed), slowest: .metersPerSecond(slowest), fastest: .metersPerSecond(fastest))
        }
        #expect(colour(2, 2, 4) == .slow)
        #expect(colour(3, 2, 4) == .middle)
        #expect(colour(4, 2, 4) == .fast)
        #expect(colour(9, 2, 4) == .fast)
        #expect(colour(2, 2, 2) == .middle)
        #expect(colour(.nan, 2, 4) == .middle)
    }
}
