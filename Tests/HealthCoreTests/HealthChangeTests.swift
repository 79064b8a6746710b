import HealthCore
import Quantities
import RunCore
import Testing

@Suite struct HealthChangeTests {
    static let values: [HealthValue] = [
        .none, .integer(-3), .real(0.1), .text("Europe/Zürich"), .text(""), .numbers([1.5, -2]), .numbers([]), .opaque([200, 1, 2]),
        .quarterHour(QuarterHourAmounts(steps: 812, monotonicStartMilliseconds: -5)), .quarterHour(QuarterHourAmounts(steps: .max)),
        .day(WholeDayAmounts(steps: 9, distanceMillimeters: 5_000_125, runs: 2)), .run(amounts), .run(RunAmounts(type: .walk, zone: .utc)),
    ]

    static var amounts: RunAmounts {
        var amounts = RunAmounts(type: .trailRun, zone: ZoneOffset(seconds: 20_700))
        amounts.elapsed = .milliseconds(3_600_123)
        amounts.distance = .meters(10_000.125)
        amounts.steps = 9_999
        amounts.ascent = .meters(123.4)
        amounts.averageHeartRate = .beatsPerMinute(151.25)
        amounts.laps = 11
        amounts.endCause = .interrupted
        return amounts
    }

    @Test("A value read from its bytes is the same value", arguments: values)
    func roundTrip(value: HealthValue) {
        #expect(value.withBytes { HealthValue(bytes: $0) } == value)
    }

    @Test("Bytes of a later version, cut or longer ones stay as they are")
    func unknownForms() {
        for value in Self.values {
            let whole = value.withBytes { [UInt8]($0) }
            for length in 0...whole.count + 3 {
                let bytes = Array((whole + [0, 7, 9]).prefix(length))
                let read = bytes.withUnsafeBytes { HealthValue(bytes: $0) }
                #expect(read?.withBytes { [UInt8]($0) } == bytes)
            }
        }
        #expect([UInt8](repeating: 1, count: 1025).withUnsafeBytes { HealthValue(bytes: $0) } == nil)
    }

    @Test("A name holds 1 to 40 bytes and orders as they do")
    func names() {
        #expect(HealthID([UInt8]()) == nil && HealthID([UInt8](repeating: 1, count: 41)) == nil)
        var dice = Dice(seed: 3)
        for _ in 0..<300 {
            let a = (0...dice.number(in: 0...39)).map { _ in UInt8(dice.number(in: 0...3)) }
            let b = (0...dice.number(in: 0...39)).map { _ in UInt8(dice.number(in: 0...3)) }
            guard let left = HealthID(a), let right = HealthID(b) else { continue }
            #expect(left.withBytes { [UInt8]($0) } == a && (left == right) == (a == b))
            #expect((left < right) == a.lexicographicallyPrecedes(b))
        }
        let run = RunID(randomHigh: 5, randomLow: 6)
        #expect(HealthID(run).run == run && HealthID("zone_name")?.text == "zone_name")
        let quarter = QuarterHourID(serial: 9, boot: BootID(high: 1, low: .max), life: 4, isDated: true, index: -5)
        #expect(QuarterHourID(quarter.id) == quarter)
    }

    /// All versions of one object that a few writers could make.
    private static func versions(_ dice: inout Dice) -> [HealthChange] {
        (0..<dice.number(in: 1...12)).map { _ in
            let origin = HealthOrigin.watch(serial: UInt32(dice.number(in: 1...2))), version = UInt32(dice.number(in: 1...3))
            let id = HealthID("object") ?? HealthID(RunID(high: 0, low: 0))
            if dice.chance(20) { return HealthChange(deleting: .drink, id: id, version: version, origin: origin) }
            return HealthChange(
                kind: .drink, id: id, version: version, origin: origin, value: values[dice.number(in: 0...values.count - 1)])
        }
    }

    @Test("Any order, any repetition, any prefix and suffix of the same versions end in the same state")
    func merge() {
        for seed in 0..<500 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var versions = Self.versions(&dice)
            func fold(_ changes: some Sequence<HealthChange>) -> HealthChange? {
                changes.reduce(nil) { $1.supersedes($0) ? $1 : $0 }
            }
            let state = fold(versions)
            let cut = dice.number(in: 0...versions.count)
            #expect(fold(versions[..<cut] + versions) == state && fold(versions + versions[cut...]) == state)
            for _ in 0..<5 {
                dice.shuffle(&versions)
                #expect(fold(versions + versions.prefix(dice.number(in: 0...versions.count))) == state)
            }
            #expect(state.map { $0.supersedes($0) } == false)
        }
    }

    @Test("The greater version wins, then the greater origin; equal is nothing; a tombstone keeps nothing else")
    func rule() {
        let id = HealthID(RunID(high: 1, low: 1)), low = HealthOrigin.watch(serial: 1), high = HealthOrigin.watch(serial: 2)
        func change(_ version: UInt32, _ origin: HealthOrigin, _ number: Int64) -> HealthChange {
            HealthChange(kind: .goal, id: id, version: version, origin: origin, value: .integer(number))
        }
        #expect(change(2, low, 1).supersedes(change(1, high, 9)) && !change(1, high, 9).supersedes(change(2, low, 1)))
        #expect(change(2, high, 1).supersedes(change(2, low, 9)) && !change(2, low, 1).supersedes(change(2, low, 1)))
        let tombstone = HealthChange(deleting: .goal, id: id, version: 3, origin: low)
        #expect(tombstone.supersedes(change(2, high, 9)) && tombstone.value == .none && tombstone.time == .none)
    }
}
