import Quantities

/// One run of the track benchmark: a script whose truth is known, and what is worth measuring on it.
public struct TrackScenario: Sendable, Hashable {
    /// What the figures of a scenario say.
    public enum Kind: Sendable, Hashable {
        /// Distance against the truth, and the spread of the shown pace.
        case distance
        /// Metres shown where the truth is 0.
        case standing
        /// Seconds until the shown pace has settled after a step, which comes at this second.
        case settling(at: Int)
        /// Metres of ascent and descent against the truth.
        case ascent
    }

    /// The track's name in the table.
    public var track: String
    /// The receiver's noise class.
    public var noise: ReceiverNoise
    /// Whether the receiver reports Doppler speed.
    public var hasDoppler: Bool
    /// Whether the step counter is heard; the stride it is multiplied with is ``strideRatio`` times the true one.
    public var hasSteps: Bool
    /// Assumed stride over true stride.
    public var strideRatio = 1.03
    /// Whether the barometer is heard.
    public var hasBarometer = true
    /// What is measured.
    public var kind: Kind
    /// The script.
    public var script: RunnerScript

    /// When the scripted runner stops (false) and starts (true), in seconds: what auto-pause should find. A start at second 0 is none.
    public var transitions: [(at: Int, starts: Bool)] {
        var found: [(at: Int, starts: Bool)] = []
        var second = 0, wasMoving: Bool?
        for leg in script.legs {
            let isMoving = leg.motion != .stand
            if let before = wasMoving, before != isMoving { found.append((second, isMoving)) }
            wasMoving = isMoving
            second += Int(clamping: leg.duration.components.seconds)
        }
        return found
    }
}

extension TrackScenario {
    /// The noise classes of the table.
    public static let noiseClasses: [ReceiverNoise] = [.open, .mid, .bad]

    /// Every track in every noise class, with and without Doppler.
    public static func all() -> [TrackScenario] {
        var scenarios: [TrackScenario] = []
        for noise in noiseClasses {
            for hasDoppler in [true, false] {
                scenarios += distances(noise: noise, hasDoppler: hasDoppler)
                scenarios += stops(noise: noise, hasDoppler: hasDoppler)
                scenarios.append(paceStep(noise: noise, hasDoppler: hasDoppler))
            }
        }
        return scenarios + climbs()
    }

    /// Half an hour at 3 m/s on each shape of way, without steps; and with a tunnel of 60 s every 5 min, with steps.
    static func distances(noise: ReceiverNoise, hasDoppler: Bool) -> [TrackScenario] {
        let shapes: [(String, Route)] = [
            ("straight", .straight), ("400 m track", .track), ("city corners", .cityCorners),
            ("hairpins each 250 m", .hairpins(every: .meters(250))),
            ("curving", .curving(wave: .meters(300), swing: .degrees(60))),
        ]
        var scenarios = shapes.map { name, route in
            var script = RunnerScript(name: name, legs: [.init(.run(.metersPerSecond(3)), for: .seconds(1800))])
            script.route = route
            return TrackScenario(script, noise: noise, hasDoppler: hasDoppler, hasSteps: false, kind: .distance)
        }
        var legs: [RunnerScript.Leg] = []
        for _ in 0..<6 {
            legs.append(.init(.run(.metersPerSecond(3)), for: .seconds(240)))
            legs.append(.init(.run(.metersPerSecond(3)), for: .seconds(60), sky: .tunnel))
        }
        legs.append(.init(.run(.metersPerSecond(3)), for: .seconds(60)))
        var tunnels = RunnerScript(name: "tunnels", legs: legs)
        tunnels.route = .curving(wave: .meters(600), swing: .degrees(30))
        scenarios.append(TrackScenario(tunnels, noise: noise, hasDoppler: hasDoppler, hasSteps: true, kind: .distance))
        return scenarios
    }

    /// An hour of running with stops, and half an hour of standing, each with and without a step sensor.
    static func stops(noise: ReceiverNoise, hasDoppler: Bool) -> [TrackScenario] {
        let runs: [Int64] = [180, 75, 240, 130, 95, 300], rests: [Int64] = [25, 60, 40, 15, 90, 35]
        var legs: [RunnerScript.Leg] = []
        var second: Int64 = 0
        while second < 3600 {
            for (run, rest) in zip(runs, rests) where second < 3600 {
                legs.append(.init(.run(.metersPerSecond(3)), for: .seconds(run)))
                legs.append(.init(.stand, for: .seconds(rest)))
                second += run + rest
            }
        }
        var going = RunnerScript(name: "stop and go", legs: legs)
        going.route = .cityCorners
        let standing = RunnerScript(name: "standing", legs: [.init(.stand, for: .seconds(1800))])
        return [false, true].flatMap { hasSteps in
            [
                TrackScenario(going, noise: noise, hasDoppler: hasDoppler, hasSteps: hasSteps, kind: .distance),
                TrackScenario(standing, noise: noise, hasDoppler: hasDoppler, hasSteps: hasSteps, kind: .standing),
            ]
        }
    }

    /// From 2.6 to 4.2 m/s at once.
    static func paceStep(noise: ReceiverNoise, hasDoppler: Bool) -> TrackScenario {
        var script = RunnerScript(
            name: "pace step",
            legs: [
                .init(.run(.metersPerSecond(2.6)), for: .seconds(120)), .init(.run(.metersPerSecond(4.2)), for: .seconds(120)),
            ])
        script.acceleration = .infinity
        return TrackScenario(script, noise: noise, hasDoppler: hasDoppler, hasSteps: false, kind: .settling(at: 120))
    }

    /// A flat hour in calm and in changing weather, with and without a barometer, and ten hills of 20 m.
    static func climbs() -> [TrackScenario] {
        var flat = RunnerScript(name: "flat hour", legs: [.init(.run(.metersPerSecond(3)), for: .seconds(3600))])
        flat.route = .curving(wave: .meters(300), swing: .degrees(60))
        var weather = flat
        weather.name = "flat hour, 1 hPa/h"
        weather.pressureDrift = .hectopascals(-1)
        var hills = flat
        hills.name = "ten hills of 20 m"
        hills.hills = .init(height: .meters(20), length: .meters(1080))
        var scenarios = [flat, weather, hills].map {
            TrackScenario($0, noise: .open, hasDoppler: true, hasSteps: true, kind: .ascent)
        }
        for script in [flat, hills] {
            var scenario = TrackScenario(script, noise: .mid, hasDoppler: true, hasSteps: true, kind: .ascent)
            scenario.hasBarometer = false
            scenario.track += ", no barometer"
            scenarios.append(scenario)
        }
        return scenarios
    }

    init(_ script: RunnerScript, noise: ReceiverNoise, hasDoppler: Bool, hasSteps: Bool, kind: Kind) {
        track = hasSteps && kind != .ascent && script.name != "tunnels" ? script.name + ", with steps" : script.name
        self.noise = noise
        self.hasDoppler = hasDoppler
        self.hasSteps = hasSteps
        self.kind = kind
        self.script = script
        self.script.sky = .visible(noise)
        self.script.hasDoppler = hasDoppler
    }
}
