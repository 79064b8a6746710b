import ActivityFiles
import Calendar
import Glibc
import HealthCore
import Playback
import Quantities
import RunArchive
import RunCore
import RunLog
import ScreenModels
import SimulatedPeripherals
import SystemCalls
import TerminalWindow
import TestSupport
import Testing
import WatchCore

@testable import harrier

/// What a newcomer meets who types `scripts/run`, without a terminal.
@Suite("A played watch") struct PlayerTests {
    private static let date = UTCInstant(milliseconds: 1_790_000_000_000)

    private static func player(
        _ path: String, length: Duration = .seconds(120), date: UTCInstant = date, hasLapButton: Bool = true, profile: Bool = true,
        autoLock: Bool = false
    ) throws -> (player: Player, feed: SimulatedFeed, script: RunnerScript) {
        var script = RunnerScript.everyday(lasting: length)
        script.utc = date
        let end = script.monotonic.advanced(by: length), feed = SimulatedFeed(script, seed: 1)
        let setting = PlayerSetting(
            dataPath: path, start: script.monotonic, end: end, built: CivilDateTime(date, offset: .utc).date, zone: .utc,
            hasLapButton: hasLapButton, utc: date,
            adjust: { [script] settings, person in
                if profile { DemonstrationProfile.adjust(&settings, &person, script: script) }
                if autoLock { settings.autoLock = true }
            })
        let player = try Player(setting, feed: feed, autopilot: Autopilot(.demonstration, from: script.monotonic, end: end))
        return (player, feed, script)
    }

    private static func play(_ player: Player) {
        // A virtual clock: whatever does not end by then never does.
        let patience = player.setting.end.advanced(by: .seconds(600))
        while !player.isOver, player.loop.now < patience { player.advance(to: player.loop.now.advanced(by: .seconds(10))) }
        #expect(player.isOver)
        player.finish()
    }

    /// The run of a player that has gone, and with it its lock.
    private static func recorded(_ path: String, date: UTCInstant = date) throws -> RunID? {
        let player = try player(path, date: date).player
        play(player)
        return player.savedRun
    }

    @Test("Whoever looks on sees the result, then each glance once, and the clock again", arguments: [true, false])
    func ring(hasLapButton: Bool) throws {
        let folder = TemporaryFolder(), player = try Self.player(folder.path, hasLapButton: hasLapButton).player
        player.show(at: 1)
        var seen: [String] = []
        player.onStep = { [weak player] in
            guard let player else { return }
            let name: String? =
                switch player.watch.screen(at: player.loop.now).page {
                case .clock: "clock"
                case .summary: "result"
                case .goals: "goals"
                case .caffeine: "caffeine"
                case .week: "week"
                case .totals: "totals"
                case .recentRuns: "runs"
                case .computer: "computer"
                default: nil
                }
            if let name, seen.last != name { seen.append(name) }
        }
        Self.play(player)
        #expect(seen == ["clock", "result", "clock", "goals", "caffeine", "week", "totals", "runs", "computer", "clock"])
    }

    @Test("U-A1: a home without the folders on the way gets them, for its owner alone")
    func parents() throws {
        let folder = TemporaryFolder(), path = folder.path + "/.local/share/harrier"
        let player = try Self.player(path).player
        Self.play(player)
        #expect(player.savedRun != nil)
        var status = stat()
        #expect(stat(folder.path + "/.local", &status) == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test("U-A5: locked buttons do not keep a player from its end, nor the run from being saved", arguments: [true, false])
    func locked(hasLapButton: Bool) throws {
        let folder = TemporaryFolder()
        let player = try Self.player(folder.path, hasLapButton: hasLapButton, autoLock: true).player
        Self.play(player)
        let saved = try #require(player.savedRun)
        #expect(try ArchivedRun.read(player.storage.directory.runLog(saved)).totals.endCause == .saved)
        #expect(player.loop.now < player.setting.end.advanced(by: .seconds(60)))
    }

    @Test("U-A5: a runner who has locked the buttons and quits gets the run saved")
    func lockedAndQuit() throws {
        let folder = TemporaryFolder()
        let player = try Self.player(folder.path, length: .seconds(600)).player
        player.advance(to: player.setting.start.advanced(by: .seconds(60)))
        player.dismissAutopilot()
        player.loop.press(.lap, at: player.loop.now, for: .milliseconds(1200))
        player.advance(to: player.loop.now.advanced(by: .seconds(3)))
        #expect(player.watch.screen(at: player.loop.now).status.isLocked)
        player.finish()
        #expect(player.savedRun != nil)
    }

    @Test("U-A6: a run that a killed player left open is saved first, then what was asked for is played")
    func leftOver() throws {
        let folder = TemporaryFolder()
        let left = try { () throws -> RunID in
            // Dropped in the middle of a run, as by SIGKILL.
            let player = try Self.player(folder.path, length: .seconds(600)).player
            player.advance(to: player.setting.start.advanced(by: .seconds(200)))
            return try #require(player.watch.session.totals).header.id
        }()
        let player = try Self.player(folder.path, date: Self.date.advanced(by: .seconds(3600))).player
        #expect(player.closedBefore == [left])
        Self.play(player)
        let saved = try #require(player.savedRun)
        #expect(saved != left)
        let closed = try ArchivedRun.read(player.storage.directory.runLog(left)).totals
        #expect(closed.endCause != nil)
        #expect(closed.timer > .seconds(100), "nothing but the last seconds is lost")
        #expect(try RunArchive(player.storage.directory).find("last").id == saved)
    }

    @Test("U-A7: last is the run that was recorded last, whatever date it has")
    func last() throws {
        let folder = TemporaryFolder()
        let late = try Self.recorded(folder.path, date: Self.date)
        let early = try Self.player(folder.path, date: Self.date.advanced(by: .seconds(-365 * 86_400))).player
        Self.play(early)
        let archive = RunArchive(early.storage.directory)
        #expect(try archive.find("last").id == early.savedRun)
        // The list goes by date all the same.
        #expect(try archive.list().rows.map(\.figures.id) == [late, early.savedRun])
    }

    @Test("A damaged note of when runs were played is passed over")
    func damagedNote() throws {
        let folder = TemporaryFolder()
        let player = try Self.player(folder.path).player
        Self.play(player)
        folder.write("\u{0} nonsense\n\(try #require(player.savedRun)) x\n", to: "played")
        #expect(try RunArchive(player.storage.directory).find("last").id == player.savedRun)
    }

    @Test("A new simulated watch asks nothing: the clock is right at once, zones are known, and nothing of it is stored")
    func demonstration() throws {
        let folder = TemporaryFolder()
        try { () throws in
            let player = try Self.player(folder.path, length: .seconds(600)).player
            let first = player.watch.screen(at: player.loop.now)
            if case .clock = first.page {} else { Issue.record("the first page is \(first.page)") }
            #expect(first.status.time == TimeOfDay(hour: 14, minute: 13))
            #expect(!player.storage.book.settings.isSetUp)
            Self.play(player)
            let run = try ArchivedRun.read(player.storage.directory.runLog(try #require(player.savedRun))).totals
            #expect(run.header.zones.isKnown)
            #expect((1...5).contains { run.heartRateSoFar.time(inZone: $0) > .seconds(30) })
        }()
        let again = try WatchStorageLook.settings(folder.path)
        #expect(!again.isSetUp)
    }

    @Test("What the runner has told is kept; a watch that is set up gets nothing made up")
    func toldProfile() {
        let script = RunnerScript.everyday
        var settings = Settings(), profile = Profile(birthYear: 1970, restingHeartRate: .beatsPerMinute(44))
        DemonstrationProfile.adjust(&settings, &profile, script: script)
        #expect(settings.isSetUp)
        #expect(profile.birthYear == 1970 && profile.restingHeartRate == .beatsPerMinute(44))
        #expect(profile.sex != nil && profile.maximumHeartRate == script.maximumHeartRate)
        var own = Profile(birthYear: nil)
        DemonstrationProfile.adjust(&settings, &own, script: script)
        #expect(own == Profile(birthYear: nil))
    }

    private static func window(of player: Player, _ feed: SimulatedFeed, _ script: RunnerScript, speed: Double) -> PlayedWindow {
        PlayedWindow(
            player, of: PlayedRunner(truth: { feed.truth }, story: RunnerStory(script)), title: "a run",
            panel: .init(width: 128, height: 128), look: .memoryLCD, abilities: TerminalAbilities(), speed: speed,
            at: MonotonicInstant(nanoseconds: 0))
    }

    @Test("Within a minute of the usual speed a lap and a kilometre are done, and the run began within five seconds")
    func minute() throws {
        let folder = TemporaryFolder()
        let (player, feed, script) = try Self.player(folder.path, length: .seconds(600))
        let window = Self.window(of: player, feed, script, speed: 10)
        var beganAt: Double?, lapAt: Double?, kilometreAt: Double?, bannerFrames = 0
        for tenth in 0..<600 {
            window.live(at: MonotonicInstant(nanoseconds: Int64(tenth) * 100_000_000))
            let session = player.watch.session, seconds = Double(tenth) / 10
            if session.phase == .running { beganAt = beganAt ?? seconds }
            if (session.totals?.finishedLaps.count ?? 0) > 0 { lapAt = lapAt ?? seconds }
            if (session.totals?.distance.meters ?? 0) > 1000 { kilometreAt = kilometreAt ?? seconds }
            if case .lapBanner = player.watch.screen(at: player.loop.now).page { bannerFrames += 1 }
        }
        #expect(beganAt.map { $0 < 5 } == true)
        #expect(lapAt.map { $0 < 20 } == true)
        #expect(kilometreAt.map { $0 < 55 } == true)
        #expect(bannerFrames > 20, "a banner stays long enough to be seen")
        let text = window.draw(columns: 120, rows: 40).lines.joined(separator: "\n")
        for part in ["true", "watch", "distance", "pace", "heart rate", "zone", "written", "×10"] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("The story tells what the runner does, what the watch makes of it, and who pressed what")
    func story() throws {
        let folder = TemporaryFolder()
        let (player, feed, script) = try Self.player(folder.path, length: .seconds(760))
        let window = Self.window(of: player, feed, script, speed: 100)
        for tenth in 0..<120 { window.live(at: MonotonicInstant(nanoseconds: Int64(tenth) * 100_000_000)) }
        let text = window.draw(columns: 120, rows: 90).lines.joined(separator: "\n")
        for part in [
            "a runner puts the watch on", "runner presses START", "fix found", "the run begins", "runner presses LAP", "lap 1: ",
            "paused by hand", "waits at a traffic light", "runs up a hill, 6 %", "into a tunnel", "fix lost: distance by stride",
            "fix back",
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test("U-A2: whoever turns the pages of a replay leaves its pauses and laps to the recording; START takes over", arguments: [10.0, 60])
    func pagedReplay(speed: Double) throws {
        let first = UTCInstant(milliseconds: 1_780_000_000_000)
        func segment(_ seconds: ClosedRange<Int>, from metre: Double) -> String {
            let points = seconds.map { second in
                let north = 47 + (metre + 3 * Double(second - seconds.lowerBound)) / 111_170
                return "<trkpt lat=\"\(north)\" lon=\"8\"><time>\(first.advanced(by: .seconds(second)).iso8601)</time></trkpt>"
            }
            return "<trkseg>\(points.joined())</trkseg>"
        }
        let file = "<gpx><trk><type>running</type>\(segment(0...300, from: 0))\(segment(600...900, from: 900))</trk></gpx>"
        let replay = try Replay(try ActivityReader.read(bytes: Array(file.utf8)), named: "a file")
        func play(_ key: ButtonRole?) throws -> (totals: RunTotals, pages: Set<RunPage.View>) {
            let folder = TemporaryFolder()
            let player = try replay.makePlayer(dataPath: folder.path, localZone: .utc)
            let window = PlayedWindow(
                player, of: PlayedRunner(), title: "a replay", panel: .init(width: 128, height: 128), look: .memoryLCD,
                abilities: TerminalAbilities(), speed: speed, at: MonotonicInstant(nanoseconds: 0))
            var real = MonotonicInstant(nanoseconds: 0), pages: Set<RunPage.View> = []
            while !player.isOver, real < MonotonicInstant(seconds: 400) {
                window.live(at: real)
                let number = real.nanoseconds / 100_000_000
                if let key, number % 13 == 0, player.watch.session.phase == .running { window.press(key, isHold: false, at: real) }
                if case .run(let page) = player.watch.screen(at: player.loop.now).page { pages.insert(page.view) }
                real = real.advanced(by: .milliseconds(100))
            }
            player.finish()
            return (try #require(player.watch.session.totals), pages)
        }
        let alone = try play(nil), paged = try play(.page), taken = try play(.start)
        #expect(alone.pages.count >= 4 && paged.pages.count >= 4, "the pages are turned")
        #expect(abs(alone.totals.timer.inSeconds - 600) < 3)
        #expect(paged.totals.timer == alone.totals.timer && paged.totals.distance == alone.totals.distance)
        #expect(taken.totals.timer < .seconds(590), "a pause by hand stays one")
    }

    @Test("The same seed and date give the same recording of the window, byte for byte")
    func recording() throws {
        func record() throws -> [UInt8] {
            let folder = TemporaryFolder()
            let (player, feed, script) = try Self.player(folder.path, length: .seconds(600))
            let window = PlayedWindow(
                player, of: PlayedRunner(truth: { feed.truth }, story: RunnerStory(script)), title: "a run",
                panel: .init(width: 128, height: 128), look: .memoryLCD, abilities: TerminalAbilities(), speed: 20,
                at: MonotonicInstant(nanoseconds: 0))
            return WindowRecorder(columns: 120, rows: 40).record(
                window, title: "a run", from: MonotonicInstant(nanoseconds: 0), for: .seconds(8), abilities: TerminalAbilities())
        }
        let first = try record(), second = try record()
        #expect(first == second)
        #expect(first.count > 10_000)
    }
}

/// What the next watch on a folder would find.
private enum WatchStorageLook {
    static func settings(_ path: String) throws -> Settings {
        let player = try Player(
            PlayerSetting(
                dataPath: path, start: MonotonicInstant(seconds: 1), end: MonotonicInstant(seconds: 2),
                built: CivilDate(daysSinceEpoch: 20_000),
                zone: .utc), feed: SimulatedFeed(RunnerScript(name: "nothing", legs: []), seed: 1), autopilot: nil)
        return player.storage.book.settings
    }
}
