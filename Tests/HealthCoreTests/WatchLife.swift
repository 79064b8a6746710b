import HealthCore
import Quantities

@testable import Calendar

/// A store in memory: the newest version of each object, by the one merge rule.
struct ObjectTable {
    private(set) var objects: [HealthID: HealthChange] = [:]
    mutating func put(_ change: HealthChange) { if change.supersedes(objects[change.id]) { objects[change.id] = change } }
}

/// Two weeks of a watch, by dice: boots that end with a power cut or in order, processes that end in a crash, dates that are unknown or
/// false at first, readings that are hours apart, chips that start again, a store that fails for a while, and power cuts while it does.
/// Beside it the truth.
struct WatchLife {
    /// What can happen in a life, so that a test can see that all of it did.
    enum Misfortune: CaseIterable {
        case storeFails, lossWhileItFails, chipReset, readingGap, falseByDays, falseByWeeks, crash, neverDated
    }

    /// A stretch with evenly spread steps, on the clock of its boot, milliseconds.
    struct Walk {
        var from: Int64
        var to: Int64
        var steps: Int
        /// Each step is 0.7 m, or a metre where there are 140 and more a minute.
        var runs: Bool { Self.runs(steps, in: to - from) }
        var millimeters: Int { steps * (runs ? 1000 : 700) }
        static func runs(_ steps: Int, in milliseconds: Int64) -> Bool { Int64(steps) * 60_000 >= 140 * milliseconds }
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
    /// Of the boot under way: what reached the store, what waits for it, and the offset of UTC that each was keyed by.
    private var saved: [Walk] = []
    private var taken: [Walk] = []
    private var savedOffset: Int64?
    private var offset: Int64?
    private(set) var misfortunes: Set<Misfortune> = []

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
        (saved, taken, savedOffset, offset) = ([], [], nil, nil)
        var table: [HealthChange] = []
        while now < end {
            let pause = process(boot, from: &now, to: end, trueOffset: trueOffset, &learning, resuming: table)
            if storeFails, pause != nil || dice.chance(50) { loseWaiting() } else { flush() }
            table = self.table.objects.values.filter { QuarterHourID($0.id)?.boot == boot }
            if let pause {
                misfortunes.insert(.crash)
                now += Int64(pause)
            }
        }
        if let offset = savedOffset {
            dated += saved.map { Walk(from: $0.from + offset, to: $0.to + offset, steps: $0.steps) }
        } else {
            if !saved.isEmpty { misfortunes.insert(.neverDated) }
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
                if let error = plan.last?.error, abs(error) >= 86_400_000 {
                    misfortunes.insert(abs(error) > 7 * 86_400_000 ? .falseByWeeks : .falseByDays)
                }
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
        resuming objects: [HealthChange]
    ) -> Int? {
        var counter = QuarterHourCounter(serial: Self.serial, boot: boot, at: Self.instant(now))
        for object in objects { counter.resume(object) }
        if counter.offset == nil { offset = nil }
        var count: UInt64 = UInt64(dice.number(in: 0...3)) * 10_000
        counter.take(count: count, at: Self.instant(now))
        var unsaved: [Walk] = []
        while now < end {
            if dice.chance(2) { storeFails.toggle() }
            if storeFails { misfortunes.insert(.storeFails) }
            if let next = learning.first, next.at <= now {
                learning.removeFirst()
                let before = counter.offset
                counter.learn(UTCOffset(milliseconds: trueOffset + next.error))
                if before != counter.offset { offset = counter.offset?.milliseconds }
                save(&counter, at: now, &unsaved)
            }
            let wait = min(end - now, waiting())
            let steps = dice.chance(60) ? 0 : dice.number(in: 0...Int(wait / 400))
            // The loop wakes in between, because something may be due.
            for fraction in 1...4 where wait > 240_000 { save(&counter, at: now + wait * Int64(fraction) / 5, &unsaved) }
            if dice.chance(1), count > UInt64(steps) {
                count = 0
                misfortunes.insert(.chipReset)
            }
            count += UInt64(steps)
            counter.take(count: count, at: Self.instant(now + wait)) { steps, time in
                Walk.runs(Int(steps), in: time.inMilliseconds) ? .ran(.meters(Double(steps))) : .walked(.meters(Double(steps) * 0.7))
            }
            if steps > 0 { unsaved.append(Walk(from: now, to: now + wait, steps: steps)) }
            now += wait
            save(&counter, at: now, &unsaved)
            if dice.chance(1), dice.chance(30) {
                note(unsaved, at: now)
                return dice.number(in: 1...200_000)
            }
        }
        if dice.chance(50) {
            counter.saveNow()
            save(&counter, at: now, &unsaved)
        }
        note(unsaved, at: now)
        return nil
    }

    private mutating func waiting() -> Int64 {
        if dice.chance(3) {
            misfortunes.insert(.readingGap)
            return Int64(dice.number(in: 600...15_000)) * 1000
        }
        return Int64(dice.number(in: 20...300)) * 1000
    }

    private mutating func note(_ lost: [Walk], at now: Int64) {
        if let first = lost.first { longestLoss = max(longestLoss, now - first.to) }
    }

    private mutating func save(_ counter: inout QuarterHourCounter, at now: Int64, _ unsaved: inout [Walk]) {
        let isDue = counter.nextSave.map { $0 <= Self.instant(now) } ?? false
        while let change = counter.takeChange(at: Self.instant(now), zone: zone) {
            changes.append(change)
            pending.append(change)
        }
        guard isDue else { return }
        taken += unsaved
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
        saved += taken
        (taken, savedOffset) = ([], offset)
    }

    /// The program or the power ends while the store fails: what waited for it is gone, also from the list of changes.
    private mutating func loseWaiting() {
        if !pending.isEmpty { misfortunes.insert(.lossWhileItFails) }
        changes.removeLast(pending.count)
        (pending, taken, offset) = ([], [], savedOffset)
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

    /// Of steps, or of another number of each walk, what lies within a stretch of UTC.
    func sum(_ number: (Walk) -> Int = { $0.steps }, from: Int64, to: Int64) -> Double {
        dated.reduce(0) { sum, walk in
            let common = Double(max(0, min(to, walk.to) - max(from, walk.from)))
            return sum + Double(number(walk)) * common / Double(walk.to - walk.from)
        }
    }
}
