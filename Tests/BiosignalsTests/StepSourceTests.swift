import Biosignals
import Testing

@Suite struct StepSourceTests {
    @Test("F3: a 16-bit counter that wraps goes on; one that is reset starts anew; neither loses nor doubles a step")
    func wrapAndReset() {
        var counter = PedometerCounter(bits: 16)
        #expect(counter.update(raw: 65_500, atSeconds: 0) == 0)
        #expect(counter.update(raw: 65_530, atSeconds: 20) == 30)
        #expect(counter.update(raw: 14, atSeconds: 40) == 20)
        #expect(counter.update(raw: 100, atSeconds: 100) == 86)
        #expect(counter.update(raw: 7, atSeconds: 130) == 7)
        #expect(counter.total == 143)
    }

    @Test("F3: a jump that nobody can run is not counted")
    func jump() {
        var counter = PedometerCounter(bits: 16)
        _ = counter.update(raw: 100, atSeconds: 0)
        #expect(counter.update(raw: 40_000, atSeconds: 10) == 0)
        #expect(counter.update(raw: 40_010, atSeconds: 20) == 10)
    }

    @Test("F3: the ledger counts each step by one source and never goes back, through restarts of both")
    func ledger() {
        var ledger = StepLedger()
        ledger.update(own: 50)
        ledger.update(own: 80)
        #expect(ledger.total == 30)
        ledger.update(chip: 1_000, atSeconds: 10)
        ledger.update(chip: 1_020, atSeconds: 30)
        #expect(ledger.total == 50)
        ledger.update(own: 95)
        ledger.update(own: 100)
        #expect(ledger.total == 55)
        ledger.update(own: 4)
        #expect(ledger.total == 59)
    }
}
