import Boards
import Glibc
import Testing

/// `scripts/soak fuzz`.
@Suite(.enabled(if: getenv("HARRIER_SOAK") != nil, "a long check: scripts/soak fuzz")) struct BoardFuzzSoak {
    @Test("Board files damaged in several places are refused or read, and never trap", arguments: 0..<20 as Range<UInt64>)
    func damaged(seed: UInt64) throws {
        let names: [String] = ["simulated", "pi-zero-2w", "pi-zero-2w-cheap", "breadboard"]
        let bytes = try BoardFixture.bytes(names[Int(seed % 4)])
        var damage = SeededDamage(seed: seed)
        var refused = 0
        for _ in 0..<5000 {
            do throws(BoardError) {
                _ = try Board(json: damage.applied(to: bytes), file: "damaged.json")
            } catch {
                refused += 1
            }
        }
        #expect(refused > 0)
    }
}

/// Changes, removes, doubles and moves pieces of a file, the same each time for a seed.
struct SeededDamage {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64 (Steele, Lea and Flood 2014).
    private mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, limit)))
    }

    mutating func applied(to bytes: [UInt8]) -> [UInt8] {
        var changed = bytes
        for _ in 0...next(below: 4) {
            let place = next(below: changed.count)
            let length = min(next(below: 40), changed.count - place)
            let piece = changed[place..<(place + length)]
            switch next(below: 5) {
            case 0 where !changed.isEmpty: changed[place] = UInt8(next(below: 256))
            case 1: changed.removeSubrange(place..<(place + length))
            case 2: changed.insert(contentsOf: piece, at: place)
            case 3: changed.insert(contentsOf: piece, at: next(below: changed.count))
            default: changed = Array(changed.prefix(place + 1))
            }
        }
        return changed
    }
}
