import Biosignals
import Quantities
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

    @Test("F3: a jump that nobody can run is not counted, and is not what the next reading is compared with")
    func jump() {
        var counter = PedometerCounter(bits: 16)
        _ = counter.update(raw: 100, atSeconds: 0)
        #expect(counter.update(raw: 40_000, atSeconds: 10) == 0)
        #expect(counter.update(raw: 130, atSeconds: 20) == 30, "one bad reading costs nothing")
        #expect(counter.update(raw: 0, atSeconds: 30) == 0, "a reset")
        #expect(counter.update(raw: 65_000, atSeconds: 31) == 0)
        #expect(counter.update(raw: 12, atSeconds: 40) == 12)
        #expect(counter.total == 42)
    }

    @Test("F3: a counter that has jumped for good goes on without the jump")
    func jumpForGood() {
        var counter = PedometerCounter(bits: 16)
        _ = counter.update(raw: 100, atSeconds: 0)
        #expect(counter.update(raw: 40_000, atSeconds: 10) == 0)
        #expect(counter.update(raw: 40_010, atSeconds: 20) == 10)
        #expect(counter.update(raw: 40_030, atSeconds: 30) == 20)
    }

    @Test("F3: whatever a register says, no more steps come than five a second and what its chip holds back", arguments: 0..<20)
    func limit(seed: UInt64) {
        var (counter, random) = (PedometerCounter(bits: 16), Noise(seed: seed + 1))
        var (seconds, raw) = (0.0, 0.0)
        var sinceBelieved = 0.0
        for _ in 0..<500 {
            let pause = 1 + 9 * random.next().magnitude
            seconds += pause
            sinceBelieved += pause
            raw += pause * 2
            let isWild = random.next() > 1
            let reading = isWild ? UInt32(min(random.next().magnitude * 20_000, 65_535)) : UInt32(raw) % 65_536
            let before = counter.total
            let steps = counter.update(raw: reading, atSeconds: seconds)
            #expect(counter.total == before + steps)
            #expect(steps <= StepLimit.most(in: .milliseconds(Int64(sinceBelieved * 1000) + 1), credited: .seconds(2)))
            if steps > 0 { sinceBelieved = 0 }
        }
    }

    @Test("F3: the ledger counts each step by one source and never goes back, through restarts of both")
    func ledger() {
        var ledger = StepLedger()
        ledger.update(own: 50, atSeconds: 0)
        ledger.update(own: 80, atSeconds: 6)
        #expect(ledger.total == 30)
        ledger.update(chip: 1_000, atSeconds: 10)
        ledger.update(chip: 1_020, atSeconds: 30)
        #expect(ledger.total == 50)
        ledger.update(own: 95, atSeconds: 31)
        ledger.update(own: 100, atSeconds: 34)
        #expect(ledger.total == 55)
        ledger.update(own: 4, atSeconds: 36)
        #expect(ledger.total == 59)
    }

    @Test("F3: the watch's own counter may credit the steps of 18 s at once, and no more")
    func ownLimit() {
        var ledger = StepLedger()
        ledger.update(own: 0, atSeconds: 0)
        ledger.update(own: 95, atSeconds: 1)
        #expect(ledger.total == 95)
        ledger.update(own: 400, atSeconds: 2)
        #expect(ledger.total == 95)
        ledger.update(own: 100, atSeconds: 4)
        #expect(ledger.total == 100)
    }
}
