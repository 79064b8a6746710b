import ActivityFiles
import Calendar
import Playback
import Quantities
import RunArchive
import RunCore
import RunLog
import SimulatedPeripherals
import TestSupport
import Testing

@testable import harrier

/// What is shown, what is stored and what is exported, on whole runs through the whole watch.
@Suite struct ExportTests {
    /// A run to export.
    struct Case: Sendable, CustomTestStringConvertible {
        var seconds: Int64
        var style: Style
        enum Style: Sendable { case demonstration, recording }
        var testDescription: String { "\(seconds) s, \(style)" }
    }
    static let cases = [
        Case(seconds: 60, style: .recording), Case(seconds: 620, style: .demonstration), Case(seconds: 2400, style: .demonstration),
        Case(seconds: 1500, style: .recording),
    ]

    private struct Outcome {
        var live: RunTotals
        var stored: RunTotals
        var file: ImportedActivity
        var findings: [LintFinding]
    }

    private func play(_ run: Case, seed: UInt64 = 1) throws -> Outcome {
        let data = TemporaryFolder()
        let length = Duration.seconds(run.seconds), script = RunnerScript.everyday(lasting: length)
        let end = script.monotonic.advanced(by: length)
        let autopilot = Autopilot(run.style == .demonstration ? .demonstration : .recording, from: script.monotonic, end: end)
        let player = try Player(
            PlayerSetting(
                dataPath: data.path, start: script.monotonic, end: end, seed: seed, built: CivilDateTime(script.utc, offset: .utc).date,
                zone: .utc), feed: SimulatedFeed(script, seed: seed), autopilot: autopilot)
        while !player.isOver { player.advance(to: player.loop.now.advanced(by: .seconds(10))) }
        player.finish()
        let live = try #require(player.loop.host.watch.session.totals)
        let stored = try ArchivedRun.read(player.storage.directory.runLog(live.header.id)).totals
        let path = try #require(try player.export()).file.path
        let file = try ActivityReader.read(path: path)
        return Outcome(live: live, stored: stored, file: file, findings: ActivityLinter.check(try FileByteSource(path: path)))
    }

    @Test("A11: the totals of the live watch and those of its log are equal bit for bit", arguments: ExportTests.cases)
    func liveIsStored(run: Case) throws {
        let outcome = try play(run)
        #expect(outcome.live == outcome.stored)
        #expect(outcome.live.endCause == .saved)
        #expect(outcome.live.distance.meters > 50)
    }

    @Test("A11: the FIT file's session is the totals, rounded to the file's units and no further", arguments: ExportTests.cases)
    func storedIsExported(run: Case) throws {
        let outcome = try play(run)
        let totals = outcome.live, session = try #require(outcome.file.sessions.first).totals
        #expect(session.start == totals.utc.utc(at: .start).map { UTCInstant(milliseconds: $0.milliseconds / 1000 * 1000) })
        #expect(session.elapsed == totals.elapsed && session.timer == totals.timer)
        #expect(Self.centimeters(session.distance) == Self.centimeters(totals.distance))
        #expect(session.ascent?.meters == totals.ascent.map { $0.meters.rounded() })
        #expect(session.descent?.meters == totals.descent.map { $0.meters.rounded() })
        #expect(session.averageHeartRate?.beatsPerMinute == totals.heartRateSoFar.average.map { $0.beatsPerMinute.rounded() })
        #expect(session.maximumHeartRate == totals.heartRateSoFar.maximum)
        #expect(session.energy.map { Int(rounding: $0.kilocalories) } == Int(rounding: totals.energy.kilocalories))
    }

    @Test("H7, H8: the FIT file's laps are the run's, and add up to its session", arguments: ExportTests.cases)
    func laps(run: Case) throws {
        let outcome = try play(run)
        let laps = outcome.file.laps, session = try #require(outcome.file.sessions.first).totals
        #expect(laps.count == outcome.live.laps.count)
        for (exported, lap) in zip(laps, outcome.live.laps) {
            #expect(abs(try #require(exported.elapsed).inMilliseconds - lap.elapsed.inMilliseconds) <= 1)
            #expect(abs(try #require(exported.timer).inMilliseconds - lap.timer.inMilliseconds) <= 1)
            let exportedCentimeters = try #require(Self.centimeters(exported.distance))
            let centimeters = try #require(Self.centimeters(lap.distance))
            #expect(abs(exportedCentimeters - centimeters) <= 1)
        }
        #expect(laps.compactMap(\.elapsed).reduce(.zero, +) == session.elapsed)
        #expect(laps.compactMap(\.timer).reduce(.zero, +) == session.timer)
        #expect(laps.compactMap { Self.centimeters($0.distance) }.reduce(0, +) == Self.centimeters(session.distance))
    }

    @Test("The linter finds nothing in a file that is written, and a reader no fault", arguments: ExportTests.cases)
    func sound(run: Case) throws {
        let outcome = try play(run, seed: 4)
        #expect(outcome.findings == [])
        #expect(outcome.file.faults == [])
        #expect(outcome.file.device.productName == "Harrier")
        #expect(outcome.file.points.count >= Int(run.seconds) / 2)
    }

    @Test("The last point of a file has the whole distance, and none has more")
    func lastPoint() throws {
        let file = try play(Case(seconds: 620, style: .demonstration)).file
        let distances = file.points.compactMap { Self.centimeters($0.distance) }
        #expect(distances == distances.sorted())
        #expect(distances.last == Self.centimeters(file.deviceDistance))
    }

    private static func centimeters(_ distance: Distance?) -> Int? { distance.map { Int(rounding: $0.meters * 100) } }
}
