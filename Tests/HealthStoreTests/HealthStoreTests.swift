import Glibc
import HealthCore
import Quantities
import RunCore
import Testing

@testable import HealthStore

@Suite struct HealthStoreTests {
    @Test("A new store has the defaults, and holds nothing")
    func empty() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path), book = try store.wholeBook()
        #expect(book.settings == Settings() && book.profile == Profile() && book.allSteps == StepTotals())
        #expect(try store.objectCount() == 0 && store.runCount() == 0 && store.runs().isEmpty)
    }

    @Test("F3, C1: everything is there after the process is gone, also for a reader beside a writer")
    func roundTrip() throws {
        let files = TemporaryStore()
        let writer = try HealthStore(path: files.path)
        try Stored.fill(writer)
        for store in [try HealthStore(path: files.path, access: .readOnly), try HealthStore(path: files.path)] {
            let book = try store.wholeBook()
            #expect(book.settings == Stored.settings && book.profile == Stored.profile)
            for day in Stored.days {
                #expect(try store.newest(.quarterHour, HealthID(wholeDay: day.date)).flatMap { DayTotals($0) } == day)
            }
            #expect(try store.runs() == [3, 2, 1].map { Stored.run($0, utc: UTCInstant(milliseconds: Int64($0) * 1000)) })
        }
    }

    @Test("A reader puts nothing")
    func readOnly() throws {
        let files = TemporaryStore()
        try Stored.fill(HealthStore(path: files.path))
        let reader = try HealthStore(path: files.path, access: .readOnly)
        #expect(reader.isReadOnly)
        #expect(throws: HealthStoreError.readOnly(path: files.path)) { try reader.put(Stored.drink(1)) }
        #expect(throws: HealthStoreError.readOnly(path: files.path)) { try reader.save(Stored.run(1)) }
        #expect(throws: HealthStoreError.readOnly(path: files.path)) { try reader.replaceRuns(with: []) }
        #expect(throws: HealthStoreError.readOnly(path: files.path)) {
            try reader.forgetTombstones(at: UTCInstant(milliseconds: 0), acknowledged: nil)
        }
    }

    @Test("A value that was taken back is absent again; what was not changed is not written")
    func absent() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try Stored.save(Settings(), Profile(), in: store)
        #expect(try store.objectCount() == 0)
        try Stored.save(Stored.settings, Stored.profile, in: store)
        let last = try store.all().last?.sequence
        try Stored.save(Stored.settings, Stored.profile, in: store)
        #expect(try store.all().last?.sequence == last)
        try Stored.save(Settings(), Profile(), in: store)
        let book = try store.wholeBook()
        #expect(book.settings == Settings() && book.profile == Profile())
    }

    @Test("A language is kept as it was chosen, also one that only a later version has", arguments: [0, 1, 2, 3, 200] as [UInt8])
    func language(index: UInt8) throws {
        let files = TemporaryStore()
        var settings = Settings()
        settings.language = index
        try Stored.save(settings, Profile(), in: try HealthStore(path: files.path))
        #expect(try HealthStore(path: files.path).wholeBook().settings == settings)
    }

    static let foreignValues: [(HealthKind, String, HealthValue)] = [
        (.setting, "language", .text("x")), (.setting, "auto_lap", .integer(99)), (.setting, "run_type", .integer(-1)),
        (.setting, "maximum_fix_error_m", .real(1e9)), (.setting, "stride_numbers", .opaque([1, 2])), (.setting, "sounds", .integer(7)),
        (.setting, "of_a_later_version", .integer(1)), (.setting, "usesMiles", .numbers([])), (.setting, "is_set_up", .real(.nan)),
        (.profileValue, "weight_kg", .real(1e300)), (.profileValue, "birth_year", .text("x")), (.profileValue, "sex", .integer(9)),
    ]

    @Test("C5: values out of range or of another kind leave the default, and unknown ones stay")
    func foreign() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        for (kind, name, value) in Self.foreignValues {
            let id = try #require(HealthID(name))
            try store.put(HealthChange(kind: kind, id: id, origin: Stored.origin, value: value))
        }
        let book = try store.wholeBook()
        #expect(book.settings == Settings() && book.profile == Profile(weight: .kilograms(299)))
        try Stored.save(Stored.settings, Stored.profile, in: store)
        let unknown = try #require(HealthID("of_a_later_version"))
        #expect(try store.newest(.setting, unknown)?.value == .integer(1))
        #expect(try store.wholeBook().settings == Stored.settings)
    }

    @Test("C5: a power cut at any point of a save leaves the old values or the new, never a mixture")
    func everyCut() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let before = files.read()
        try Stored.save(Stored.settings, Stored.profile, in: store)
        let log = files.read("health.sqlite-wal")
        try #require(log.count > 4096)
        var isNew: [Bool] = []
        for cut in Array(stride(from: 0, to: log.count, by: 211)) + [log.count - 1, log.count] {
            let after = TemporaryStore()
            after.write(before)
            after.write(log[..<cut], to: "health.sqlite-wal")
            let opening = HealthStore.opening(path: after.path)
            #expect(opening.news == .nothing)
            let book = try #require(opening.store).wholeBook()
            let isOld = (book.settings, book.profile) == (Settings(), Profile())
            #expect(isOld || (book.settings, book.profile) == (Stored.settings, Stored.profile), "cut at \(cut)")
            isNew.append(!isOld)
        }
        #expect(isNew.first == false && isNew.last == true)
    }

    @Test("C6: a full store is told, nothing of that call is stored, and what was stored before stays whole")
    func full() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try Stored.fill(store)
        try store.connection.execute("PRAGMA max_page_count = \(try store.connection.number("PRAGMA page_count") ?? 1)")
        var failure: HealthStoreError?, number = 0, before: [HealthChange] = []
        while failure == nil, number < 2000 {
            before = try store.all().map(\.change)
            let drinks = (0..<10).map { Stored.drink(number + $0) }
            do throws(HealthStoreError) { try store.put(drinks) } catch { failure = error }
            number += 10
        }
        #expect(failure == .full(path: files.path))
        try store.check()
        #expect(try store.all().map(\.change) == before)
        #expect(try store.wholeBook().settings == Stored.settings)
    }

    private static func change(_ value: HealthValue, version: UInt32 = 1) -> HealthChange {
        HealthChange(kind: .goal, id: HealthID(RunID(high: 1, low: 1)), version: version, origin: Stored.origin, value: value)
    }
    private static let beyond = [
        change(.text(String(repeating: "x", count: 257))), change(.text(String(repeating: "ü", count: 129))),
        change(.numbers(Array(repeating: 1, count: 65))), change(.opaque([])), change(.opaque(Array(repeating: 9, count: 1025))),
        change(.integer(1), version: 0), change(.integer(1), version: UInt32(Int32.max) + 1), change(.integer(1), version: .max),
    ]
    private static let within = [
        change(.text(String(repeating: "x", count: 256))), change(.numbers(Array(repeating: -.infinity, count: 64))),
        change(.opaque(Array(repeating: 200, count: 1024))), change(.integer(.min), version: UInt32(Int32.max)), change(.text("a\0b")),
        change(.real(.greatestFiniteMagnitude)), change(.text("")), change(.numbers([])),
    ]

    @Test("A change that breaks the bounds is refused with all of its call", arguments: beyond)
    func refused(change: HealthChange) throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        #expect(throws: HealthStoreError.outOfBounds(path: files.path)) { try store.put([Stored.drink(1), change, Stored.drink(2)]) }
        #expect(try store.objectCount() == 0)
    }

    @Test("A change at the bounds is kept as it is", arguments: within)
    func taken(change: HealthChange) throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        try store.put(change)
        #expect(try store.all().map(\.change) == [change])
    }

    @Test("Times at the ends of their ranges come back as they were")
    func times() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        let times: [HealthTime] = [
            .none, .boot(BootID(high: .max, low: 0), start: MonotonicInstant(nanoseconds: 0), end: MonotonicInstant(nanoseconds: .max)),
            .utc(start: UTCInstant(milliseconds: .min), end: UTCInstant(milliseconds: .max), zone: ZoneOffset(seconds: -34_200)),
        ]
        for (number, time) in times.enumerated() {
            var drink = Stored.drink(number)
            drink.time = time
            try store.put(drink)
        }
        #expect(try store.all().map(\.change.time) == times)
        #expect(try store.wholeBook().allSteps == StepTotals())
    }

    @Test("An edit of the last version there is stays within the bounds")
    func lastVersion() throws {
        let files = TemporaryStore()
        let store = try HealthStore(path: files.path)
        let id = try #require(HealthID("language"))
        try store.put(
            HealthChange(kind: .setting, id: id, version: HealthChange.lastVersion, origin: .migration, value: .integer(0)))
        try Stored.save(Stored.settings, Stored.profile, in: store)
        #expect(try store.wholeBook().settings == Stored.settings)
    }
}
