import HealthCore
import Playback
import Quantities
import RunCore
import RunLog
import SimulatedPeripherals
import Testing
import WatchCore

/// A watch whose sensors are drivers on register models.
private struct ModelledRun {
    let script: RunnerScript
    let sensors: ModelledSensors
    let feed: SimulatedFeed
    let player: PlayedWatch

    init(
        _ script: RunnerScript, chips: [SimulatedPart] = ModelledSensors.referenceParts, clock: ClockError = ModelledSensors.usualClock,
        faults: BusFaultScript = .none, seed: UInt64 = 4
    ) throws {
        self.script = script
        sensors = ModelledSensors(chips, at: script.monotonic, clock: clock, faults: faults, seed: seed)
        feed = SimulatedFeed(script, seed: seed, through: sensors)
        player = try PlayedWatch(feed, at: script.monotonic)
    }

    /// Gets ready, has a fix and starts: ten seconds after the script's beginning the run is on.
    func start() {
        player.press(.start)
        player.live(.seconds(4))
        player.press(.start)
        player.live(.seconds(2))
    }

    var shown: HeartRate? { player.watch.session.sensors.heartRate(at: player.loop.now)?.rate }
}

@Suite struct ModelledSensorsTests {
    private static func steady(_ seconds: Int) -> RunnerScript {
        RunnerScript(
            name: "steady", legs: [.init(.stand, for: .seconds(20)), .init(.run(.metersPerSecond(3)), for: .seconds(seconds))])
    }

    @Test("E4: through the chips' bytes, with sample clocks 5 % off, heart rate and steps are the runner's", arguments: [0.05, -0.05])
    func steadyRun(_ rate: Double) throws {
        let run = try ModelledRun(Self.steady(760), clock: ClockError(rate: rate, jitter: 0.02))
        run.start()
        // Warmed up: the rate that follows is nearly steady.
        run.player.live(.seconds(140))
        let stepsBefore = try #require(run.player.watch.session.totals?.steps), truthBefore = run.feed.truth.steps
        var shown = 0, right = 0
        for _ in 0..<600 {
            run.player.live(.seconds(1))
            guard let rate = run.shown else { continue }
            shown += 1
            if (rate - run.feed.truth.heartRate).beatsPerMinute.magnitude <= 3 { right += 1 }
        }
        #expect(shown > 540)
        #expect(Double(right) >= 0.95 * Double(shown))
        let steps = try #require(run.player.watch.session.totals?.steps) - stepsBefore, truth = run.feed.truth.steps - truthBefore
        #expect((Double(steps) / Double(truth) - 1).magnitude < 0.02)
    }

    @Test("Through the barometer's registers the ascent of hills is right within 5 m")
    func ascent() throws {
        var script = Self.steady(600)
        script.hills = .init(height: .meters(20), length: .meters(600))
        let run = try ModelledRun(script, chips: [.bmp390])
        run.start()
        run.player.live(.seconds(595))
        let ascent = try #require(run.player.watch.session.totals?.ascent)
        #expect(run.feed.truth.ascent.meters > 50)
        #expect((ascent - run.feed.truth.ascent).meters.magnitude < 5)
    }

    @Test(
        "E10: a chip that vanishes is named, and works again by itself when it is back",
        arguments: [(0x57, SensorKind.heartRate), (0x6A, .motion), (0x77, .barometer)])
    func vanishing(_ address: Int, _ kind: SensorKind) throws {
        var script = Self.steady(200)
        let at = { (second: Int) in script.monotonic.advanced(by: .seconds(second)) }
        let faults = BusFaultScript([.init(.absent, at: UInt8(address), from: at(60), to: at(90))])
        script.pressureNoise = .zero
        let run = try ModelledRun(script, faults: faults)
        run.start()
        run.player.live(.seconds(70))
        #expect(run.sensors.hub.trouble(of: kind) != nil)
        if kind == .heartRate { #expect(run.shown == nil) }
        run.player.live(.seconds(60))
        #expect(run.sensors.hub.trouble(of: kind) == nil)
        if kind == .heartRate { #expect(run.shown != nil) }
        let log = try RunLogReader(bytes: run.player.save())
        var states: [SensorState] = []
        try log.forEach { record in
            if case .event(let event) = record, case .sensor(kind, let state) = event.kind { states.append(state) }
        }
        #expect(states == [.failed, .working])
    }

    @Test("A single bad transfer of each chip is no news")
    func glitch() throws {
        let script = Self.steady(60)
        let at = { (second: Int) in script.monotonic.advanced(by: .seconds(second)) }
        let run = try ModelledRun(script, faults: BusFaultScript([.init(.notAcknowledged, from: at(40), to: at(41))]))
        run.start()
        run.player.live(.seconds(50))
        let log = try RunLogReader(bytes: run.player.save())
        var events = 0
        try log.forEach { record in if case .event(let event) = record, case .sensor = event.kind { events += 1 } }
        #expect(events == 0)
    }

    @Test(
        "E1: a sensor that sees motion and noise but no pulse gives no heart rate, and none is recorded, however the chips' clocks beat",
        arguments: [-0.05, -0.02, 0, 0.01, 0.02, 0.05])
    func noise(_ rate: Double) throws {
        let run = try ModelledRun(Self.steady(150), clock: ClockError(rate: rate, jitter: 0.02))
        run.sensors.wrist.body.perfusion = 0
        run.start()
        for _ in 0..<140 {
            run.player.live(.seconds(1))
            #expect(run.shown == nil)
        }
        #expect(run.player.watch.session.totals?.heartRateSoFar.average == nil)
    }

    @Test(
        "E1, I5: a heart-rate sensor that lies from the start gives no heart rate and is named; everything else goes on",
        arguments: [BusFault.zeroes, .ones, .noise, .impostor, .frozen, .held])
    func lying(_ fault: BusFault) throws {
        let script = Self.steady(80)
        let faults = BusFaultScript([.init(fault, at: 0x57, from: script.monotonic, to: script.monotonic.advanced(by: .seconds(1000)))])
        let run = try ModelledRun(script, faults: faults)
        run.start()
        for _ in 0..<70 {
            run.player.live(.seconds(1))
            #expect(run.shown == nil)
        }
        #expect(run.sensors.hub.trouble(of: .heartRate) != nil)
        #expect(run.player.watch.session.totals?.steps ?? 0 > 100)
    }

    @Test("A board without a heart-rate sensor shows and records none, and names none as failed")
    func absent() throws {
        let run = try ModelledRun(Self.steady(60), chips: [.lsm6dsox, .bmp390])
        run.start()
        run.player.live(.seconds(40))
        #expect(run.shown == nil)
        #expect(run.player.watch.session.sensors.steps(at: run.player.loop.now) != nil)
        #expect(run.player.watch.session.totals?.heartRateSoFar.average == nil)
        #expect(run.sensors.hub.trouble(of: .heartRate) == nil)
    }

    @Test("E9: zones and averages use valid seconds only, and smoothed rates of the log are of the run's own seconds")
    func validSeconds() throws {
        // Without a stop no second turns out to be in a pause.
        let script = RunnerScript(name: "no stop", legs: [.init(.run(.metersPerSecond(3)), for: .seconds(220))])
        let at = { (second: Int) in script.monotonic.advanced(by: .seconds(second)) }
        let run = try ModelledRun(script, faults: BusFaultScript([.init(.absent, at: 0x57, from: at(100), to: at(150))]))
        run.start()
        run.player.live(.seconds(190))
        let bytes = try run.player.save()
        let totals = try RunLogReader(bytes: bytes).totals()
        #expect(totals == run.player.watch.session.totals)
        var samples: [(time: Int, beats: UInt8)] = [], smoothed = 0
        try RunLogReader(bytes: bytes).forEach { record in
            switch record {
            case .sample(let sample):
                if !sample.flags.contains(.isPaused) { samples.append((Int(sample.time.milliseconds), sample.heartRateBeats)) }
            case .smoothedHeartRate(let rates):
                smoothed += Int(rates.count)
                for value in 0..<Int(rates.count) {
                    let time = Int(rates.first.milliseconds) + 1000 * value
                    for index in samples.indices where (samples[index].time - time).magnitude < 500 {
                        samples[index].beats = rates.beats[value]
                    }
                }
            case .header, .event: break
            }
        }
        #expect(smoothed > 60)
        let valid = samples.filter { $0.beats > 0 }.map { Double($0.beats) }
        #expect(valid.count > 70 && valid.count < 140)
        #expect((Double(totals.heartRateSoFar.validMilliseconds) / 1000 - Double(valid.count)).magnitude <= 2)
        let average = try #require(totals.heartRateSoFar.average).beatsPerMinute
        // The plain mean counts the first second of each stretch whole, the run's by its time.
        #expect((average - valid.reduce(0, +) / Double(valid.count)).magnitude < 1)
    }

    @Test("The same seed writes the same log, byte for byte; another seed writes another")
    func deterministic() throws {
        func log(_ seed: UInt64) throws -> [UInt8] {
            let run = try ModelledRun(RunnerScript.everyday(lasting: .seconds(90)), seed: seed)
            run.player.press(.start)
            run.player.live(.seconds(14))
            run.player.press(.start)
            run.player.live(.seconds(60))
            return try run.player.save()
        }
        let first = try log(11), again = try log(11), other = try log(12)
        #expect(first.count > 1500)
        #expect(first == again)
        #expect(first != other)
    }
}
