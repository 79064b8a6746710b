import HealthCore
import Quantities

@testable import Calendar

/// A store in memory: the newest version of each object, by the one merge rule.
struct ObjectTable {
    private(set) var objects: [HealthID: HealthChange] = [:]
    mutating func put(_ change: HealthChange) { if change.supersedes(objects[change.id]) { objects[change.id] = change } }
}

/// Two weeks of a watch, by dice: boots that end with a power cut or in order, processes that end in a crash, dates that are unknown or
/// false at first, readings that are hours apart, chips that start again, a store that fails for a while. Beside it the truth.
struct WatchLife {
    /// A stretch with evenly spread steps, on the clock of its boot, milliseconds.
    struct Walk {
        var from: Int64
        var to: Int64
        var steps: Int
    }

    private static let begin: Int64 = 1_770_000_000_000
    private static let length: Int64 = 14 * 86_400_000
    private static let serial: UInt32 = 77

    private(set) var table = ObjectTable()
    private(set) var changes: [HealthChange] = []
    /// Steps that reached the store, by UTC as their boot knew it in the end.
    private(set) var dated: [Walk] = []
    private(set) var undatedSteps = 0
    /// The longest time whose steps a power cut took, milliseconds.
    private(set) var longestLoss: Int64 = 0
    let zone: TimeZoneRules

    private var dice: Dice
    private var pending: [HealthChange] = []
    private var storeFails = false

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        zone = Self.zones[Int(seed % UInt64(Self.zones.count))]
        var now = Self.begin
        while now < Self.begin + Self.length { now = boot(at: now) + Int64(dice.number(in: 1...600)) * 60_000 }
        flush()
    }

    /// Whole hours, 30 and 45 minutes, and changes of the clock by an hour each way within the two weeks.
    static let zones: [TimeZoneRules] = [
        .utc, TimeZoneRules(fixed: ZoneOffset(seconds: 19_800)), TimeZoneRules(fixed: ZoneOffset(seconds: 20_700)),
        TimeZoneRules(fixed: ZoneOffset(seconds: -34_200)),
        TimeZoneRules(
            transitions: [1_770_426_000], offsets: [ZoneOffset(seconds: 7200)], firstOffset: ZoneOffset(seconds: 3600), footer: nil),
        TimeZoneRules(
            transitions: [1_770_602_400], offsets: [ZoneOffset(seconds: -18_000)], firstOffset: ZoneOffset(seconds: -14_400), footer: nil),
    ]

    /// One boot; returns when it ended.
    private mutating func boot(at start: Int64) -> Int64 {
        let boot = BootID(high: dice.next(), low: dice.next())
        let monotonicStart = Int64(dice.number(in: 5_000...90_000_000))
        let trueOffset = start - monotonicStart
        let end = monotonicStart + Int64(dice.number(in: 5...5_000)) * 60_000
        var learning = plan(from: monotonicStart, to: end)
        var now = monotonicStart
        var saved: [Walk] = []
        var known: Int64?
        var table: [HealthChange] = []
        while now < end {
            let counter = process(boot, from: &now, to: end, trueOffset: trueOffset, &learning, &known, resuming: table, &saved)
            flush()
            table = self.table.objects.values.filter { QuarterHourID($0.id)?.boot == boot }
            if let counter { now += Int64(counter) }
        }
        if let known {
            dated += saved.map { Walk(from: $0.from + known, to: $0.to + known, steps: $0.steps) }
        } else {
            undatedSteps += saved.reduce(0) { $0 + $1.steps }
        }
        return end + trueOffset
    }

    /// When this boot learns which error of UTC, milliseconds.
    private mutating func plan(from start: Int64, to end: Int64) -> [(at: Int64, error: Int64)] {
        guard dice.chance(85) else { return [] }
        func later(_ dice: inout Dice, _ time: Int64) -> Int64 { time + Int64(dice.number(in: 0...240)) * 60_000 }
        var plan: [(at: Int64, error: Int64)] = []
        var time = later(&dice, start)
        if dice.chance(40) {
            let errors: [Int64] = [-1024 * 7 * 86_400_000, 1024 * 7 * 86_400_000, 86_400_000, -3 * 86_400_000, 400_000, 61_000]
            for _ in 0...dice.number(in: 0...2) {
                plan.append((time, errors[dice.number(in: 0...5)]))
                time = later(&dice, time)
            }
        }
        for _ in 0...3 {
            plan.append((time, Int64(dice.number(in: -20_000...20_000))))
            time = later(&dice, time)
        }
        return plan
    }

    /// One process of a boot, until the boot's end or a crash. Returns how long it is away after a crash.
    private mutating func process(
        _ boot: BootID, from now: inout Int64, to end: Int64, trueOffset: Int64, _ learning: inout [(at: Int64, error: Int64)],
        _ known: inout Int64?, resuming objects: [HealthChange], _ saved: inout [Walk]
    ) -> Int? {
        var counter = QuarterHourCounter(serial: Self.serial, boot: boot, at: Self.instant(now))
        for object in objects { counter.resume(object) }
        var count: UInt64 = UInt64(dice.number(in: 0...3)) * 10_000
        counter.take(count: count, at: Self.instant(now))
        var unsaved: [Walk] = []
        while now < end {
            if dice.chance(2) { storeFails.toggle() }
            if let next = learning.first, next.at <= now {
                learning.removeFirst()
                let before = counter.offset
                counter.learn(UTCOffset(milliseconds: trueOffset + next.error))
                if before != counter.offset { known = counter.offset?.milliseconds }
                save(&counter, at: now, &unsaved, &saved)
            }
            let wait = min(end - now, waiting())
            let steps = dice.chance(60) ? 0 : dice.number(in: 0...Int(wait / 400))
            // The loop wakes in between, because something may be due.
            for fraction in 1...4 where wait > 240_000 { save(&counter, at: now + wait * Int64(fraction) / 5, &unsaved, &saved) }
            if dice.chance(1), count > UInt64(steps) { count = 0 }
            count += UInt64(steps)
            counter.take(count: count, at: Self.instant(now + wait))
            if steps > 0 { unsaved.append(Walk(from: now, to: now + wait, steps: steps)) }
            now += wait
            save(&counter, at: now, &unsaved, &saved)
            if dice.chance(1), dice.chance(30) {
                note(unsaved, at: now)
                return dice.number(in: 1...200_000)
            }
        }
        if dice.chance(50) {
            counter.saveNow()
            save(&counter, at: now, &unsaved, &saved)
        }
        note(unsaved, at: now)
        return nil
    }

    private mutating func waiting() -> Int64 {
        if dice.chance(3) { return Int64(dice.number(in: 600...15_000)) * 1000 }
        return Int64(dice.number(in: 20...300)) * 1000
    }

    private mutating func note(_ lost: [Walk], at now: Int64) {
        if let first = lost.first { longestLoss = max(longestLoss, now - first.to) }
    }

    private mutating func save(_ counter: inout QuarterHourCounter, at now: Int64, _ unsaved: inout [Walk], _ saved: inout [Walk]) {
        let isDue = counter.nextSave.map { $0 <= Self.instant(now) } ?? false
        while let change = counter.takeChange(at: Self.instant(now), zone: zone) {
            changes.append(change)
            pending.append(change)
        }
        guard isDue else { return }
        saved += unsaved
        unsaved = []
        if !storeFails { flush() }
    }

    /// What waited reaches the store, in any order and some of it twice.
    private mutating func flush() {
        dice.shuffle(&pending)
        for change in pending {
            table.put(change)
            if dice.chance(10) { table.put(change) }
        }
        pending = []
    }

    private static func instant(_ milliseconds: Int64) -> MonotonicInstant { MonotonicInstant(nanoseconds: milliseconds * 1_000_000) }
}

extension WatchLife {
    /// The local days on which anything was counted.
    func days(_ boundaries: DayBoundaries) -> Set<CivilDate> {
        var days: Set<CivilDate> = []
        for walk in dated {
            for time in [walk.from, walk.to] { days.insert(boundaries.day(of: UTCInstant(milliseconds: time))) }
        }
        return days
    }

    /// Steps within a stretch of UTC.
    func steps(from: Int64, to: Int64) -> Double {
        dated.reduce(0) { sum, walk in
            let common = Double(max(0, min(to, walk.to) - max(from, walk.from)))
            return sum + Double(walk.steps) * common / Double(walk.to - walk.from)
        }
    }
}
