import Peripherals
import Quantities
import Testing

@Suite struct BuzzPlayerTests {
    /// Lengths of on and off in milliseconds, found by following `nextChange` only.
    private func heard(_ pattern: BuzzPattern) -> [Int64] {
        var player = BuzzPlayer()
        var now = MonotonicInstant(nanoseconds: 5_000_000_000)
        player.play(pattern, at: now)
        var lengths: [Int64] = []
        var wasOn = false
        while let next = player.nextChange, lengths.count < 100 {
            let isOn = player.isOn(at: now)
            #expect(isOn != wasOn || lengths.isEmpty, "a change at every change")
            lengths.append((next - now).inMilliseconds)
            wasOn = isOn
            now = next
            _ = player.isOn(at: now)
        }
        return lengths
    }

    @Test("Every pattern begins and ends with sound, is short, and ends in silence", arguments: BuzzPattern.allCases)
    func patterns(pattern: BuzzPattern) {
        let lengths = heard(pattern)
        #expect(lengths.count % 2 == 1)
        #expect(lengths.allSatisfy { $0 >= 60 })
        #expect(lengths.reduce(0, +) <= 1000)
    }

    @Test("Patterns differ")
    func distinct() { #expect(Set(BuzzPattern.allCases.map(heard)).count == BuzzPattern.allCases.count) }

    @Test("A late timer skips what is over; a new pattern replaces the running one")
    func lateAndReplaced() {
        var player = BuzzPlayer()
        let start = MonotonicInstant(nanoseconds: 0)
        #expect(player.nextChange == nil)
        player.play(.stop, at: start)
        let early = [0, 200, 300].map { player.isOn(at: start + .milliseconds($0)) }
        #expect(early == [true, false, true])
        player.play(.tick, at: start + .milliseconds(310))
        #expect(player.nextChange == start + .milliseconds(370))
        let late = player.isOn(at: start + .seconds(9))
        #expect(!late)
        #expect(player.nextChange == nil)
    }
}
