import ActivityFiles
import Calendar
import Glibc
import JSONText
import Playback
import Quantities
import RunArchive
import RunCore
import SimulatedPeripherals
import TestSupport
import Testing

@testable import harrier

/// Whole files through the whole watch.
@Suite("Replay") struct ReplayTests {
    struct Outcome {
        var totals: RunTotals
        var file: ImportedActivity
        var findings: [LintFinding]
        var replay: Replay
    }

    static func play(_ activity: ImportedActivity) throws -> Outcome {
        let folder = TemporaryFolder()
        let replay = try Replay(activity, named: "a file")
        let player = try replay.makePlayer(dataPath: folder.path, localZone: .utc)
        // A virtual clock: whatever does not end by then never does.
        let patience = replay.end.advanced(by: .seconds(300))
        while !player.isOver, player.loop.now < patience { player.advance(to: player.loop.now.advanced(by: .seconds(10))) }
        #expect(player.isOver)
        player.finish()
        let totals = try #require(player.loop.host.watch.session.totals)
        let path = try #require(try player.export()).file.path
        return Outcome(
            totals: totals, file: try ActivityReader.read(path: path), findings: ActivityLinter.check(try FileByteSource(path: path)),
            replay: replay)
    }

    private static let first = UTCInstant(milliseconds: 1_780_000_000_000)

    /// Points each second at 3 m/s, some of them left out.
    private static func track(_ seconds: ClosedRange<Int64>, fromMetre metre: Double = 0, sport: String = "running") -> String {
        seconds.map { second in
            let north = 47 + (metre + 3 * Double(second - seconds.lowerBound)) / 111_170
            return "<trkpt lat=\"\(north)\" lon=\"8\"><ele>400</ele><time>\(first.advanced(by: .seconds(second)).iso8601)</time></trkpt>"
        }.joined()
    }
    private static func gpx(_ segments: [String], type: String = "running") throws -> ImportedActivity {
        let body = segments.map { "<trkseg>\($0)</trkseg>" }.joined()
        return try ActivityReader.read(bytes: Array("<gpx><trk><type>\(type)</type>\(body)</trk></gpx>".utf8))
    }

    @Test("J12: a lunch of 90 minutes is a pause, and its metres do not count")
    func lunch() throws {
        // The recorder goes on 400 m from where it stopped.
        let outcome = try Self.play(try Self.gpx([Self.track(0...600), Self.track(6000...6600, fromMetre: 2200)]))
        #expect(abs(outcome.totals.timer.inSeconds - 1200) < 2)
        #expect(abs(outcome.totals.elapsed.inSeconds - 6600) < 2)
        #expect(abs(outcome.totals.distance.meters - 3600) < 36)
        #expect(outcome.findings == [])
    }

    @Test("N14, J6: the run begins when the recording begins, to the second")
    func start() throws {
        let outcome = try Self.play(try Self.gpx([Self.track(0...120)]))
        let start = try #require(outcome.totals.utc.utc(at: .start))
        #expect(abs(Self.first.duration(to: start).inSeconds) < 1)
        #expect(abs(outcome.totals.timer.inSeconds - 120) < 1)
        #expect(abs(outcome.totals.distance.meters - 360) < 4)
    }

    @Test("J4: after a wild first stamp the run is still dated, and the point is said to be missing")
    func wildFirst() throws {
        let wild = "<trkpt lat=\"47\" lon=\"8\"><time>1999-01-01T00:00:00Z</time></trkpt>"
        let outcome = try Self.play(try Self.gpx([wild + Self.track(0...120)]))
        #expect(outcome.totals.utc.isKnown)
        #expect(abs(outcome.totals.distance.meters - 360) < 8)
        #expect(outcome.replay.report.text.contains("1 point with a time that the others contradict: left out"))
    }

    @Test("J7: what is lost by a cut is told, and is the reason when nothing is left")
    func cut() throws {
        let whole = "<gpx><trk><trkseg>" + Self.track(0...120)
        let report = try Replay(try ActivityReader.read(bytes: Array(whole.utf8)), named: "a file").report
        #expect(report.notes.contains { $0.contains("before it is complete") })
        let json = String(describing: report.json)
        #expect(json.contains("before it is complete"))
        let none = try ActivityReader.read(bytes: Array("<gpx><trk><trkseg><trkpt".utf8))
        do {
            _ = try Replay(none, named: "a file")
            Issue.record("there is nothing to replay")
        } catch { #expect("\(error)".contains("before it is complete")) }
    }

    /// What GPX files say of their sport, and what the watch takes it for.
    static let kinds: [(name: String, type: RunType, isSaid: Bool)] = [
        ("running", .run, false), ("trail running", .trailRun, false), ("walking", .walk, false), ("hiking", .walk, false),
        ("treadmill_running", .indoorRun, false), ("cycling", .run, true),
    ]

    @Test("J22: the kind of run is the recording's; what is no run is said to be none", arguments: kinds)
    func kind(name: String, type: RunType, isSaid: Bool) throws {
        let replay = try Replay(try Self.gpx([Self.track(0...60)], type: name), named: "a file")
        #expect(replay.type == type)
        #expect(replay.report.notes.contains { $0.contains("is no run") } == isSaid)
    }

    @Test("J8: a recording without places is a run indoors on its own date, and its own distance is told")
    func treadmill() throws {
        var text = "<TrainingCenterDatabase><Activities><Activity Sport=\"Running\"><Lap StartTime=\"\(Self.first.iso8601)\">"
        text += "<TotalTimeSeconds>300</TotalTimeSeconds><DistanceMeters>900</DistanceMeters><Track>"
        for second in Int64(0)...300 {
            let time = Self.first.advanced(by: .seconds(second)).iso8601
            text += "<Trackpoint><Time>\(time)</Time><DistanceMeters>\(second * 3)</DistanceMeters></Trackpoint>"
        }
        text += "</Track></Lap></Activity></Activities></TrainingCenterDatabase>"
        let outcome = try Self.play(try ActivityReader.read(bytes: Array(text.utf8)))
        #expect(outcome.totals.header.type == .indoorRun)
        #expect(abs(Self.first.duration(to: try #require(outcome.totals.utc.utc(at: .start))).inSeconds) < 1)
        #expect(abs(outcome.totals.timer.inSeconds - 300) < 1)
        #expect(outcome.replay.report.text.contains("0.90 km"))
        #expect(abs(outcome.totals.distance.meters - 900) < 0.1)
        #expect(outcome.replay.report.notes.contains { $0.contains("no places") })
    }

    @Test("N10: points years apart are refused in words")
    func yearsApart() throws {
        let activity = try Self.gpx([Self.track(0...0) + Self.track(630_720_000...630_720_000)])
        do {
            _ = try Replay(activity, named: "a file")
            Issue.record("there is nothing to replay")
        } catch { #expect("\(error)".contains("2 points with a time that the others contradict")) }
    }

    @Test("A runner who set the watch up otherwise finds it unchanged after a replay")
    func settings() throws {
        let folder = TemporaryFolder()
        let replay = try Replay(try Self.gpx([Self.track(0...60)], type: "walking"), named: "a file")
        for _ in 0..<2 {
            let player = try replay.makePlayer(dataPath: folder.path, localZone: .utc)
            #expect(player.storage.book.settings.runType == 0 && !player.storage.book.settings.isSetUp)
            while !player.isOver { player.advance(to: player.loop.now.advanced(by: .seconds(10))) }
            player.finish()
        }
    }

    // MARK: - Own exports

    /// What goes wrong in some of the simulated runs: places away for minutes, leaps, no steps, no barometer.
    private static func faults(_ seed: UInt64) -> FaultScript {
        switch seed % 4 {
        case 1: FaultScript([.init(from: 200, to: 320, .gpsNoFix)])
        case 2: FaultScript([.init(from: 150, to: 160, .gpsJump(.meters(300))), .init(from: 500, to: 700, .stepsLost)])
        case 3: FaultScript([.init(from: 0, to: 900, .gpsDropouts(0.5)), .init(from: 100, to: 900, .barometerLost)])
        default: .none
        }
    }

    /// A run as the simulated runner makes it: corners, standing, a tunnel, laps by itself and by hand, a pause by hand.
    private static func simulated(seed: UInt64) throws -> (run: RunTotals, file: ImportedActivity) {
        let data = TemporaryFolder(), length = Duration.seconds(900 + 100 * Int64(seed % 5))
        var script = RunnerScript.everyday(lasting: length)
        script.faults = faults(seed)
        let end = script.monotonic.advanced(by: length)
        let player = try Player(
            PlayerSetting(
                dataPath: data.path, start: script.monotonic, end: end, seed: seed, built: CivilDateTime(script.utc, offset: .utc).date,
                zone: .utc), feed: SimulatedFeed(script, seed: seed), autopilot: Autopilot(.demonstration, from: script.monotonic, end: end)
        )
        while !player.isOver { player.advance(to: player.loop.now.advanced(by: .seconds(10))) }
        player.finish()
        let file = try ActivityReader.read(path: try #require(try player.export()).file.path)
        return (try #require(player.loop.host.watch.session.totals), file)
    }

    private static func expectSame(_ again: RunTotals, _ run: RunTotals) {
        let error = again.distance.meters / run.distance.meters - 1
        #expect(abs(error) < 0.002, "\(again.distance.meters), \(run.distance.meters)")
        #expect(abs(again.timer.inSeconds - run.timer.inSeconds) < 2)
        #expect(abs(again.elapsed.inSeconds - run.elapsed.inSeconds) < 2)
        #expect(again.laps.count == run.laps.count && again.clock.pauses.count == run.clock.pauses.count)
        for (lap, before) in zip(again.laps, run.laps) {
            #expect(abs(lap.timer.inSeconds - before.timer.inSeconds) < 2)
            // Files have the times of laps in whole seconds: a second's way, and what may be caught up with in it.
            #expect(abs(lap.distance.meters - before.distance.meters) < 10)
        }
        #expect(again.kilometers.doneAt.count == run.kilometers.doneAt.count)
    }

    @Test(
        "The export of a run, replayed, is the same run: distance, timer, laps; and so is the export of that",
        arguments: 1...10 as ClosedRange<UInt64>)
    func ownExport(seed: UInt64) throws {
        let (run, file) = try Self.simulated(seed: seed)
        #expect(run.laps.count > 1 && run.clock.pauses.count > 1 && !run.hasOdometer)
        let again = try Self.play(file)
        #expect(again.replay.distance == .file && again.totals.hasOdometer && again.findings == [])
        #expect(again.replay.report.text.contains("Distance of the replay: as the recording states it"))
        #expect(again.replay.report.jsonText.contains("\"replayed_distance_from\": \"file\""))
        Self.expectSame(again.totals, run)
        if seed % 4 == 0 { Self.expectSame(try Self.play(again.file).totals, run) }
    }

    // MARK: - Where the distance comes from

    /// A file by hand: points a second apart that state 2 m a second, while their places move by 3.
    private static func activity(
        _ seconds: ClosedRange<Int64> = 0...300, sport: ActivitySport? = .run, isOwn: Bool = false, states: Bool = true,
        placed: (Int64) -> Bool = { _ in true }, cadence: Double? = nil
    ) -> ImportedActivity {
        var activity = ImportedActivity(format: .fit)
        var session = ImportedSession()
        session.sport = sport
        activity.sessions = [session]
        if isOwn { activity.run = RunID(randomHigh: 1, randomLow: 2) }
        activity.segmentStarts = [0]
        for second in seconds {
            var point = ActivityPoint(time: first.advanced(by: .seconds(second)))
            if placed(second) { point.position = Coordinate(latitude: 47 + 3 * Double(second) / 111_170, longitude: 8) }
            if states { point.distance = .meters(2 * Double(second)) }
            point.cadence = cadence.map { .stepsPerMinute($0) }
            activity.points.append(point)
        }
        return activity
    }

    /// A recording, where its distance comes from, and metres a second of the replay; nil where that is the runner's stride.
    static let sources: [(name: String, source: ReplayDistance, speed: Double?)] = [
        ("of another device", .positions, 3), ("Harrier's own", .file, 2), ("indoors", .file, 2), ("a ride", .file, 2),
        ("a swim", .file, 2),
        ("no places", .file, 2), ("places at the end only", .file, 2), ("a place each five seconds", .positions, 3),
        ("a gap of two minutes", .positions, 3), ("no distance", .positions, 3), ("indoors, no distance", .strides, nil),
        ("no places, no distance, no cadence", .none, 0),
    ]

    @Test("J8, J22: the watch measures what other devices ran; what cannot be measured again is taken as stated", arguments: sources)
    func source(name: String, source: ReplayDistance, speed: Double?) throws {
        let activity: ImportedActivity =
            switch name {
            case "Harrier's own": Self.activity(isOwn: true)
            case "indoors": Self.activity(sport: .indoorRun, cadence: 170)
            case "a ride": Self.activity(sport: .ride)
            case "a swim": Self.activity(sport: ActivitySport(sport: 5, subSport: 18))
            case "no places": Self.activity(placed: { _ in false }, cadence: 170)
            case "places at the end only": Self.activity(placed: { $0 > 200 }, cadence: 170)
            case "a place each five seconds": Self.activity(placed: { $0 % 5 == 0 })
            case "a gap of two minutes": Self.activity(placed: { !(100..<220).contains($0) })
            case "no distance": Self.activity(isOwn: true, states: false)
            case "indoors, no distance": Self.activity(sport: .indoorRun, states: false, cadence: 170)
            case "no places, no distance, no cadence": Self.activity(states: false, placed: { _ in false })
            default: Self.activity()
            }
        let outcome = try Self.play(activity)
        #expect(outcome.replay.distance == source)
        #expect(outcome.replay.report.text.contains("Distance of the replay: \(source.text)"))
        #expect(outcome.replay.report.jsonText.contains("\"replayed_distance_from\": \"\(source.rawValue)\""))
        #expect(outcome.totals.hasOdometer == (source == .file))
        let meters = outcome.totals.distance.meters
        if let speed {
            #expect(abs(meters - 300 * speed) <= 6, "\(meters)")
        } else {
            #expect(meters > 500 && meters < 1500)
        }
    }

    @Test("Points without a place, whose metres are guessed, are told")
    func unplaced() throws {
        let replay = try Replay(Self.activity(placed: { !(100..<220).contains($0) }), named: "a file")
        #expect(replay.report.notes.contains { $0.hasPrefix("120 points without a place") })
    }

    @Test("J8: where no point states a distance, laps and session do; a last word is the session's")
    func statedByLaps() throws {
        var activity = Self.activity(states: false, placed: { _ in false })
        func lap(_ second: Int64, _ meters: Double) -> ImportedTotals {
            var lap = ImportedTotals()
            lap.start = Self.first.advanced(by: .seconds(second))
            lap.distance = .meters(meters)
            return lap
        }
        activity.sessions[0].totals.distance = .meters(1000)
        let even = try Self.play(activity)
        #expect(even.replay.distance == .file && abs(even.totals.distance.meters - 1000) < 1)
        activity.laps = [lap(0, 300), lap(200, 700)]
        let outcome = try Self.play(activity)
        #expect(outcome.totals.laps.map { ($0.distance.meters / 10).rounded() * 10 } == [300, 700])
        var last = Self.activity(sport: .indoorRun)
        last.sessions[0].totals.distance = .meters(607)
        #expect(abs(try Self.play(last).totals.distance.meters - 607) < 0.1)
        last.sessions[0].totals.distance = .meters(900)
        #expect(abs(try Self.play(last).totals.distance.meters - 600) < 0.1)
    }

    @Test("J16: elements that were not read are named in text and JSON")
    func unread() throws {
        let points = (Int64(0)...9).map { second in
            "<trkpt lat=\"47\" lon=\"8\"><time>\(Self.first.advanced(by: .seconds(second)).iso8601)</time><puls>140</puls></trkpt>"
        }
        let activity = try ActivityReader.read(bytes: Array("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8))
        let report = try Replay(activity, named: "a file").report
        #expect(report.text.contains("not read: <puls>"))
        #expect(report.jsonText.contains("\"not_read\": [\n    \"puls\"\n  ]"), "\(report.jsonText)")
    }
}

extension ReplayReport {
    fileprivate var jsonText: String { JSONValue.object(json).text(.pretty) }
}

/// The folders of files that are kept beside the repository: `$HARRIER_TEST_DATA`, else `../shared/data`.
private enum KeptFiles {
    static let folder: String = {
        if let folder = getenv("HARRIER_TEST_DATA") { return String(cString: folder) }
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(package)/../shared/data"
    }()
    static let paths: [String] = ["malformed/fit", "malformed/gpx", "malformed/tcx", "../cases/field-2"].flatMap { kind in
        names("\(folder)/\(kind)").map { "\(kind)/\($0)" }
    }
    private static func names(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self) }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}

@Suite("Replay of the files of others", .enabled(if: !KeptFiles.paths.isEmpty, "no files: set HARRIER_TEST_DATA to their folder"))
struct ReplayedFilesTests {
    @Test(
        "N7, N10, J4: every file ends within bounded hours, and its run can be exported; or it is refused in words",
        arguments: KeptFiles.paths)
    func ends(path: String) throws {
        let replay: Replay
        do { replay = try Replay(try ActivityReader.read(path: "\(KeptFiles.folder)/\(path)"), named: path) } catch {
            #expect("\(error)".count > 20)
            return
        }
        #expect(replay.run.length <= RecordedRun.longestReplay)
        let outcome = try ReplayTests.play(replay.activity)
        #expect(outcome.findings == [])
        #expect(abs(outcome.totals.elapsed.inSeconds - replay.run.stop.inSeconds) < 2)
    }

    /// Files of field-2, and what must come of them: metres, seconds by the timer, where the distance comes from, and words that are said.
    struct FieldFile: CustomTestStringConvertible, Sendable {
        var name: String
        var meters: ClosedRange<Double>
        var timer: Double
        var source = ReplayDistance.positions
        var says: String?
        var testDescription: String { name }

        private static func all(_ names: [String], _ meters: ClosedRange<Double>, _ timer: Double, says: String? = nil) -> [FieldFile] {
            names.map { FieldFile(name: $0, meters: meters, timer: timer, says: says) }
        }
        private static let tenMinutes = 1790.0...1810.0
        static let all: [FieldFile] =
            all(["t1-leading-blanks.gpx.gz", "t1-leading-blanks.tcx.gz", "t1-leading-newline.gpx.gz"], tenMinutes, 600)
            + all(
                ["GBK", "iso-8859-1", "iso-8859-15", "utf-16", "windows-1251", "windows-1252"].map { "t2-\($0).gpx.gz" }, tenMinutes, 600)
            + all(["t3-newest-track-first.gpx.gz"], 3580...3620, 1201, says: "1 point not in the order of time")
            + all(["t3-reversed.gpx.gz"], tenMinutes, 600, says: "600 points not in the order of time")
            + all(
                ["t5-stamp-first-1999", "t5-stamp-first-2089", "t5-stamp-last-1999", "t5-stamp-last-2089"].map { $0 + ".gpx.gz" },
                tenMinutes, 599, says: "1 point with a time that the others contradict")
            + all(
                ["t5-stamp-middle-1999.gpx.gz", "t5-stamp-middle-2089.gpx.gz", "t5-stamp-middle-2089.fit"], tenMinutes, 600,
                says: "1 point with a time that the others contradict")
            + all(["1d", "7d", "30d"].map { "t5-two-runs-\($0)-apart.gpx.gz" }, 3580...3620, 1200, says: "jumped")
            + all(["t6-local-far.fit", "t6-local-zero.fit"], tenMinutes, 600, says: "no zone on earth")
            + all(["t6-local-1s-drift.fit", "t6-local-half-hour.fit", "t6-local-invalid.fit"], tenMinutes, 600)
            + all(["t8-lunch-90min.fit", "t8-lunch-90min.gpx.gz", "t8-pause-10min.fit"], 7180...7220, 2400)
            + all(
                ["HeartRateBpm", "bpm", "gpxdata", "heartRate", "heart_rate", "hr-direct"].map { "t9-hr-\($0).gpx.gz" }, tenMinutes, 600)
            + all(["t15-bare-ampersand-middle.gpx.gz", "t15-control-char-middle.gpx.gz"], tenMinutes, 600, says: "does not allow")
            // 28 of its seconds are gone, and what was covered in them.
            + all(["t17-zero-block-middle.fit"], 1700...1725, 572, says: "are damaged")
            + all(["t17-zeros-at-end.fit"], 890...910, 301, says: "are damaged")
            + all(["t17-zeros-at-end.gpx.gz"], 890...905, 299, says: "not well-formed")
            + ["t19-treadmill.fit", "t19-treadmill-no-cadence.fit"].map {
                FieldFile(name: $0, meters: 1799...1804, timer: 600, source: .file, says: "no places")
            }
            + all(["t22-no-steps-for-ten-minutes.fit"], 1910...1930, 1200, says: "cadence of 0 while the place moves")
            + all(["t23-place-every-1s-slow.fit"], 950...970, 1200)
            + all(["3s-slow", "5s-slow", "8s-slow"].map { "t23-place-every-\($0).fit" }, 950...970, 1200, says: "without a place")
            + all(["t23-place-every-5s-fast.fit"], 3580...3620, 1200, says: "without a place")
    }

    @Test("J1, J2, J3, J4, J6, J7, J8, J11, J12, J16, K21: the runs of public reports come out right", arguments: FieldFile.all)
    func fieldFile(_ file: FieldFile) throws {
        let path = "\(KeptFiles.folder)/../cases/field-2/\(file.name)"
        try #require(KeptFiles.paths.contains("../cases/field-2/\(file.name)"))
        let outcome = try ReplayTests.play(try ActivityReader.read(path: path))
        #expect(file.meters.contains(outcome.totals.distance.meters), "\(outcome.totals.distance.meters)")
        #expect(abs(outcome.totals.timer.inSeconds - file.timer) < 2)
        #expect(outcome.replay.distance == file.source)
        let notes = outcome.replay.report.notes
        if let says = file.says { #expect(notes.contains { $0.contains(says) }, "\(notes)") } else { #expect(notes == []) }
        // 2026-09-05T07:30:00Z, or a second later where the first point is the wild one.
        let start = try #require(outcome.totals.start), late = UTCInstant(milliseconds: 1_788_593_400_000).duration(to: start).inSeconds
        #expect(late > -1 && late < 2, "\(start.iso8601)")
        if file.name.contains("t9-") { #expect(outcome.totals.heartRateSoFar.average.map { abs($0.beatsPerMinute - 142) < 2 } ?? false) }
    }
}
