import SimulatedPeripherals
import Testing

@testable import Reports

@Suite struct CurveThinningTests {
    static let seeds: [UInt64] = Array(1...24)

    @Test("The least and the greatest value of a curve stay in it, as do its ends, in order and within bounds", arguments: seeds)
    func keepsExtremes(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let count = Int.random(in: 1...6000, using: &random), stretches = Int.random(in: 1...700, using: &random)
        let gaps = Int.random(in: 0...3, using: &random)
        let values = (0..<count).map { _ in
            Int.random(in: 0..<100, using: &random) < gaps * 20 ? nil : Double.random(in: -50...250, using: &random)
        }
        let breaks = (0..<count).map { _ in Int.random(in: 0..<1000, using: &random) == 0 }
        let thinned = CurveThinning(
            count, stretches: stretches, value: { values[$0] }, startsPiece: { breaks[$0] }, time: { UInt32($0) * 1000 })
        let pieces = thinned.pieces
        let kept = pieces.flatMap { $0 }
        #expect(kept == kept.sorted() && Set(kept).count == kept.count)
        #expect(kept.allSatisfy { values[$0] != nil } && pieces.allSatisfy { !$0.isEmpty })
        let known = values.compactMap { $0 }
        #expect(kept.compactMap { values[$0] }.min() == known.min())
        #expect(kept.compactMap { values[$0] }.max() == known.max())
        #expect(kept.first == values.indices.first { values[$0] != nil })
        #expect(kept.last == values.indices.last { values[$0] != nil })
        if known.count <= 2 * stretches {
            #expect(kept.count == known.count && thinned.length == 1)
        } else {
            #expect(kept.count <= 6 * stretches + 8)
        }
    }

    @Test("Each peak of a long run is in its curve")
    func peaks() {
        let peaks = [5, 7200, 40_000, 86_399]
        let thinned = CurveThinning(
            86_400, value: { peaks.contains($0) ? 200 : 100 + Double($0 % 7) }, startsPiece: { $0 == 0 }, time: { UInt32($0) * 1000 })
        #expect(thinned.length == 144)
        let pieces = thinned.pieces
        #expect(pieces.count == 1 && peaks.allSatisfy { pieces[0].contains($0) })
    }
}
