import Quantities

/// One kind of run in which a part is wrong, silent or late, with what must come out of it.
public struct FaultTrack: Sendable, Hashable {
    /// How reports reach the watch.
    public enum Delivery: Sendable, Hashable {
        /// At once.
        case prompt
        /// Ten a second, the positions between the seconds on a line.
        case tenTimes
        /// The process sleeps for some seconds from a second on; then all reports of that time come at once.
        case asleep(from: Int, seconds: Int)
        /// Each report twice.
        case twice
    }

    /// What is held against the truth.
    public enum Measure: Sendable, Hashable {
        /// Distance, within per cent.
        case distance(percent: Double)
        /// Distance, within per cent of what a healthy receiver gives with the same noise.
        case asHealthy(percent: Double)
        /// Metres shown, at most.
        case standing(meters: Double)
        /// Ascent, within metres.
        case ascent(meters: Double)
        /// Height from a second on, within metres; outside of what can be, never.
        case height(meters: Double, from: Int)
    }

    /// The kind's name in the table: several tracks, of several paces, may be of one kind.
    public var kind: String
    /// The script with its faults.
    public var script: RunnerScript
    /// Whether the receiver reports Doppler speed.
    public var hasDoppler: Bool
    /// Whether there is a step sensor.
    public var hasSteps: Bool
    /// Assumed stride over true stride.
    public var strideRatio = 1.0
    /// Whether there is a barometer.
    public var hasBarometer = true
    /// How reports come.
    public var delivery = Delivery.prompt
    /// What is measured, and the bound.
    public var measure: Measure
    /// Which part must be named, and by which second; nil: none must.
    public var named: (part: String, by: Int)?
    /// How far a place that is shown may be from the true one; nil: it is not looked at.
    public var mostStray: Distance?

    /// Equal if the runs and what they are for are.
    public static func == (a: FaultTrack, b: FaultTrack) -> Bool {
        a.kind == b.kind && a.script == b.script && a.hasDoppler == b.hasDoppler && a.hasSteps == b.hasSteps
            && a.strideRatio == b.strideRatio
    }

    /// Hashes the kind and the script.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(script)
    }
}

extension FaultTrack {
    /// Walking slowly, walking, running and running fast.
    public static let paces: [RunnerScript.Motion] = [
        .walk(.metersPerSecond(0.7)), .walk(.metersPerSecond(1.4)), .run(.metersPerSecond(3)), .run(.metersPerSecond(5)),
    ]

    /// Every kind, with and without Doppler, with and without a step sensor where it matters.
    public static func all(paces: [RunnerScript.Motion] = paces) -> [FaultTrack] {
        var tracks: [FaultTrack] = []
        for hasDoppler in [true, false] {
            for pace in paces {
                tracks += rhythms(pace, hasDoppler) + silentSteps(pace, hasDoppler) + repeatedPlaces(pace, hasDoppler)
                tracks += badMembers(pace, hasDoppler) + deliveries(pace, hasDoppler) + outliers(pace, hasDoppler) + gaps(pace, hasDoppler)
                if hasDoppler { tracks += wrongSpeeds(pace) }
            }
            tracks.append(armMovements(hasDoppler))
        }
        return tracks + heights()
    }

    private typealias Entry = FaultScript.Entry

    /// Half an hour at one pace on a gently winding way.
    private static func run(_ pace: RunnerScript.Motion, seconds: Int64 = 1800, _ faults: [Entry]) -> RunnerScript {
        var script = RunnerScript(name: "fault", legs: [.init(pace, for: .seconds(seconds))])
        script.route = .curving(wave: .meters(600), swing: .degrees(15))
        script.faults = FaultScript(faults)
        script.unevenness = 0.02
        return script
    }

    private static func distance(
        _ kind: String, _ script: RunnerScript, _ hasDoppler: Bool, hasSteps: Bool, stride: Double = 1, percent: Double = 2
    ) -> FaultTrack {
        var script = script
        script.hasDoppler = hasDoppler
        script.name = kind
        return FaultTrack(
            kind: kind, script: script, hasDoppler: hasDoppler, hasSteps: hasSteps, strideRatio: stride,
            measure: .distance(percent: percent))
    }

    private static func rhythms(_ pace: RunnerScript.Motion, _ hasDoppler: Bool) -> [FaultTrack] {
        var tracks: [FaultTrack] = []
        func add(_ kind: String, _ fault: Fault?, delivery: Delivery = .prompt) {
            let script = run(pace, fault.map { [Entry(from: 0, to: 1800, $0)] } ?? [])
            for (hasSteps, stride) in [(false, 1), (true, 0.6), (true, 1.03), (true, 2.5)] as [(Bool, Double)] {
                var track = distance(kind, script, hasDoppler, hasSteps: hasSteps, stride: stride)
                track.delivery = delivery
                tracks.append(track)
            }
        }
        add("a fix each 0.1 s", nil, delivery: .tenTimes)
        for seconds in [1, 2, 3, 4, 5, 8, 10] { add("a fix each \(seconds) s", .gpsEvery(seconds)) }
        add("fixes 6 s on, 6 s off", .gpsInTurns(on: 6, off: 6))
        return tracks
    }

    private static func silentSteps(_ pace: RunnerScript.Motion, _ hasDoppler: Bool) -> [FaultTrack] {
        var tunnel = run(pace, [Entry(from: 330, to: 1800, .stepsStuck)])
        tunnel.route = .straight
        tunnel.legs = [
            .init(pace, for: .seconds(300)), .init(pace, for: .seconds(60), sky: .tunnel), .init(pace, for: .seconds(1440)),
        ]
        var stop = run(pace, [Entry(from: 305, to: 1800, .stepsStuck)])
        stop.legs = [.init(pace, for: .seconds(300)), .init(.stand, for: .seconds(60)), .init(pace, for: .seconds(1440))]
        return [
            distance("steps 0 for ever", run(pace, [Entry(from: 0, to: 1800, .stepsStuck)]), hasDoppler, hasSteps: true),
            distance("steps fall silent", run(pace, [Entry(from: 300, to: 1800, .stepsLost)]), hasDoppler, hasSteps: true),
            distance("steps stick on the way", run(pace, [Entry(from: 300, to: 1800, .stepsStuck)]), hasDoppler, hasSteps: true),
            distance("steps die in a tunnel", tunnel, hasDoppler, hasSteps: true),
            distance("steps stick at a stop", stop, hasDoppler, hasSteps: true),
        ]
    }

    private static func repeatedPlaces(_ pace: RunnerScript.Motion, _ hasDoppler: Bool) -> [FaultTrack] {
        var tracks: [FaultTrack] = []
        let speeds: [(Fault.HeldSpeed, String)] = [(.absent, "speed absent"), (.alive, "speed alive"), (.zero, "speed 0")]
        for length in [45, 250] {
            for (speed, name) in speeds where hasDoppler || speed != .alive {
                let script = run(pace, [Entry(from: 200, to: 200 + length, .gpsHolds(speed))])
                var track = distance("one place for \(length) s, \(name)", script, hasDoppler, hasSteps: true, stride: 1.03, percent: 4)
                track.named = ("positions", 215)
                tracks.append(track)
            }
        }
        return tracks
    }

    private static func badMembers(_ pace: RunnerScript.Motion, _ hasDoppler: Bool) -> [FaultTrack] {
        let kinds: [(String, Fault)] = [
            ("0 satellites beside a fix", .satellitesUntold), ("HDOP 99.99 beside an error", .dilutionUnknown),
            ("NaN in a member", .memberNotANumber),
        ]
        return kinds.map { kind, fault in
            var track = distance(kind, run(pace, [Entry(from: 0, to: 1800, fault)]), hasDoppler, hasSteps: false)
            track.measure = .asHealthy(percent: 1)
            return track
        }
    }

    private static func deliveries(_ pace: RunnerScript.Motion, _ hasDoppler: Bool) -> [FaultTrack] {
        var tracks: [FaultTrack] = []
        for hasSteps in [false, true] {
            var asleep = distance("asleep for 40 s, backlog at once", run(pace, []), hasDoppler, hasSteps: hasSteps)
            asleep.delivery = .asleep(from: 300, seconds: 40)
            var twice = distance("each report twice", run(pace, []), hasDoppler, hasSteps: hasSteps)
            twice.delivery = .twice
            tracks += [asleep, twice]
        }
        let script = run(pace, [Entry(from: 200, to: 400, .gpsAlternates)])
        tracks.append(distance("two places alternate", script, hasDoppler, hasSteps: true, percent: 4))
        return tracks
    }

    private static func outliers(_ pace: RunnerScript.Motion, _ hasDoppler: Bool) -> [FaultTrack] {
        var tracks: [FaultTrack] = []
        for hasSteps in [false, true] {
            for count in [1, 5, 20] {
                for from in [0, 3] {
                    let script = run(pace, [Entry(from: from, to: from + count, .gpsScattered(.kilometers(2), height: .zero))])
                    var track = distance("outliers at the start", script, hasDoppler, hasSteps: hasSteps, percent: 3)
                    track.mostStray = .meters(50)
                    tracks.append(track)
                }
            }
            for count in [3, 30] {
                let script = run(
                    pace,
                    [
                        Entry(from: 300, to: 360, .gpsSilent),
                        Entry(from: 360, to: 360 + count, .gpsDisplaced(.meters(500), height: .meters(36_000))),
                    ])
                tracks.append(distance("outliers after a loss", script, hasDoppler, hasSteps: hasSteps))
            }
        }
        return tracks
    }

    private static func gaps(_ pace: RunnerScript.Motion, _ hasDoppler: Bool) -> [FaultTrack] {
        let script = run(pace, [Entry(from: 300, to: 480, .gpsSilent)])
        return [false, true].map { distance("gap of 3 min", script, hasDoppler, hasSteps: $0, stride: 1.03, percent: 4) }
    }

    private static func wrongSpeeds(_ pace: RunnerScript.Motion) -> [FaultTrack] {
        let factors: [(String, Double)] = [
            ("Doppler in knots", 1.9438), ("Doppler in km/h", 3.6), ("Doppler 10 % high", 1.1), ("Doppler 10 % low", 0.9),
        ]
        return factors.map { name, factor in
            let script = run(pace, [Entry(from: 0, to: 1800, .dopplerScale(factor))])
            var track = distance(name, script, true, hasSteps: false, percent: 1)
            track.named = ("doppler", 900)
            return track
        }
    }

    private static func armMovements(_ hasDoppler: Bool) -> FaultTrack {
        var script = RunnerScript(
            name: "arm", legs: [.init(.run(.metersPerSecond(3)), for: .seconds(120)), .init(.stand, for: .seconds(910))])
        script.faults = FaultScript([Entry(from: 125, to: 1030, .gpsSilent), Entry(from: 125, to: 1030, .armMovements)])
        script.hasDoppler = hasDoppler
        return FaultTrack(
            kind: "fix lost, standing, arm moves", script: script, hasDoppler: hasDoppler, hasSteps: true, measure: .standing(meters: 10))
    }

    private static func heights() -> [FaultTrack] {
        var tracks: [FaultTrack] = []
        for hasBarometer in [true, false] {
            for (height, name) in [(0, "0 m"), (-50, "-50 m"), (36_000, "36 km")] as [(Double, String)] {
                for seconds in [3, 60] {
                    let script = run(.run(.metersPerSecond(3)), [Entry(from: 0, to: seconds, .altitudeWrong(.meters(height)))])
                    tracks.append(
                        FaultTrack(
                            kind: "first height \(name)\(hasBarometer ? "" : ", no barometer")", script: script, hasDoppler: true,
                            hasSteps: false,
                            hasBarometer: hasBarometer, measure: .height(meters: 15, from: seconds + 60)))
                }
            }
        }
        return tracks + (20...24).flatMap { [gusts(seed: $0, isHilly: false), gusts(seed: $0, isHilly: true)] }
    }

    /// An hour in which the pressure is off by up to 5 hPa for some seconds, each 20 s.
    private static func gusts(seed: UInt64, isHilly: Bool) -> FaultTrack {
        var script = RunnerScript(name: "gusts", legs: [.init(.run(.metersPerSecond(3)), for: .seconds(3600))])
        if isHilly { script.hills = .init(height: .meters(20), length: .meters(1080)) }
        var random = SeededRandom(seed: seed)
        var entries: [Entry] = []
        for start in stride(from: 20, to: 3580, by: 20) {
            let size = 0.3 + 4.7 * random.uniform(), sign = random.uniform() < 0.5 ? -1.0 : 1
            entries.append(Entry(from: start, to: start + 1 + Int(random.next() % 10), .barometerPressed(.hectopascals(sign * size))))
        }
        script.faults = FaultScript(entries)
        return FaultTrack(
            kind: isHilly ? "gusts, ten hills of 20 m" : "gusts on the flat", script: script, hasDoppler: true, hasSteps: false,
            measure: .ascent(meters: isHilly ? 10 : 5))
    }
}
