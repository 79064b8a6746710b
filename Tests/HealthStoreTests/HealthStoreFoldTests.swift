import Calendar
import Quantities
import RunCore
import Testing

@testable import HealthCore
@testable import HealthStore

/// Random numbers that are the same each time (SplitMix64).
struct StoreDice: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Changes that a few watches and hosts could make of a few objects of every kind.
struct RandomChanges {
    static let day: Int64 = 86_400_000
    static let begin: Int64 = 20_000 * day
    private static let boots = [BootID(high: 1, low: 2), BootID(high: 3, low: 4)]
    private static let names = ["language", "height_m", "weight_kg", "stride_numbers", "zone_name", "sounds", "of_a_later_version"]
    private var dice: StoreDice

    init(seed: UInt64) { dice = StoreDice(seed: seed) }

    mutating func make(_ count: Int) -> [HealthChange] { (0..<count).map { _ in change() } }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }

    private mutating func change() -> HealthChange {
        let version = UInt32(number(1...3)), origin = HealthOrigin.watch(serial: UInt32(number(1...2)))
        var change: HealthChange
        switch number(0...5) {
        case 0: change = value(version, origin)
        case 1, 2: change = quarterHour(version, origin)
        case 3: change = wholeDay(version, origin)
        case 4: change = run(version, origin)
        default:
            let kind = HealthKind(rawValue: [3, 5, 200][number(0...2)])
            change = HealthChange(
                kind: kind, id: HealthID(RunID(high: 1, low: UInt64(number(1...3)))), version: version, origin: origin,
                value: .opaque([UInt8(number(100...255)), 1]))
        }
        if number(0...6) == 0 { change = HealthChange(deleting: change.kind, id: change.id, version: version, origin: origin) }
        return change
    }

    private mutating func value(_ version: UInt32, _ origin: HealthOrigin) -> HealthChange {
        let name = Self.names[number(0...Self.names.count - 1)]
        let values: [HealthValue] = [
            .integer(1), .integer(0), .real(1.5), .real(1.9), .text("Europe/Zurich"), .numbers([1.5, 0.2]), .numbers([1.9, 0.3]),
            .opaque([99]),
        ]
        return HealthChange(
            kind: name.hasSuffix("_kg") || name.hasSuffix("_m") ? .profileValue : .setting,
            id: HealthID(name) ?? HealthID(RunID(high: 0, low: 0)), version: version, origin: origin, value: values[number(0...7)])
    }

    private mutating func quarterHour(_ version: UInt32, _ origin: HealthOrigin) -> HealthChange {
        let boot = Self.boots[number(0...1)], isDated = number(0...3) > 0
        let index = isDated ? Self.begin / 900_000 + Int64(number(0...8)) * 48 : Int64(number(0...4))
        let id = QuarterHourID(
            serial: UInt32(number(1...2)), boot: boot, life: UInt32(number(0...1)), isDated: isDated, index: index)
        let utc = QuarterHour(index: index), start = MonotonicInstant(seconds: Double(index) * 900)
        return HealthChange(
            kind: .quarterHour, id: id.id, version: version, origin: origin,
            time: isDated ? .utc(start: utc.start, end: utc.end, zone: .utc) : .boot(boot, start: start, end: start + QuarterHour.length),
            value: .quarterHour(QuarterHourAmounts(steps: UInt32(number(1...2000)))))
    }

    private mutating func wholeDay(_ version: UInt32, _ origin: HealthOrigin) -> HealthChange {
        let date = CivilDate(daysSinceEpoch: 20_000 + number(0...4))
        return DayTotals(date: date, steps: UInt32(number(0...20_000)), distance: .meters(Double(number(0...9000))), runs: 1)
            .change(version: version, origin: origin)
    }

    private mutating func run(_ version: UInt32, _ origin: HealthOrigin) -> HealthChange {
        let utc = UTCInstant(milliseconds: Self.begin + Int64(number(0...96)) * 3_600_000)
        var run = Stored.run(UInt64(number(1...4)), utc: number(0...3) > 0 ? utc : nil)
        run.amounts.distance = .meters(Double(number(1...40)) * 250)
        var change = run.change(origin: origin)
        change.version = version
        return change
    }

    /// Batches in any order, some of them twice.
    mutating func shuffledBatches(_ changes: [HealthChange]) -> [[HealthChange]] {
        let all = (changes + changes.prefix(changes.count / 3)).shuffled(using: &dice)
        var batches: [[HealthChange]] = [], from = 0
        while from < all.count {
            let end = min(all.count, from + number(1...9))
            batches.append(Array(all[from..<end]))
            from = end
        }
        return batches
    }

    mutating func window() -> Range<UTCInstant> {
        let from = Self.begin + Int64(number(-4...10)) * Self.day / 2
        return UTCInstant(milliseconds: from)..<UTCInstant(milliseconds: from + Int64(number(1...6)) * Self.day / 2)
    }
}

@Suite struct HealthStoreFoldTests {
    private struct Name: Hashable {
        var kind: HealthKind
        var id: HealthID
    }

    /// The rule itself, in the plainest words.
    private static func fold(_ changes: some Sequence<HealthChange>) -> Set<HealthChange> {
        var newest: [Name: HealthChange] = [:]
        for change in changes {
            let name = Name(kind: change.kind, id: change.id)
            if change.supersedes(newest[name]) { newest[name] = change }
        }
        return Set(newest.values)
    }

    private static let seeds: Range<UInt64> = 0..<30

    @Test("What the store holds is the fold of the changes, in any order, any batches and any repetition", arguments: seeds)
    func fold(seed: UInt64) throws {
        var dice = RandomChanges(seed: seed)
        let changes = dice.make(120), files = TemporaryStore()
        var store = try HealthStore(path: files.path)
        for (number, batch) in dice.shuffledBatches(changes).enumerated() {
            if number == 7 { store = try HealthStore(path: files.path) }
            try store.put(batch)
        }
        #expect(Set(try store.all(7).map(\.change)) == Self.fold(changes))
        var book = HealthBook(boot: Stored.boot)
        for batch in dice.shuffledBatches(changes) { for change in batch { book.apply(change) } }
        let read = try store.wholeBook()
        #expect(Set(read.held) == Set(book.held))
        #expect(read.settings == book.settings && read.profile == book.profile && read.allSteps == book.allSteps)
    }

    @Test("A book of a window and the totals outside it tell what the whole book tells", arguments: seeds)
    func window(seed: UInt64) throws {
        var dice = RandomChanges(seed: seed)
        let files = TemporaryStore(), store = try HealthStore(path: files.path)
        try store.put(dice.make(150))
        let whole = try store.wholeBook(), window = dice.window()
        var book = try store.book(boot: Stored.boot, window: window)
        #expect(book.allSteps == nil && book.settings == whole.settings && book.profile == whole.profile)
        book.setEarlier(try store.stepTotals(outside: window, boot: Stored.boot))
        #expect(book.allSteps == whole.allSteps)
        #expect(book.steps(in: window) == whole.steps(in: window))
    }

    @Test("A store to which another one's pages are put becomes the same", arguments: seeds)
    func pages(seed: UInt64) throws {
        var dice = RandomChanges(seed: seed)
        let here = TemporaryStore(), there = TemporaryStore()
        let watch = try HealthStore(path: here.path), host = try HealthStore(path: there.path)
        var anchor: HealthAnchor?
        for batch in dice.shuffledBatches(dice.make(90)) {
            try watch.put(batch)
            let page = try watch.changes(since: anchor, limit: 3)
            try host.put(page.changes.map(\.change))
            anchor = page.anchor
        }
        var hasMore = true
        while hasMore {
            let page = try watch.changes(since: anchor, limit: 3)
            try host.put(page.changes.map(\.change))
            (anchor, hasMore) = (page.anchor, page.hasMore)
        }
        #expect(try Set(host.all().map(\.change)) == Set(watch.all().map(\.change)))
    }
}
