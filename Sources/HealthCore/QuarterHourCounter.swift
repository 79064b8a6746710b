import Calendar
import Quantities

/// Puts the steps of one boot, and the way walked and run, into quarter hours, and says when which of them has to be saved (faults F2, F3). A pure value; a reading
/// allocates nothing.
///
/// Steps belong to the time between the two readings that they lie between, evenly spread. While UTC is unknown the quarter hours are
/// those of the boot's own clock; once it is learned, and again when it moves by more than a minute, all that this boot has counted gets
/// its rightful quarter hour, and what stood in a false one is taken back. What was counted before the clock was right is known to
/// half a quarter hour.
public struct QuarterHourCounter: Sendable {
    /// A power cut loses no more than this.
    public static let longestUnsaved = Duration.minutes(10)
    /// UTC that moves by less changes nothing: receivers tell it with a delay that varies.
    public static let smallestCorrection = Duration.minutes(1)
    /// So many quarter hours with steps can be re-keyed, some 40 days and more; older ones stay where they are.
    static let mostBins = 4096
    /// Steps of a longer silence are spread over its end.
    private static let longestSpreadMilliseconds: Int64 = 48 * 3_600_000

    /// The watch.
    public let serial: UInt32
    /// The boot.
    public let boot: BootID
    private let life: UInt32
    /// UTC as the quarter hours are keyed by it; nil until it is known.
    public private(set) var offset: UTCOffset?

    private var mark: (count: UInt64, at: MonotonicInstant)?
    private var doubtful: (count: UInt64, at: MonotonicInstant)?
    private var bins: [CountedBin] = []
    private var quarters = CountedQuarters()

    private var lastSave: MonotonicInstant
    /// The end of the quarter hour of the earliest unsaved step; nil if all is saved.
    private var unsavedUntil: Int64?
    private var isSaving = false
    private var next = 0

    /// A counter that begins to count now. `now` must differ between two processes of one boot.
    public init(serial: UInt32, boot: BootID, at now: MonotonicInstant) {
        (self.serial, self.boot) = (serial, boot)
        life = UInt32(truncatingIfNeeded: now.nanoseconds / 1_000_000)
        lastSave = now
        bins.reserveCapacity(Self.mostBins)
    }

    /// Takes over what an earlier process of the same boot has stored, so that it is re-keyed with the rest. Call it before the first
    /// reading, with each object that ``HealthBook`` or the store has of this boot; others are ignored.
    public mutating func resume(_ change: HealthChange) {
        guard change.kind == .quarterHour, let id = QuarterHourID(change.id), id.serial == serial, id.boot == boot, id.life != life else {
            return
        }
        var counted = CountedAmounts.zero
        var start: Int64?
        if case .quarterHour(let amounts) = change.value {
            (counted, start) = (CountedAmounts(amounts), amounts.monotonicStartMilliseconds)
        }
        if !id.isDated { start = QuarterHour.start(of: id.index) }
        if id.isDated, let start, offset == nil {
            offset = UTCOffset(milliseconds: QuarterHour.start(of: id.index).subtractingSaturating(start))
        }
        let key = CountedQuarters.Key(life: id.life, isDated: id.isDated, index: id.index)
        quarters.resume(key, counted, version: change.version, canMove: start != nil)
        if let start, counted != .zero { bins.append(CountedBin(life: id.life, startMilliseconds: start, amounts: counted)) }
    }
}

// MARK: - Counting

extension QuarterHourCounter {
    /// Takes a reading of a growing counter, with the instant up to which it had counted. The first one only sets the mark. Growth that
    /// nobody can run (``StepLimit``) is not believed, unless the next reading goes on from there: then counting goes on, without it.
    /// - Parameter way: how far so many steps in so much time led; ``CountedWay/none`` where another source counts the way.
    public mutating func take(
        count: UInt64, at instant: MonotonicInstant, way: (_ steps: UInt32, _ time: Duration) -> CountedWay = { _, _ in .none }
    ) {
        guard let mark else { return self.mark = (count, instant) }
        let at = max(instant, mark.at)
        if let grown = Self.believed(from: mark, to: count, at: at) {
            doubtful = nil
            self.mark = (count, at)
            add(grown, way, from: mark.at, to: at)
        } else if let doubtful, count >= doubtful.count, let grown = Self.believed(from: doubtful, to: count, at: at) {
            self.doubtful = nil
            self.mark = (count, at)
            add(grown, way, from: doubtful.at, to: at)
        } else {
            doubtful = (count, at)
        }
    }

    private static func believed(from mark: (count: UInt64, at: MonotonicInstant), to count: UInt64, at: MonotonicInstant) -> UInt32? {
        let grown = StepLimit.growth(from: mark.count, to: count)
        return grown <= StepLimit.most(in: mark.at.duration(to: at)) ? UInt32(clamping: grown) : nil
    }

    /// Takes a way that something else than steps has measured, evenly spread over a stretch.
    public mutating func take(_ way: CountedWay, from start: MonotonicInstant, to end: MonotonicInstant) {
        add(way.amounts, from: start, to: max(start, end))
    }

    private mutating func add(
        _ steps: UInt32, _ way: (_ steps: UInt32, _ time: Duration) -> CountedWay, from start: MonotonicInstant, to end: MonotonicInstant
    ) {
        guard steps > 0 else { return }
        var amounts = way(steps, start.duration(to: end)).amounts
        amounts.steps = steps
        add(amounts, from: start, to: end)
    }

    /// Spreads what was counted evenly over a stretch.
    private mutating func add(_ amounts: CountedAmounts, from start: MonotonicInstant, to end: MonotonicInstant) {
        guard amounts != .zero else { return }
        let to = end.nanoseconds / 1_000_000
        let from = max(start.nanoseconds / 1_000_000, to.subtractingSaturating(Self.longestSpreadMilliseconds))
        guard to > from else { return add(amounts, toBinAt: binStart(at: to)) }
        var given = CountedAmounts.zero
        var position = from
        while position < to {
            let bin = binStart(at: position)
            position = min(to, bin.addingSaturating(QuarterHour.milliseconds))
            let share = amounts.share(position - from, of: to - from)
            add(share - given, toBinAt: bin)
            given = share
        }
    }

    private func binStart(at milliseconds: Int64) -> Int64 {
        let shift = offset?.milliseconds.flooredRemainder(by: QuarterHour.milliseconds) ?? 0
        return milliseconds.subtractingSaturating(milliseconds.addingSaturating(shift).flooredRemainder(by: QuarterHour.milliseconds))
    }

    private mutating func add(_ amounts: CountedAmounts, toBinAt start: Int64) {
        guard amounts != .zero else { return }
        if let last = bins.indices.last, bins[last].life == life, bins[last].startMilliseconds == start {
            bins[last].amounts = bins[last].amounts + amounts
        } else {
            if bins.count >= Self.mostBins { settleOldest() }
            bins.append(CountedBin(life: life, startMilliseconds: start, amounts: amounts))
        }
        let place = quarters.place(of: key(life: life, binStart: start))
        if place < next { next = 0 }
        quarters[place].amounts = quarters[place].amounts + amounts
        if unsavedUntil == nil { unsavedUntil = start.addingSaturating(QuarterHour.milliseconds) }
    }

    /// The oldest quarter of the bins can no longer be re-keyed.
    private mutating func settleOldest() {
        for bin in bins[..<(Self.mostBins / 4)] { quarters.settle(bin.amounts, at: key(life: bin.life, binStart: bin.startMilliseconds)) }
        bins.removeFirst(Self.mostBins / 4)
        quarters.dropSettled(downTo: Self.mostBins * 2)
        next = 0
    }

    /// A bin goes where its middle lies.
    private func key(life: UInt32, binStart start: Int64) -> CountedQuarters.Key {
        let middle = start.addingSaturating(QuarterHour.milliseconds / 2).addingSaturating(offset?.milliseconds ?? 0)
        return CountedQuarters.Key(life: life, isDated: offset != nil, index: middle.flooredQuotient(by: QuarterHour.milliseconds))
    }
}

// MARK: - Time

extension QuarterHourCounter {
    /// Learns UTC, or that it was wrong. Less than a minute's difference changes nothing. True if there is something to save at once.
    @discardableResult public mutating func learn(_ offset: UTCOffset) -> Bool {
        if let known = self.offset {
            let moved = offset.milliseconds.subtractingSaturating(known.milliseconds)
            guard moved > Self.smallestCorrection.inMilliseconds || moved < -Self.smallestCorrection.inMilliseconds else { return false }
        }
        self.offset = offset
        quarters.startAgain()
        for bin in bins {
            let place = quarters.place(of: key(life: bin.life, binStart: bin.startMilliseconds))
            quarters[place].amounts = quarters[place].amounts + bin.amounts
        }
        next = 0
        guard quarters.areUnsaved else { return false }
        isSaving = true
        return true
    }
}

// MARK: - Saving

extension QuarterHourCounter {
    /// When ``takeChange(at:zone:)`` has something at the latest; nil if all is saved.
    public var nextSave: MonotonicInstant? {
        if isSaving { return lastSave }
        guard let unsavedUntil else { return nil }
        let (end, overflow) = unsavedUntil.multipliedReportingOverflow(by: 1_000_000)
        return min(lastSave + Self.longestUnsaved, MonotonicInstant(nanoseconds: overflow ? .max : end))
    }

    /// All that is not saved is due now: at the end of a run, before the power goes.
    public mutating func saveNow() { if unsavedUntil != nil { isSaving = true } }

    /// The next change to be saved; nil if there is none, or it is not yet time: ten minutes after the last save, at the end of a quarter
    /// hour, after a correction of UTC.
    ///
    /// What follows one another up to nil belongs into one transaction: a step that is taken from one quarter hour and given to another
    /// must not be in both, nor in none. The caller keeps what it took until it is on the card.
    public mutating func takeChange(at now: MonotonicInstant, zone: TimeZoneRules) -> HealthChange? {
        guard isSaving || nextSave.map({ now >= $0 }) == true else { return nil }
        isSaving = true
        while next < quarters.count {
            defer { next += 1 }
            guard quarters[next].isUnsaved else { continue }
            return change(of: quarters.markSaved(next), zone: zone)
        }
        (isSaving, next, unsavedUntil, lastSave) = (false, 0, nil, now)
        return nil
    }

    private func change(of quarter: CountedQuarters.Quarter, zone: TimeZoneRules) -> HealthChange {
        let key = quarter.key, origin = HealthOrigin.watch(serial: serial)
        let id = QuarterHourID(serial: serial, boot: boot, life: key.life, isDated: key.isDated, index: key.index).id
        guard quarter.amounts != .zero else {
            return HealthChange(deleting: .quarterHour, id: id, version: quarter.version, origin: origin)
        }
        let start = QuarterHour.start(of: key.index)
        let time: HealthTime
        if key.isDated {
            let utc = QuarterHour(index: key.index)
            time = .utc(start: utc.start, end: utc.end, zone: zone.offset(at: utc.start))
        } else {
            let begin = MonotonicInstant(nanoseconds: start.multipliedSaturating(by: 1_000_000))
            time = .boot(boot, start: begin, end: begin + QuarterHour.length)
        }
        let monotonic = key.isDated ? start.subtractingSaturating(offset?.milliseconds ?? 0) : start
        return HealthChange(
            kind: .quarterHour, id: id, version: quarter.version, origin: origin, time: time,
            value: .quarterHour(QuarterHourAmounts(quarter.amounts, monotonicStartMilliseconds: monotonic)))
    }

    /// What was counted in a stretch of UTC and no change has carried away yet, for a count that is up to date between two saves.
    public func unsaved(in interval: Range<UTCInstant>) -> UnsavedAmounts {
        quarters.unsaved { key in key.isDated && interval.contains(QuarterHour(index: key.index).start) }
    }

    /// Undated steps that no change has carried away yet.
    public var unsavedUndatedSteps: Int64 { quarters.unsaved { !$0.isDated }.steps }
}

extension Int64 {
    fileprivate func multipliedSaturating(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? ((self < 0) == (factor < 0) ? .max : .min) : product
    }
}
