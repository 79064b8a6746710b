import Calendar
import Quantities

/// The fold of all changes: settings, profile, the days around today and their runs. In any order, with any repetition, the same changes
/// make the same book.
///
/// A book with a window holds quarter hours of that stretch only, so its memory is bounded; one without holds all. Kinds that it does
/// not know fold to nothing; the store keeps them. It is fed by ``apply(_:)`` with what is stored at start (`HealthStore.book`), and
/// then with each change that is made or comes from a host.
public struct HealthBook: Sendable {
    /// The boot whose undated steps and runs it holds.
    public let boot: BootID
    /// The stretch whose quarter hours it holds; nil for all.
    public private(set) var window: Range<UTCInstant>?
    /// False if what was stored could not be read: settings and profile are then stand-ins, which must not be taken for the runner's
    /// (R-B10, N8). Changes can be made all the same; only they are stored.
    public let isReadable: Bool
    /// The settings.
    public private(set) var settings = Settings()
    /// The runner: the active one, or the guest.
    public private(set) var profile = Profile()
    /// The body of whoever wears the watch while no runner is chosen.
    private var guestProfile = Profile()
    /// All steps outside the window, to be told by ``setEarlier(_:)``; nil until then. Always known without a window.
    public private(set) var earlier: StepTotals?
    /// False after the window has moved to days that were not held, until they are read (``merge(_:)``): what is stored of them is not known.
    public internal(set) var isWindowRead = true
    /// True if a change fell outside the window: ``earlier`` has to be read anew.
    public private(set) var isEarlierStale = false

    private var values: [HealthChange] = []
    var heldValues: [HealthChange] { values }
    private(set) var quarters: [Entry] = []
    private(set) var days: [HealthChange] = []
    private(set) var runs: [HealthChange] = []
    /// Goals, awards, drinks and runners.
    var objects: DayObjects

    /// So many runs are held at most; of more the oldest give way.
    static let mostRuns = 256

    struct Entry: Hashable, Sendable {
        var id: QuarterHourID
        var change: HealthChange
        var amounts: CountedAmounts { if case .quarterHour(let amounts) = change.value { CountedAmounts(amounts) } else { .zero } }
        var steps: UInt32 { amounts.steps }
    }

    /// An empty book.
    /// - Parameter isReadable: false for one that stands in for what could not be read.
    public init(boot: BootID, window: Range<UTCInstant>? = nil, isReadable: Bool = true) {
        (self.boot, self.window, self.isReadable) = (boot, window, isReadable)
        earlier = window == nil ? StepTotals() : nil
        objects = DayObjects(isWhole: window == nil)
        quarters.reserveCapacity(512)
        runs.reserveCapacity(16)
    }

    /// Takes a change. True if it changed anything here.
    @discardableResult public mutating func apply(_ change: HealthChange) -> Bool {
        switch change.kind {
        case .setting: applyValue(change, known: SettingValues.names)
        case .profileValue: applyValue(change, known: ProfileValues.names)
        case .quarterHour: applyQuarterHour(change)
        case .run: applyRun(change)
        default: applyObject(change)
        }
    }
}

// MARK: - Settings and profile

extension HealthBook {
    private mutating func applyValue(_ change: HealthChange, known names: [String]) -> Bool {
        guard let name = change.id.text, names.contains(name) else { return false }
        if let index = values.firstIndex(where: { $0.kind == change.kind && $0.id == change.id }) {
            guard change.supersedes(values[index]) else { return false }
            values[index] = change
        } else {
            values.append(change)
        }
        foldValues()
        return true
    }

    mutating func foldValues() {
        guestProfile = ProfileValues.profile { value(.profileValue, $0)?.value }
        profile = guestProfile
        settings = Settings()
        // Whose body it is decides which stride numbers hold.
        if let name = value(.setting, SettingValues.activeRunner)?.value {
            SettingValues.set(SettingValues.activeRunner, to: name, in: &settings, height: profile.height)
        }
        if let runner = activeRunner { profile = runner.runner.profile }
        for name in SettingValues.names {
            if let value = value(.setting, name)?.value { SettingValues.set(name, to: value, in: &settings, height: profile.height) }
        }
    }

    private func value(_ kind: HealthKind, _ name: String) -> HealthChange? {
        guard let id = HealthID(name) else { return nil }
        return values.first { $0.kind == kind && $0.id == id }
    }

    /// All values of a new watch, as changes that nobody stores.
    public static var defaultValues: [HealthChange] {
        func change(_ kind: HealthKind, _ name: String, _ value: HealthValue?) -> HealthChange? {
            guard let value, let id = HealthID(name) else { return nil }
            return HealthChange(kind: kind, id: id, origin: .migration, value: value)
        }
        let profile = Profile()
        return SettingValues.names.compactMap { name in
            change(.setting, name, SettingValues.value(name, of: Settings(), height: profile.height))
        } + ProfileValues.names.compactMap { change(.profileValue, $0, ProfileValues.value($0, of: profile)) }
    }

    /// The changes that make these settings and this profile of what the book has: one for each value that differs, none for the others.
    /// So defaults are never written over what was not read. A value that was taken back becomes a tombstone.
    ///
    /// Stride numbers hold for the height that they were learned with. A change of the height, wherever it comes from, forgets them
    /// without a change of their own.
    public func changes(
        to settings: Settings, _ profile: Profile, origin: HealthOrigin, time: HealthTime = .none
    ) -> [HealthChange] {
        let numbersNow = settings.strideNumbers == self.settings.strideNumbers
        let ours = SettingValues.names.compactMap { name -> HealthChange? in
            if name == SettingValues.strideNumbers, numbersNow { return nil }
            return change(
                .setting, name, from: SettingValues.value(name, of: self.settings, height: self.profile.height),
                to: SettingValues.value(name, of: settings, height: profile.height), origin, time)
        }
        return ours + changes(to: profile, origin, time)
    }

    /// The body of the active runner is the runner's own object; that of the guest is one of single values.
    private func changes(to profile: Profile, _ origin: HealthOrigin, _ time: HealthTime) -> [HealthChange] {
        if var active = activeRunner {
            guard active.runner.profile != profile else { return [] }
            active.runner.profile = profile
            return [change(.runner, active.id.id, to: .runner(active.runner), origin: origin, time: time)]
        }
        return ProfileValues.names.compactMap { name in
            change(
                .profileValue, name, from: ProfileValues.value(name, of: self.profile), to: ProfileValues.value(name, of: profile), origin,
                time)
        }
    }

    private func change(
        _ kind: HealthKind, _ name: String, from old: HealthValue?, to new: HealthValue?, _ origin: HealthOrigin, _ time: HealthTime
    ) -> HealthChange? {
        guard old != new, let id = HealthID(name) else { return nil }
        let version = HealthChange.version(after: value(kind, name))
        guard let new else { return HealthChange(deleting: kind, id: id, version: version, origin: origin) }
        return HealthChange(kind: kind, id: id, version: version, origin: origin, time: time, value: new)
    }
}

// MARK: - Quarter hours

extension HealthBook {
    private mutating func applyQuarterHour(_ change: HealthChange) -> Bool {
        guard let id = QuarterHourID(change.id) else { return applyDay(change) }
        if !holds(id) {
            isEarlierStale = true
            return false
        }
        let place = place(of: id)
        if place < quarters.count, quarters[place].id == id {
            guard change.supersedes(quarters[place].change) else { return false }
            quarters[place].change = change
        } else {
            quarters.insert(Entry(id: id, change: change), at: place)
        }
        return true
    }

    private func holds(_ id: QuarterHourID) -> Bool {
        guard let window else { return true }
        return id.isDated ? window.contains(QuarterHour(index: id.index).start) : id.boot == boot
    }

    func place(of id: QuarterHourID) -> Int {
        if let last = quarters.last, last.id < id { return quarters.count }
        var low = 0, high = quarters.count
        while low < high {
            let middle = (low + high) / 2
            if quarters[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whole days of old stores, and quarter hours that somebody names in another way: few, and all are held.
    private mutating func applyDay(_ change: HealthChange) -> Bool {
        if let window, !change.reaches(window) {
            isEarlierStale = true
            return false
        }
        return Self.merge(change, into: &days)
    }

    private static func merge(_ change: HealthChange, into changes: inout [HealthChange]) -> Bool {
        guard let index = changes.firstIndex(where: { $0.id == change.id }) else {
            changes.append(change)
            return true
        }
        guard change.supersedes(changes[index]) else { return false }
        changes[index] = change
        return true
    }

    /// Moves the window, at midnight or when UTC is learned. What leaves it is forgotten, so the book has to be read again from the
    /// store if the new window holds what the old one did not: also days to come, which a clock that was ahead has written in.
    /// - Returns: true if it has to be read again; ``isWindowRead`` is false until then.
    public mutating func move(to window: Range<UTCInstant>) -> Bool {
        guard let old = self.window else { return false }
        guard old != window else { return false }
        self.window = window
        let before = totalsHeld
        quarters = quarters.filter { holds($0.id) }
        quarters.reserveCapacity(512)
        days = days.filter { $0.reaches(window) }
        let left = before - totalsHeld
        earlier = earlier.map { $0 + left }
        // Days whose awards had to give way may have room now.
        let isWider =
            window.lowerBound < old.lowerBound || old.upperBound < window.upperBound || objects.firstAwardDay != nil
        if isWider { isWindowRead = false }
        moveAwards(isWider: isWider)
        return isWider
    }

    /// Tells all steps outside the window, as the store has added them up.
    public mutating func setEarlier(_ totals: StepTotals) {
        guard window != nil else { return }
        earlier = totals
        isEarlierStale = false
    }
}

// MARK: - Runs

extension HealthBook {
    private mutating func applyRun(_ change: HealthChange) -> Bool {
        guard Self.merge(change, into: &runs) else { return false }
        if window != nil, runs.count > Self.mostRuns, let oldest = runs.indices.min(by: { start(of: $0) < start(of: $1) }) {
            runs.remove(at: oldest)
        }
        return true
    }

    private func start(of index: Int) -> Int64 { runs[index].time.start?.milliseconds ?? .max }

    /// The newest version of a run; nil if the book does not hold it.
    public func run(_ id: HealthID) -> HealthChange? { runs.first { $0.id == id } }

    /// The versions that date the runs of this boot, once it has learned UTC (fault D9, R-B14).
    public func datedRuns(_ offset: UTCOffset, zone: TimeZoneRules, origin: HealthOrigin) -> [HealthChange] {
        runs.compactMap { run in
            guard case .boot(boot, let start, _) = run.time, var summary = RunSummary(run) else { return nil }
            summary.amounts.zone = zone.offset(at: offset.utc(at: start))
            summary.time = run.time.dated(offset, zone: summary.amounts.zone)
            return summary.change(after: run, origin: origin)
        }
    }
}
