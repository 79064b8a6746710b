import Glibc
import Testing

@testable import WatchCore

/// What is proved of each life:
///
/// * A goal is never awarded that the store, or what is on its way to it, has awarded on that day already, taken back or not.
/// * Nothing is awarded before the day is known.
/// * Whenever the watch says points, and how many of each trophy, they are the sum of all awards; in the end it says them, and a book of all
///   there is says the same.
/// * What is reached in the end is awarded.
enum AwardLives {
    static func check(_ seeds: Range<UInt64>) {
        var happenings: Set<AwardLife.Happening> = []
        for seed in seeds {
            let life = AwardLife(seed: seed, steps: 40)
            happenings.formUnion(life.happenings)
            #expect(life.faults.isEmpty, "seed \(seed): \(life.faults.first ?? "")")
        }
        let missing = Set(AwardLife.Happening.allCases).subtracting(happenings)
        #expect(missing.isEmpty, "what can happen happens somewhere: \(missing)")
    }
}

@Suite struct AwardLifeTests {
    @Test(
        "Whatever happens, a goal is awarded at most once a day, and the points are those of the awards", arguments: [0, 150] as [UInt64])
    func lives(from seed: UInt64) { AwardLives.check(seed..<seed + 150) }
}

@Suite(.enabled(if: getenv("HARRIER_SOAK") != nil, "a long check: scripts/soak awards")) struct AwardLifeSoak {
    @Test("10,000 lives of a watch that awards goals", arguments: [300, 5_300] as [UInt64])
    func lives(from seed: UInt64) { AwardLives.check(seed..<seed + 5_000) }
}
