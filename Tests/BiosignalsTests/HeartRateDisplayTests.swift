import Biosignals
import Testing

@Suite struct HeartRateDisplayTests {
    private typealias Circumstances = HeartRateDisplay.Circumstances

    /// A display that shows 70 bpm.
    private var showing: HeartRateDisplay {
        var display = HeartRateDisplay()
        for _ in 0..<3 { display.update(belief: 70, confidence: 0.9, onMotion: 0.1) }
        return display
    }

    @Test("Three good seconds away from any motion peak show a rate, two do not")
    func shows() {
        var display = HeartRateDisplay()
        for second in 1...3 {
            display.update(belief: 70, confidence: 0.8, onMotion: 0.34)
            #expect(display.isShown == (second == 3))
        }
    }

    @Test("Three poor seconds in a row hide it, two do not; a lost pulse counts as poor", arguments: [false, true])
    func hides(isLost: Bool) {
        var display = showing
        for second in 1...3 {
            display.update(belief: 70, confidence: isLost ? 0.9 : 0.59, onMotion: 0.1, in: Circumstances(isLost: isLost))
            #expect(display.isShown == (second < 3))
        }
    }

    @Test("A belief more than 18 bpm from where it was three seconds ago hides at once, and must start anew", arguments: [89.0, 51, 140])
    func jump(_ belief: Double) {
        var display = showing
        display.update(belief: belief, confidence: 0.95, onMotion: 0.9)
        #expect(!display.isShown)
        for _ in 0..<20 { display.update(belief: belief, confidence: 0.95, onMotion: 0.9) }
        #expect(!display.isShown)
        for _ in 0..<3 { display.update(belief: belief, confidence: 0.95, onMotion: 0.1) }
        #expect(display.isShown)
    }

    @Test("A heart that races by 6 bpm a second goes on being shown")
    func race() {
        var display = showing
        for second in 1...15 { display.update(belief: 70 + 6 * Double(second), confidence: 0.9, onMotion: 0.9) }
        #expect(display.isShown)
    }

    @Test("A jump is noticed while something else hides the rate, and no plain pulse starts on it")
    func jumpWhileBlocked() {
        var display = showing
        for _ in 0..<3 { display.block(belief: 70) }
        #expect(!display.isShown)
        display.update(belief: 120, confidence: 0.95, onMotion: 0.1, in: Circumstances(isPlain: true))
        #expect(!display.isShown)
        for _ in 0..<3 { display.update(belief: 120, confidence: 0.95, onMotion: 0.1, in: Circumstances(isPlain: true)) }
        #expect(display.isShown)
    }

    @Test("Filters that start anew know no jump")
    func restart() {
        var display = showing
        display.restart()
        for _ in 0..<3 { display.update(belief: 120, confidence: 0.9, onMotion: 0.1) }
        #expect(display.isShown)
    }

    @Test(
        "In the clear while moving: nearer to a motion peak, but only with a pure residual, and never at rest",
        arguments: [(0.59, 0.45, true), (0.60, 0.9, false), (0.59, 0.44, false), (0.5, nil, false)] as [(Double, Double?, Bool)])
    func clear(onMotion: Double, purity: Double?, isShown: Bool) {
        var display = HeartRateDisplay()
        for _ in 0..<10 {
            display.update(
                belief: 110, confidence: 0.9, onMotion: onMotion, in: Circumstances(allowsStart: false, purityInMotion: purity))
        }
        #expect(display.isShown == isShown)
    }
}
