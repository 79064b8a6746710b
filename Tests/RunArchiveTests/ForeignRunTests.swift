import ActivityFiles
import Calendar
import Quantities
import RunCore
import RunLog
import TestSupport
import Testing
import Training

@testable import RunArchive

/// An activity of another device, made from a seed: pauses, laps, heart rates, a point each second while the timer runs.
struct MadeUpActivity: Sendable {
    var start = UTCInstant(milliseconds: 1_790_000_000_250)
    var elapsed: Int64
    var pauses: [Range<Int64>] = []
    /// Where laps end, milliseconds.
    var lapEnds: [Int64] = []
    /// Metres a second.
    var speed: Double
    var sport = ActivitySport.run
    var hasPlaces = true
    var step: Int64 = 1000

    init(elapsed: Int64, speed: Double = 3) { (self.elapsed, self.speed) = (elapsed, speed) }

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        elapsed = Int64.random(in: 120_000...3_000_000, using: &random)
        speed = Double.random(in: 1...5, using: &random)
        step = [1000, 1000, 1000, 4000, 7000].randomElement(using: &random) ?? 1000
        start = UTCInstant(milliseconds: 1_700_000_000_000 + Int64.random(in: 0...100_000_000_000, using: &random))
        var at = Int64(0)
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            let from = at + Int64.random(in: 10_000...200_000, using: &random), to = from + Int64.random(in: 3000...400_000, using: &random)
            guard to + 10_000 < elapsed else { break }
            pauses.append(from..<to)
            at = to
        }
        lapEnds = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int64.random(in: 5000...(elapsed - 5000), using: &random) }
            .sorted()
        lapEnds = lapEnds.reduce(into: []) { if $1 - ($0.last ?? 0) >= 3000 { $0.append($1) } }
        hasPlaces = Bool.random(using: &random)
        sport = [.run, .trailRun, .walk, .hike, .indoorRun].randomElement(using: &random) ?? .run
    }

    /// Milliseconds that the timer ran until a moment.
    func timer(_ at: Int64) -> Int64 { at - pauses.reduce(0) { $0 + max(0, min(at, $1.upperBound) - $1.lowerBound) } }
    /// Metres until a moment.
    func meters(_ at: Int64) -> Double { Double(timer(at)) / 1000 * speed }
    func isPaused(_ at: Int64) -> Bool { pauses.contains { $0.lowerBound < at && at < $0.upperBound } }

    func totals(_ from: Int64, _ to: Int64) -> ActivityTotals {
        var totals = ActivityTotals(
            elapsed: .milliseconds(to - from), timer: .milliseconds(timer(to) - timer(from)), distance: .meters(meters(to) - meters(from)))
        totals.ascent = .meters(7)
        totals.energy = .kilocalories(300)
        return totals
    }

    var laps: [ActivityLap] {
        let ends = lapEnds + [elapsed]
        return zip([0] + lapEnds, ends).map { ActivityLap(totals($0, $1), trigger: $1 == elapsed ? .end : .manual) }
    }

    func beats(_ at: Int64) -> Int { 120 + Int(at / 1000) % 50 }

    var points: [ActivityPoint] {
        stride(from: Int64(0), through: elapsed, by: Int64.Stride(step)).filter { !isPaused($0) }.map { at in
            var point = ActivityPoint(time: start.advanced(by: .milliseconds(at)))
            if hasPlaces { point.position = Coordinate(latitude: 48 + meters(at) * 9e-6, longitude: 11.5) }
            point.altitude = .meters(500 + Double(at / 1000 % 40))
            point.distance = .meters(meters(at))
            point.heartRate = .beatsPerMinute(Double(beats(at)))
            point.cadence = .stepsPerMinute(172)
            return point
        }
    }

    func fit(run: RunID? = nil) throws -> [UInt8] {
        let summary = ActivitySummary(
            sport: sport, start: start, isTimeKnown: true, zone: ZoneOffset(seconds: 7200), totals: totals(0, elapsed),
            device: ActivityDevice(productName: "Other", product: 1, serialNumber: 5, softwareVersionHundredths: 100), run: run)
        let sink = MemoryByteSink()
        _ = try FITActivityWriter.write(
            summary, laps: laps,
            pauses: pauses.map {
                ActivityPause(
                    start: start.advanced(by: .milliseconds($0.lowerBound)), end: start.advanced(by: .milliseconds($0.upperBound)),
                    cause: .manual)
            }, points: points, to: sink)
        return sink.bytes
    }

    /// The first run of the file, read back.
    func run() throws -> ForeignRun { try ForeignRunTests.run(ActivityReader.read(bytes: fit())) }
}

@Suite("Runs of other devices") struct ForeignRunTests {
    static func run(_ activity: ImportedActivity) throws -> ForeignRun {
        let parts = ForeignRun.parts(of: activity, localZone: .utc)
        guard case .run(let run)? = parts.first else { throw NoRun(parts: "\(parts)") }
        return run
    }
    struct NoRun: Error { var parts: String }

    static let id = RunID(randomHigh: 5, randomLow: 6)

    private func folded(_ run: ForeignRun) -> RunTotals {
        var totals: RunTotals?
        for record in run.records(as: Self.id) {
            if case .header(let header) = record, totals == nil { totals = RunTotals(header: header) } else { totals?.fold(record) }
        }
        return totals ?? RunTotals(header: RunHeader.nothing)
    }

    @Test(
        "What a FIT file states comes out of the log: elapsed, timer and distance to its resolution, pauses, laps, heart rates, kind, start",
        arguments: UInt64(1)...200)
    func everything(seed: UInt64) throws {
        let made = MadeUpActivity(seed: seed), totals = folded(try made.run()), figures = RunFigures(totals)
        #expect(totals.elapsed == .milliseconds(made.elapsed))
        #expect(totals.timer == .milliseconds(made.timer(made.elapsed)))
        #expect(abs(totals.distance.meters - made.meters(made.elapsed)) <= 0.006)
        #expect(figures.start?.wholeSeconds == made.start.wholeSeconds)
        #expect(figures.zone == ZoneOffset(seconds: 7200))
        #expect(totals.endCause == .saved)
        let expectedType: RunType =
            switch made.sport {
            case .walk, .hike: .walk
            case .trailRun: .trailRun
            case .indoorRun: .indoorRun
            default: made.hasPlaces ? .run : .indoorRun
            }
        #expect(figures.type == expectedType)
        #expect(figures.energy == nil)
        #expect(figures.ascent == .meters(7))
        let pauses = totals.clock.pauses.dropLast()
        #expect(pauses.count == made.pauses.count)
        for (pause, expected) in zip(pauses, made.pauses) {
            #expect(abs(Int64(pause.from.milliseconds) - expected.lowerBound) <= 1000)
            #expect(abs(Int64(pause.to?.milliseconds ?? 0) - expected.upperBound) <= 2000)
        }
        let laps = totals.laps, expected = made.laps
        #expect(laps.count == expected.count)
        for (lap, stated) in zip(laps, expected) {
            #expect(abs((lap.elapsed - stated.totals.elapsed).inSeconds) <= 0.0011)
            #expect(abs((lap.timer - stated.totals.timer).inSeconds) <= 2)
            #expect(abs(lap.distance.meters - stated.totals.distance.meters) <= 0.011)
        }
    }

    @Test("Each heart rate and place of a point is that of a sample", arguments: UInt64(1)...10)
    func samples(seed: UInt64) throws {
        let made = MadeUpActivity(seed: seed), points = made.points
        let samples: [RunSample] = try made.run().records(as: Self.id).compactMap {
            if case .sample(let sample) = $0 { sample } else { nil }
        }
        // The writer adds a last point at the end.
        #expect((points.count...points.count + 1).contains(samples.count))
        for (sample, point) in zip(samples, points) {
            #expect(sample.heartRate == point.heartRate)
            #expect(sample.cadence == point.cadence)
            #expect((sample.position == nil) == (point.position == nil))
            if let position = sample.position, let expected = point.position {
                #expect(abs(position.latitude - expected.latitude) < 2e-7)
            }
            #expect(sample.flags.contains(.hasOdometer))
        }
    }

    @Test("A recorded run whose FIT file is imported is the same run, under the same name", arguments: UInt64(1)...20)
    func ownExport(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var recorded = RecordedRun.random(seed, using: &random)
        recorded.seconds = max(recorded.seconds, 70)
        recorded.speed = max(recorded.speed, 500)
        // A start before 2000 is a stand-in in FIT.
        recorded.utc = recorded.utc.map { UTCInstant(milliseconds: max($0.milliseconds, 1_000_000_000_000)) }
        recorded.corrections = [:]
        let folder = try RecordedFolder([recorded])
        let run = try ArchivedRun.read(folder.directory.runLog(recorded.id))
        let exported = try run.export(RunExport(.fit, hiding: PrivacyZones()), to: folder.directory.exports)
        let read = try Self.run(ActivityReader.read(path: exported.path))
        #expect(read.own == recorded.id)
        let figures = read.figures(as: recorded.id), expected = run.figures
        #expect(figures.elapsed == expected.elapsed)
        #expect(figures.timer == expected.timer)
        #expect(abs(figures.distance.meters - expected.distance.meters) <= 0.006)
        #expect(figures.type == expected.type)
        #expect(figures.start?.wholeSeconds == expected.start?.wholeSeconds)
        #expect(KnownRuns([run.trained]).same(as: figures, own: nil) == recorded.id || expected.start == nil)
        #expect(KnownRuns([run.trained]).same(as: figures, own: read.own) == recorded.id)
    }

    // MARK: - GPX

    /// A GPX file of places each second on a line to the north at a speed.
    private func gpx(_ stretches: [Range<Int>], speed: Double = 3, type: String = "running") -> [UInt8] {
        let tracks = stretches.map { seconds in
            let points = seconds.map { second in
                let time = UTCInstant(milliseconds: 1_790_000_000_000 + Int64(second) * 1000).iso8601
                let latitude = 48 + Double(second) * speed / 111_200.0
                return "<trkpt lat=\"\(latitude)\" lon=\"11\"><time>\(time)</time></trkpt>"
            }
            return "<trkseg>\(points.joined())</trkseg>"
        }
        return Array("<gpx><trk><type>\(type)</type>\(tracks.joined())</trk></gpx>".utf8)
    }

    @Test("J12: metres and time across a break of recording do not count, whatever lies between")
    func gap() throws {
        let run = try Self.run(ActivityReader.read(bytes: gpx([0..<601, 3000..<3601])))
        let figures = run.figures(as: Self.id)
        #expect(figures.elapsed == .seconds(3600))
        #expect(figures.timer == .seconds(1200))
        #expect(abs(figures.distance.meters - 3600) < 15)
        #expect(run.notes.contains(.distanceOfPlaces(passedOver: 0)))
    }

    @Test("Stretches that follow one another at once are one")
    func breath() throws {
        let figures = try Self.run(ActivityReader.read(bytes: gpx([0..<300, 300..<601]))).figures(as: Self.id)
        #expect(figures.timer == .seconds(600))
        #expect(abs(figures.distance.meters - 1800) < 10)
    }

    @Test(
        "J4: tracks of different days are different runs; a silence of a lunch is one", arguments: [(5400, 1), (5 * 3600, 2), (86_400, 2)])
    func days(silence: Int, count: Int) throws {
        let activity = try ActivityReader.read(bytes: gpx([0..<601, (600 + silence)..<(1201 + silence)]))
        let parts = ForeignRun.parts(of: activity, localZone: .utc)
        #expect(parts.count == count)
        for case .run(let run) in parts where count == 2 { #expect(run.figures(as: Self.id).timer == .seconds(600)) }
    }

    @Test("A chained file holds a run for each session")
    func chained() throws {
        var first = MadeUpActivity(seed: 3), second = MadeUpActivity(seed: 4)
        (first.sport, second.sport) = (.run, .run)
        second.start = first.start.advanced(by: .milliseconds(first.elapsed + 3_600_000))
        let parts = ForeignRun.parts(of: try ActivityReader.read(bytes: first.fit() + second.fit()), localZone: .utc)
        let figures = parts.compactMap { if case .run(let run) = $0 { run.figures(as: Self.id) } else { nil } }
        #expect(figures.map(\.timer) == [first, second].map { .milliseconds($0.timer($0.elapsed)) })
        for (figures, made) in zip(figures, [first, second]) {
            #expect(abs(figures.distance.meters - made.meters(made.elapsed)) <= 0.006)
        }
    }

    @Test("A treadmill's session without points is a run of two moments")
    func sessionOnly() throws {
        var activity = ImportedActivity(format: .fit), session = ImportedSession()
        session.sport = .indoorRun
        session.totals.start = UTCInstant(milliseconds: 1_790_000_000_000)
        session.totals.elapsed = .seconds(1800)
        session.totals.timer = .seconds(1790)
        session.totals.distance = .meters(5000)
        activity.sessions = [session]
        let figures = try Self.run(activity).figures(as: Self.id)
        #expect(figures.distance == .meters(5000))
        #expect(figures.elapsed == .seconds(1800))
        #expect(figures.timer == .seconds(1790))
        #expect(figures.type == .indoorRun)
    }

    // MARK: - Refusals

    @Test("J22: other sports are named and left out; what names none is told by its speed", arguments: kinds.indices)
    func kind(index: Int) {
        let row = Self.kinds[index]
        let kind = ImportedKind(
            row.sport, unnamed: row.unnamed, hasPlaces: row.hasPlaces, meanSpeed: row.speed.map { .metersPerSecond($0) })
        switch kind {
        case .onFoot(let type, _): #expect(type == row.type)
        case .refused(let reason):
            #expect(row.type == nil)
            #expect("\(reason)".contains(row.word), "\(reason)")
        }
    }
    struct KindRow: Sendable {
        var sport: ActivitySport?
        var unnamed: RunType?
        var hasPlaces = true
        var speed: Double? = 3
        var type: RunType?
        var word = ""
    }
    static let kinds: [KindRow] = [
        KindRow(sport: .run, type: .run), KindRow(sport: .run, hasPlaces: false, type: .indoorRun),
        KindRow(sport: .trailRun, type: .trailRun), KindRow(sport: .indoorRun, type: .indoorRun), KindRow(sport: .walk, type: .walk),
        KindRow(sport: .hike, speed: nil, type: .walk), KindRow(sport: .ride, type: nil, word: "a ride"),
        KindRow(sport: ActivitySport(sport: 5, subSport: 0), type: nil, word: "a swim"),
        KindRow(sport: ActivitySport(sport: 200, subSport: 0), type: nil, word: "200"),
        KindRow(sport: .other, type: nil, word: "does not name"), KindRow(sport: .other, unnamed: .walk, type: .walk),
        KindRow(sport: nil, speed: 3, type: .run), KindRow(sport: nil, speed: 1.4, type: .walk),
        KindRow(sport: nil, speed: nil, type: .run),
        KindRow(sport: nil, speed: 7, type: nil, word: "25 km/h"), KindRow(sport: nil, unnamed: .run, speed: 1.4, type: .run),
        KindRow(sport: ActivitySport(sport: 1, subSport: 58), type: .indoorRun),
    ]

    private func comma(_ time: String) -> String {
        "<trkpt lat=\"48,1\" lon=\"11,2\"><time>2026-09-05T\(time)Z</time><extensions><hr>140</hr></extensions></trkpt>"
    }

    @Test("Faults that come often are told once, with how many there are")
    func repeated() {
        let bad = (4..<24).map { ActivityFault.badValue(line: $0, element: "time") }
        let holes = [ActivityFault.unproved(offset: 100, count: 37), .unproved(offset: 900, count: 3)]
        let notes = ImportNote.notes(of: [.fileChecksum(offset: 9)] + bad + [.badValue(line: 5, element: "ele")] + holes)
        #expect(
            notes == [
                .fault(.fileChecksum(offset: 9)), .badValues(element: "time", count: 20, firstLine: 4),
                .fault(.badValue(line: 5, element: "ele")), .unproved(stretches: 2, bytes: 40, firstOffset: 100),
            ])
    }

    @Test("A GPX file of Harrier is one run, however long its pause", arguments: [600, 5 * 3600, 20 * 3600])
    func longPause(pause: Int) throws {
        let mark = "<!-- Harrier, run \(Self.id) -->\n<gpx creator=\"Another\"><trk>"
        let text = String(decoding: gpx([0..<601, 600 + pause..<1201 + pause]), as: UTF8.self)
        let own = try ActivityReader.read(bytes: Array((mark + text.dropFirst("<gpx><trk>".count)).utf8))
        let parts = ForeignRun.parts(of: own, localZone: .utc)
        guard case .run(let run)? = parts.first else { throw NoRun(parts: "\(parts)") }
        #expect(parts.count == 1 && run.own == Self.id)
        #expect(run.figures(as: Self.id).timer == .seconds(1200))
    }

    @Test("Points that tell nothing, no time or only a moment are no run, in words")
    func nothing() throws {
        let point = "<trkpt lat=\"48\" lon=\"11\"/>", time = "<time>2026-09-05T07:30:00Z</time>"
        let texts = [
            "<gpx><trk><trkseg>\(point)\(point)</trkseg></trk></gpx>",
            "<gpx><trk><trkseg><trkpt lat=\"48\" lon=\"11\">\(time)</trkpt></trkseg></trk></gpx>", "<gpx></gpx>",
            "<gpx><trk><trkseg></trkseg></trk></gpx>",
            "<gpx><trk><trkseg>\(comma("07:30:00"))\(comma("07:40:00"))</trkseg></trk></gpx>",
        ]
        let expected: [ImportRefusal] = [.noTimes, .noTimes, .noActivity, .noPoints, .noPlaces]
        for (text, reason) in zip(texts, expected) {
            let parts = ForeignRun.parts(of: try ActivityReader.read(bytes: Array(text.utf8)), localZone: .utc)
            guard case .refused(reason, _, _)? = parts.first else {
                Issue.record("\(text): \(parts)")
                continue
            }
        }
    }
}

extension RunHeader {
    static let nothing = RunHeader(
        id: ForeignRunTests.id, type: .run, boot: BootID(high: 0, low: 0), start: MonotonicInstant(nanoseconds: 0), utcAtStart: nil,
        zone: nil,
        body: .notTold, zones: .unknown, energyRule: .distance, deviceSerial: 1, software: .current)
}
