import ActivityFiles
import Calendar
import Glibc
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
        #expect(report.notes.contains { $0.contains("not well-formed") })
        let json = String(describing: report.json)
        #expect(json.contains("not well-formed"))
        let none = try ActivityReader.read(bytes: Array("<gpx><trk><trkseg><trkpt".utf8))
        do {
            _ = try Replay(none, named: "a file")
            Issue.record("there is nothing to replay")
        } catch { #expect("\(error)".contains("not well-formed")) }
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

    @Test("The export of a run, replayed, is the same run: distance, timer, laps", arguments: 1...8 as ClosedRange<UInt64>)
    func ownExport(seed: UInt64) throws {
        let data = TemporaryFolder(), length = Duration.seconds(900), script = RunnerScript.everyday(lasting: length)
        let end = script.monotonic.advanced(by: length)
        let player = try Player(
            PlayerSetting(
                dataPath: data.path, start: script.monotonic, end: end, seed: seed, built: CivilDateTime(script.utc, offset: .utc).date,
                zone: .utc), feed: SimulatedFeed(script, seed: seed), autopilot: Autopilot(.demonstration, from: script.monotonic, end: end)
        )
        while !player.isOver { player.advance(to: player.loop.now.advanced(by: .seconds(10))) }
        player.finish()
        let run = try #require(player.loop.host.watch.session.totals)
        let exported = try ActivityReader.read(path: try #require(try player.export()).file.path)
        let again = try Self.play(exported)
        #expect(
            abs(again.totals.distance.meters / run.distance.meters - 1) < 0.008, "\(again.totals.distance.meters), \(run.distance.meters)")
        #expect(abs(again.totals.timer.inSeconds - run.timer.inSeconds) < 2)
        #expect(again.totals.laps.count == run.laps.count)
        for (lap, before) in zip(again.totals.laps, run.laps) { #expect(abs(lap.timer.inSeconds - before.timer.inSeconds) < 2) }
    }
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
        #expect(abs(outcome.totals.elapsed.inSeconds - replay.run.length.inSeconds) < 2)
    }
}
