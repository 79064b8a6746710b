import HealthCore
import Quantities
import RunCore
import Testing
import Training

@Suite struct RunRecordsTests {
    static func run(
        _ number: UInt64, _ type: RunType = .run, kilometer: UInt32? = nil, hour: UInt32? = nil, meters: Double = 2000, climb: Double? = nil
    )
        -> RunSummary
    {
        var amounts = RunAmounts(type: type, zone: .utc), bests = RunBests()
        bests[.kilometer] = kilometer
        bests[.hour] = hour
        (amounts.distance, amounts.ascent, amounts.bests) = (.meters(meters), climb.map { .meters($0) }, bests)
        return RunSummary(id: RunID(randomHigh: number, randomLow: number), time: .none, amounts: amounts)
    }
    static func broken(_ run: RunSummary, after earlier: [RunSummary], comparesEfforts: Bool = true) -> [RecordKind] {
        var records = RunRecords()
        for run in earlier { records.take(run) }
        return records.broken(by: run.amounts, comparesEfforts: comparesEfforts)
    }

    @Test("The first run beats nothing, nor does what nobody has run before")
    func first() {
        let run = Self.run(1, kilometer: 240_000, hour: 12_000_000, climb: 10)
        #expect(Self.broken(run, after: []).isEmpty)
        #expect(Self.broken(run, after: [Self.run(2, meters: 3000)]).isEmpty)
    }

    @Test("Only what is strictly better is a record: less time, more distance, more height; what is worth most comes first")
    func strictlyBetter() {
        let old = Self.run(1, kilometer: 240_000, hour: 12_000_000, meters: 5000, climb: 100)
        #expect(Self.broken(old, after: [old]).isEmpty)
        let better = Self.run(2, kilometer: 239_999, hour: 12_000_001, meters: 5000.001, climb: 100.1)
        #expect(Self.broken(better, after: [old]) == [.effort(.kilometer), .effort(.hour), .longestDistance, .mostClimb])
        #expect(Self.broken(old, after: [better]).isEmpty)
        #expect(Self.broken(better, after: [old], comparesEfforts: false) == [.longestDistance, .mostClimb])
    }

    @Test("Walks hold no record; an indoor run may be the longest indoors and nothing else")
    func types() {
        let old = Self.run(1, kilometer: 240_000, meters: 5000, climb: 10)
        #expect(Self.broken(Self.run(2, .walk, kilometer: 1, meters: 50_000, climb: 500), after: [old]).isEmpty)
        let indoors = Self.run(2, .indoorRun, kilometer: 1, meters: 50_000, climb: 500)
        #expect(Self.broken(indoors, after: [old]).isEmpty)
        #expect(Self.broken(indoors, after: [old, Self.run(5, .indoorRun, kilometer: 2, meters: 40_000)]) == [.longestDistance])
        #expect(Self.broken(Self.run(6, kilometer: 300_000, meters: 6000), after: [old, indoors]) == [.longestDistance])
        let walk = Self.run(3, .walk, kilometer: 1, meters: 90_000, climb: 900)
        #expect(Self.broken(Self.run(4, .trailRun, kilometer: 239_000, meters: 5001, climb: 11), after: [old, walk]).count == 3)
    }

    @Test("A run whose best efforts nobody believed competes for nothing, and a run too short for any competes")
    func tooFast() {
        let old = Self.run(1, kilometer: 240_000, meters: 5000, climb: 100), short = Self.run(1, meters: 300, climb: 10)
        #expect(Self.broken(Self.run(2, meters: 90_000, climb: 900), after: [old]).isEmpty)
        #expect(Self.broken(old, after: [Self.run(2, meters: 90_000, climb: 900), short]) == [.longestDistance, .mostClimb])
        #expect(Self.broken(Self.run(2, meters: 350, climb: 5), after: [short]) == [.longestDistance])
    }

    @Test("Without its holder a record is held by the next best run")
    func holders() {
        let runs = [Self.run(1, kilometer: 250_000), Self.run(2, kilometer: 230_000), Self.run(3, kilometer: 240_000)]
        func holder(_ runs: [RunSummary]) -> RunID? {
            var records = RunRecords()
            for run in runs { records.take(run) }
            return records[.effort(.kilometer), .run]?.run
        }
        #expect(holder(runs) == runs[1].id)
        #expect(holder([runs[0], runs[2]]) == runs[2].id)
    }

    @Test("Any best efforts come back from their bytes, and a run without them keeps the bytes that were released")
    func encoding() {
        var dice = Dice(seed: 11)
        for _ in 0..<300 {
            var amounts = HealthChangeTests.amounts, bests = RunBests()
            let before = HealthValue.run(amounts).withBytes { [UInt8]($0) }
            #expect(before.first == 3)
            for kind in BestEffortKind.allCases where dice.number(in: 0...2) > 0 { bests[kind] = UInt32(dice.number(in: 1...4_000_000)) }
            amounts.bests = bests
            let value = HealthValue.run(amounts), bytes = value.withBytes { [UInt8]($0) }
            #expect(bytes.first == 8 && Array(bytes[1..<before.count]) == Array(before.dropFirst()))
            #expect(value.withBytes { HealthValue(bytes: $0) } == value)
            for length in 0...bytes.count + 2 {
                let cut = Array((bytes + [1, 2]).prefix(length))
                #expect(cut.withUnsafeBytes { HealthValue(bytes: $0) }?.withBytes { [UInt8]($0) } == cut)
            }
        }
        var all = HealthChangeTests.amounts, full = RunBests()
        (all.averageHeartRate, all.maximumHeartRate) = (.beatsPerMinute(150), .beatsPerMinute(180))
        (all.steps, all.ascent, all.descent, all.endCause) = (1, .meters(1), .meters(1), .saved)
        for kind in BestEffortKind.allCases { full[kind] = .max }
        all.bests = full
        #expect(HealthValue.run(all).withBytes { $0.count } == 121)
        #expect(HealthValue.run(all).withBytes { HealthValue(bytes: $0) } == .run(all))
    }
}
