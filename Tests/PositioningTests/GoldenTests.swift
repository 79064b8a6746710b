import Positioning
import Quantities
import Testing

@Suite struct GoldenTests {
    /// The golden values are rounded; beyond that they agree within a millionth.
    private func agree(_ ours: Double?, _ theirs: Double?, roundedTo unit: Double) -> Bool {
        guard let ours, let theirs else { return ours == nil && theirs == nil }
        return abs(ours - theirs) <= unit / 2 + 1e-6 * max(1, abs(theirs))
    }

    @Test("Every row of the reference comes out the same")
    func rows() throws {
        let golden = try #require(GoldenFile())
        var positioning = Positioning()
        for (input, row) in zip(golden.inputs, golden.rows) {
            let state = positioning.push(input)
            let at = input.at.seconds
            #expect(state.verdict == row.verdict, "verdict at \(at) s")
            #expect(agree(state.distance.meters, row.distance, roundedTo: 1e-3), "distance at \(at) s: \(state.distance) \(row.distance)")
            #expect(agree(state.speed?.metersPerSecond, row.speed, roundedTo: 1e-4), "speed at \(at) s")
            #expect(agree(state.meanSpeed?.metersPerSecond, row.meanSpeed, roundedTo: 1e-4), "mean speed at \(at) s")
            #expect(Int(state.segment) == row.segment, "segment at \(at) s")
            #expect(state.isPaused == row.isPaused, "pause at \(at) s")
            #expect(state.isStill == row.isStill, "still at \(at) s")
            #expect(agree(state.ascent.meters, row.ascent, roundedTo: 1e-3), "ascent at \(at) s")
            #expect(agree(positioning.filteredOffset?.east.meters, row.east, roundedTo: 1e-3), "east at \(at) s")
            #expect(agree(positioning.filteredOffset?.north.meters, row.north, roundedTo: 1e-3), "north at \(at) s")
        }
        let end = positioning.finish()
        #expect(agree(end.distance.meters, golden.finalDistance, roundedTo: 1e-3))
        #expect(agree(end.ascent.meters, golden.finalAscent, roundedTo: 1e-3))
        #expect(Int(end.segment) == golden.finalSegment)
    }

    @Test("Pauses and resumes are dated as in the reference, each once")
    func changes() throws {
        let golden = try #require(GoldenFile())
        var positioning = Positioning()
        var changes: [PauseChange] = []
        for input in golden.inputs {
            let state = positioning.push(input)
            if let change = state.change { changes.append(change) }
            #expect(state.lastChange == changes.last)
        }
        #expect(changes == golden.changes)
    }
}
