import Calendar
import HealthCore
import Quantities
import RunCore

/// Brings what version 1 kept, rows that were overwritten, into objects. Nothing is lost: a day stays one object that spans the whole
/// local day, because nobody knows its quarter hours any more; values of a later version pass through.
enum FirstVersion {
    /// Says in an opaque value that the rest are bytes as version 1 had them.
    static let rawBytes: UInt8 = 255

    static func convert(_ connection: SQLiteConnection) throws(HealthStoreError) {
        let table = try ObjectTable(connection)
        for change in try days(connection) + runs(connection) + values(connection) { _ = try table.put(change, at: nil) }
        try connection.execute("DROP TABLE day; DROP TABLE run; DROP TABLE setting; DROP TABLE profile")
        try connection.execute("DELETE FROM sqlite_sequence WHERE name = 'run'")
    }

    /// Version 1 kept no zone, so a day is named by its date at offset 0, which every reader shows as that date.
    private static func days(_ connection: SQLiteConnection) throws(HealthStoreError) -> [HealthChange] {
        let row = try connection.prepare("SELECT date, steps, distance_mm, runs FROM day ORDER BY date")
        var days: [HealthChange] = []
        while try row.step() {
            let totals = DayTotals(
                date: CivilDate(daysSinceEpoch: Int(clamping: row.integer(0) ?? 0)), steps: UInt32(clamping: row.integer(1) ?? 0),
                distance: .meters(Double(row.integer(2) ?? 0) / 1000), runs: UInt16(clamping: row.integer(3) ?? 0))
            days.append(totals.change(version: 1, origin: .migration))
        }
        return days
    }

    private static func runs(_ connection: SQLiteConnection) throws(HealthStoreError) -> [HealthChange] {
        let row = try connection.prepare(
            """
            SELECT id, type, start_utc_ms, zone_s, elapsed_ms, timer_ms, moving_ms, distance_mm, steps, ascent_dm, descent_dm,
                energy_kcal, average_bpm, maximum_bpm, laps, end_cause FROM run ORDER BY number
            """)
        var runs: [HealthChange] = []
        while try row.step() {
            guard let id = HealthID(row.bytes(0)), let run = id.run else { continue }
            let type = row.integer(1).flatMap { UInt8(exactly: $0) }.flatMap(RunType.init(rawValue:)) ?? .run
            var amounts = RunAmounts(type: type, zone: ZoneOffset(seconds: Int32(clamping: row.integer(3) ?? 0)))
            amounts.elapsed = .milliseconds(row.integer(4) ?? 0)
            amounts.timer = .milliseconds(row.integer(5) ?? 0)
            amounts.moving = .milliseconds(row.integer(6) ?? 0)
            amounts.distance = .meters(Double(row.integer(7) ?? 0) / 1000)
            amounts.steps = row.integer(8).map { UInt32(clamping: $0) }
            amounts.ascent = row.integer(9).map { .meters(Double($0) / 10) }
            amounts.descent = row.integer(10).map { .meters(Double($0) / 10) }
            amounts.energy = .kilocalories(row.real(11) ?? 0)
            amounts.averageHeartRate = row.real(12).map { .beatsPerMinute($0) }
            amounts.maximumHeartRate = row.real(13).map { .beatsPerMinute($0) }
            amounts.laps = UInt16(clamping: row.integer(14) ?? 0)
            amounts.endCause = row.integer(15).flatMap { UInt8(exactly: $0) }.flatMap(EndCause.init(rawValue:))
            let time = row.integer(2).map { start in
                let start = UTCInstant(milliseconds: start)
                return HealthTime.utc(start: start, end: start.advanced(by: amounts.elapsed), zone: amounts.zone)
            }
            runs.append(RunSummary(id: run, time: time ?? .none, amounts: amounts).change(origin: .migration))
        }
        return runs
    }

    /// Values that are defaults are left out: they were written whether or not the runner had chosen them.
    private static func values(_ connection: SQLiteConnection) throws(HealthStoreError) -> [HealthChange] {
        let height = try connection.real("SELECT value FROM profile WHERE name = 'height_m'") ?? Profile().height.meters
        let defaults = HealthBook.defaultValues
        var changes: [HealthChange] = []
        for (kind, name) in [(HealthKind.setting, "setting"), (.profileValue, "profile")] {
            let row = try connection.prepare("SELECT name, value FROM \(name)")
            while try row.step() {
                guard let id = row.text(0).flatMap({ HealthID($0) }),
                    let value = Self.value(row, height: height, isStride: id.text == strides)
                else { continue }
                if defaults.contains(where: { $0.kind == kind && $0.id == id && $0.value == value }) { continue }
                changes.append(HealthChange(kind: kind, id: id, origin: .migration, value: value))
            }
        }
        return changes
    }

    private static let strides = "stride_numbers"

    private static func value(_ row: SQLiteStatement, height: Double, isStride: Bool) -> HealthValue? {
        switch row.value(1) {
        case .null: return nil
        case .integer(let number): return .integer(number)
        case .real(let number): return .real(number)
        case .text(let text):
            let value = HealthValue.text(text)
            return value.isWithinBounds ? value : .opaque(Array(([rawBytes] + text.utf8).prefix(HealthValue.mostBytes)))
        case .blob(let bytes):
            guard isStride, bytes.count % 8 == 0, bytes.count / 8 < HealthValue.mostNumbers else {
                return .opaque(Array(([rawBytes] + bytes).prefix(HealthValue.mostBytes)))
            }
            let numbers = stride(from: 0, to: bytes.count, by: 8).map { start in
                Double(bitPattern: bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
            }
            return numbers.isEmpty ? nil : .numbers([height] + numbers)
        }
    }
}
