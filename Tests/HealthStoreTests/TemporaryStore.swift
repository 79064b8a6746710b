import Calendar
import Glibc
import HealthCore
import Quantities
import RunCore

@testable import HealthStore

/// A directory for one test's databases, removed with it.
final class TemporaryStore {
    let directory: String
    var path: String { directory + "/health.sqlite" }

    init() {
        var template = Array("/tmp/harrier-store-XXXXXX".utf8CString)
        directory = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    }
    deinit {
        for name in names { unlink(directory + "/" + name) }
        rmdir(directory)
    }

    /// The files there are.
    var names: [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func read(_ name: String = "health.sqlite") -> [UInt8] {
        guard let file = fopen(directory + "/" + name, "rb") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
    }
    func remove(_ name: String) { unlink(directory + "/" + name) }
    /// The permissions of a file; nil if it is not there.
    func permissions(_ name: String) -> mode_t? {
        var status = stat()
        return stat(directory + "/" + name, &status) == 0 ? status.st_mode & 0o7777 : nil
    }
    func write(_ bytes: some Collection<UInt8>, to name: String = "health.sqlite") {
        guard let file = fopen(directory + "/" + name, "wb") else { return }
        defer { fclose(file) }
        _ = Array(bytes).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    }
}

/// Values that differ from every default.
enum Stored {
    static var settings: Settings {
        var settings = Settings()
        settings.isSetUp = true
        settings.language = 1
        settings.usesMiles = true
        settings.autoPause = false
        settings.autoLap = .fiveMinutes
        settings.sounds = false
        settings.runType = 3
        settings.autoLock = true
        settings.energyFromHeartRate = true
        settings.zoneName = "America/Argentina/ComodRivadavia"
        settings.maximumFixError = .meters(12.5)
        settings.strideNumbers = [0.1, -2.25, 1e-30]
        return settings
    }
    static let profile = Profile(
        weight: .kilograms(71.3), height: .meters(1.81), birthYear: 1984, sex: .female, maximumHeartRate: .beatsPerMinute(187),
        restingHeartRate: .beatsPerMinute(51))
    static let days = (0..<3).map {
        DayTotals(date: CivilDate(daysSinceEpoch: 20_000 + $0), steps: 9000 + UInt32($0), distance: .meters(5000.125), runs: 1)
    }

    static func run(_ number: UInt64, utc: UTCInstant? = nil, lapAtEnd: Bool = false) -> RunSummary {
        let header = RunHeader(
            id: RunID(randomHigh: number, randomLow: number), type: .trailRun, boot: BootID(high: 1, low: 2),
            start: MonotonicInstant(seconds: 5), utcAtStart: utc, zone: ZoneOffset(seconds: 3600), body: .unset, zones: .unknown,
            energyRule: .distance, deviceSerial: 1, software: .current)
        var totals = RunTotals(header: header)
        for second in 1...60 {
            var sample = RunSample(time: RunTime(milliseconds: UInt32(second) * 1000))
            sample.distanceMillimeters = UInt32(second) * 3000
            sample.flags = [.hasFix, .hasSteps]
            totals.fold(.sample(sample))
        }
        if lapAtEnd {
            totals.fold(.event(RunEvent(time: RunTime(milliseconds: 60_000), kind: .lap(.manual, distanceMillimeters: 180_000))))
        }
        return RunSummary(totals)
    }

    /// Fills a store with all of this.
    static func fill(_ store: HealthStore) throws {
        try save(settings, profile, in: store)
        try store.put(days.map { $0.change(version: 1, origin: origin) })
        for number in 1...3 as ClosedRange<UInt64> { try store.save(run(number, utc: UTCInstant(milliseconds: Int64(number) * 1000))) }
    }

    static let origin = HealthOrigin.watch(serial: 7)
    static let boot = BootID(high: 1, low: 2)

    /// Puts what makes these values of those that the store has.
    static func save(_ settings: Settings, _ profile: Profile, in store: HealthStore) throws {
        try store.put(try store.wholeBook().changes(to: settings, profile, origin: origin))
    }

    /// A drink: an object of no meaning to the book, small and of any number.
    static func drink(_ number: Int, version: UInt32 = 1, milligrams: Int64 = 80) -> HealthChange {
        HealthChange(kind: .drink, id: drinkID(number), version: version, origin: origin, value: .integer(milligrams))
    }
    static func deletedDrink(_ number: Int, version: UInt32 = 2) -> HealthChange {
        HealthChange(deleting: .drink, id: drinkID(number), version: version, origin: origin)
    }
    private static func drinkID(_ number: Int) -> HealthID { HealthID("drink \(number)") ?? HealthID(RunID(high: 0, low: 0)) }
}

extension HealthStore {
    /// Every object, tombstones too, in the order of the sequence; read in pages.
    func all(_ limit: Int = 1000) throws -> [(sequence: Int64, change: HealthChange)] {
        var changes: [(sequence: Int64, change: HealthChange)] = [], anchor: HealthAnchor?
        while true {
            let page = try self.changes(since: anchor, limit: limit)
            changes += page.changes
            anchor = page.anchor
            if !page.hasMore { return changes }
        }
    }
}

extension HealthStoreOpening {
    /// What was told of a store that takes changes; nil for another.
    var news: HealthStoreNews? { if case .ready(_, let news) = self { news } else { nil } }
    /// Why a store can be read only; nil for another.
    var readOnlyError: HealthStoreError? { if case .readOnly(_, let error) = self { error } else { nil } }
    /// Why a store cannot be read; nil for another.
    var unreadableError: HealthStoreError? { if case .unreadable(let error) = self { error } else { nil } }
}
