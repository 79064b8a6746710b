import HealthCore
import Quantities

@testable import Calendar

/// A store in memory: the newest version of each object, by the one merge rule.
struct ObjectTable {
    private(set) var objects: [HealthID: HealthChange] = [:]
    mutating func put(_ change: HealthChange) { if change.supersedes(objects[change.id]) { objects[change.id] = change } }
}

/// Two weeks of a watch, by dice: boots of minutes and of days that end with a power cut or in order, processes that end in a crash, dates
/// that are unknown or false at first or set back, readings that are hours apart, wild ones and jumps, chips that start again, runs that
/// are recorded for a part of the time between two readings, a store that fails for a while, and power cuts while it does. Beside it the
/// truth: what a process or a power cut took before it was due to be stored, which is never older than ten minutes, is not in it.
struct WatchLife {
    /// What can happen in a life, so that a test can see that all of it did.
    enum Misfortune: CaseIterable {
        case storeFails, lossWhileItFails, chipReset, readingGap, falseByDays, falseByWeeks, crash, neverDated, setBack, wildReading, jump
        case recordedRun, partlyRecordedRun, severalBootsADay, learnedLate
    }

    /// A stretch with evenly spread steps, or with a measured way, on the clock of its boot, milliseconds.
    struct Walk {
        var from: Int64
        var to: Int64
        var amounts: Amounts
        /// So many times it was given a quarter hour by the middle of one that was counted, or stored, by another offset of UTC.
        var rekeyings: Int64 = 0
        /// The process that did so last.
        var process = -1
        /// How far from its place it may be.
        var tolerance: Int64 { rekeyings * 450_000 }
    }

    /// Each step that is not recorded is 0.7 m, or a metre where there are 140 and more a minute.
    struct Amounts {
        var steps = 0
        var walked = 0
        var ran = 0

        init() {}
        init(steps: Int, in milliseconds: Int64, unmeasured: Double) {
            self.steps = steps
            if Self.runs(steps, in: milliseconds) {
                ran = Int((Double(steps * 1000) * unmeasured).rounded())
            } else {
                walked = Int((Double(steps * 700) * unmeasured).rounded())
            }
        }
        mutating func add(_ other: Amounts) { (steps, walked, ran) = (steps + other.steps, walked + other.walked, ran + other.ran) }
        static func runs(_ steps: Int, in milliseconds: Int64) -> Bool { Int64(steps) * 60_000 >= 140 * milliseconds }
    }

    private static let begin: Int64 = 1_770_000_000_000
    private static let length: Int64 = 14 * 86_400_000
    private static let serial: UInt32 = 77

    private(set) var table = ObjectTable()
    private(set) var changes: [HealthChange] = []
    /// Steps that reached the store, by UTC as their boot knew it in the end.
    private(set) var dated: [Walk] = []
    private(set) var undated = Amounts()
    /// So many ways were cut to a part, each rounded to a millimetre.
    private(set) var parts = 0
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
    private var processes = 0
    private var wasShort = false
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
        // One in three is short, so that there are some on a day.
        let isShort = dice.chance(33)
        if isShort, wasShort { misfortunes.insert(.severalBootsADay) }
        wasShort = isShort
        let end = monotonicStart + Int64(dice.number(in: 5...(isShort ? 300 : 5_000))) * 60_000
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
            for var walk in saved {
                (walk.from, walk.to) = (walk.from + offset, walk.to + offset)
                dated.append(walk)
            }
        } else {
            if !saved.isEmpty { misfortunes.insert(.neverDated) }
            for walk in saved { undated.add(walk.amounts) }
        }
        return end + trueOffset
    }

    /// When this boot learns which error of UTC, milliseconds.
    private mutating func plan(from start: Int64, to end: Int64) -> [(at: Int64, error: Int64)] {
        guard dice.chance(85) else { return [] }
        func later(_ dice: inout Dice, _ time: Int64) -> Int64 { time + Int64(dice.number(in: 0...240)) * 60_000 }
        var plan: [(at: Int64, error: Int64)] = []
        var time = later(&dice, start)
        if time - start > 7_200_000 { misfortunes.insert(.learnedLate) }
        if dice.chance(40) {
            let errors: [Int64] = [-1024 * 7 * 86_400_000, 1024 * 7 * 86_400_000, 86_400_000, -3 * 86_400_000, 400_000, 61_000]
            for _ in 0...dice.number(in: 0...2) {
                plan.append((time, errors[dice.number(in: 0...5)]))
                if plan.count > 1, plan[plan.count - 1].error < plan[plan.count - 2].error { misfortunes.insert(.setBack) }
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
        // What is stored says what UTC was taken for.
        offset = counter.offset?.milliseconds
        savedOffset = offset
        var count: UInt64 = UInt64(dice.number(in: 0...3)) * 10_000
        counter.take(count: count, at: Self.instant(now))
        var unsaved: [Walk] = [], hasJumped = false
        processes += 1
        while now < end {
            if dice.chance(2) { storeFails.toggle() }
            if storeFails { misfortunes.insert(.storeFails) }
            if let next = learning.first, next.at <= now {
                learning.removeFirst()
                learn(UTCOffset(milliseconds: trueOffset + next.error), &counter, &unsaved)
                save(&counter, at: now, &unsaved)
            }
            let wait = min(end - now, waiting())
            var steps = dice.chance(60) ? 0 : dice.number(in: 0...Int(wait / 400))
            // The loop wakes in between, because something may be due.
            for fraction in 1...4 where wait > 240_000 { save(&counter, at: now + wait * Int64(fraction) / 5, &unsaved) }
            // Counting goes on from where a counter has jumped to, but what it took meanwhile is not known; and nobody can tell one that
            // starts again before the next reading from one that was wild.
            let jumps = dice.chance(1) && !hasJumped
            if dice.chance(1), !hasJumped, !jumps, count > UInt64(steps) {
                count = 0
                misfortunes.insert(.chipReset)
            }
            if jumps {
                misfortunes.insert(.jump)
                steps = 0
                count += 1_000_000
            }
            if dice.chance(1), !hasJumped, !jumps {
                misfortunes.insert(.wildReading)
                counter.take(count: count + 5_000_000, at: Self.instant(now + wait / 2))
            }
            hasJumped = jumps
            let unmeasured = record(&counter, from: now, wait, &unsaved)
            count += UInt64(steps)
            counter.take(count: count, at: Self.instant(now + wait)) { steps, time in
                Amounts.runs(Int(steps), in: time.inMilliseconds) ? .ran(.meters(Double(steps))) : .walked(.meters(Double(steps) * 0.7))
            }
            let amounts = Amounts(steps: steps, in: wait, unmeasured: unmeasured)
            if steps > 0 { unsaved.append(Walk(from: now, to: now + wait, amounts: amounts)) }
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

    /// A run that is recorded for all or a part of the time to the next reading. Returns what is left for steps.
    private mutating func record(_ counter: inout QuarterHourCounter, from now: Int64, _ wait: Int64, _ unsaved: inout [Walk]) -> Double {
        guard dice.chance(10) else { return 1 }
        let quarter = wait / 4, isWhole = dice.chance(50), first = isWhole ? 0 : Int64(dice.number(in: 0...2))
        let from = now + first * quarter, to = isWhole ? now + wait : from + quarter
        misfortunes.insert(isWhole ? .recordedRun : .partlyRecordedRun)
        guard to > from else { return 1 }
        var amounts = Amounts()
        let way = dice.number(in: 0...Int((to - from) * 4)), isRun = dice.chance(50)
        if isRun { amounts.ran = way } else { amounts.walked = way }
        let distance = Distance.meters(Double(way) / 1000)
        counter.take(isRun ? .ran(distance) : .walked(distance), from: Self.instant(from), to: Self.instant(to))
        if way > 0 { unsaved.append(Walk(from: from, to: to, amounts: amounts)) }
        if !isWhole { parts += 1 }
        return max(0, 1 - Double(to - from) / Double(wait))
    }

    /// What was counted by another offset than the one that is learned now is known to half a quarter hour.
    private mutating func learn(_ utc: UTCOffset, _ counter: inout QuarterHourCounter, _ unsaved: inout [Walk]) {
        let before = counter.offset
        counter.learn(utc)
        guard before != counter.offset else { return }
        offset = counter.offset?.milliseconds
        func move(_ walks: inout [Walk]) {
            for index in walks.indices where walks[index].process != processes {
                walks[index].rekeyings += 1
                walks[index].process = processes
            }
        }
        move(&saved)
        move(&taken)
        move(&unsaved)
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

/// The amounts of a day if all that may be beside it is, and if it is not; of steps, way walked and way run.
struct DayBounds {
    var least = SIMD3<Double>.zero
    var most = SIMD3<Double>.zero
}

extension WatchLife {
    /// The bounds of each local day on which anything was counted.
    func days(_ boundaries: DayBoundaries) -> [CivilDate: DayBounds] {
        var days: [CivilDate: DayBounds] = [:]
        var date = boundaries.day(of: UTCInstant(milliseconds: Self.begin)), day = boundaries.interval(of: date)
        for walk in dated {
            let tolerance = walk.tolerance
            let number = SIMD3(Double(walk.amounts.steps), Double(walk.amounts.walked), Double(walk.amounts.ran))
            let from = UTCInstant(milliseconds: walk.from - tolerance), to = UTCInstant(milliseconds: walk.to + tolerance)
            if !day.contains(from) {
                date = boundaries.day(of: from)
                day = boundaries.interval(of: date)
            }
            while day.lowerBound < to {
                let begin = day.lowerBound.milliseconds, end = day.upperBound.milliseconds
                func part(_ from: Int64, _ to: Int64) -> Double {
                    Double(max(0, min(to, walk.to) - max(from, walk.from))) / Double(walk.to - walk.from)
                }
                days[date, default: DayBounds()].least += number * part(begin + tolerance, end - tolerance)
                days[date, default: DayBounds()].most += number * part(begin - tolerance, end + tolerance)
                guard day.upperBound < to else { break }
                date = date.adding(days: 1)
                day = boundaries.interval(of: date)
            }
        }
        return days
    }
}
