import Quantities
import SimulatedPeripherals
import Testing

@Suite struct SimulatedRunnerTests {
    private func seconds(of script: RunnerScript, seed: UInt64 = 1, _ count: Int) -> [SimulatedSecond] {
        var runner = SimulatedRunner(script: script, seed: seed)
        return (0..<count).map { _ in runner.next() }
    }

    private func running(_ speed: Double, route: Route = .straight, noise: ReceiverNoise = .none) -> RunnerScript {
        var script = RunnerScript(name: "running", legs: [.init(.run(.metersPerSecond(speed)), for: .seconds(3600))])
        script.route = route
        script.sky = .visible(noise)
        script.acceleration = .infinity
        return script
    }

    @Test("The same seed gives the same run, another seed another one")
    func repeatable() {
        let script = RunnerScript.everyday
        #expect(seconds(of: script, seed: 5, 900) == seconds(of: script, seed: 5, 900))
        #expect(seconds(of: script, seed: 5, 100) != seconds(of: script, seed: 6, 100))
    }

    @Test("Seconds come one after another, on both clocks")
    func order() {
        let run = seconds(of: .everyday, 60)
        for (number, second) in run.enumerated() {
            #expect(second.number == number)
            #expect(second.at - run[0].at == .seconds(number))
            #expect(run[0].utc.duration(to: second.utc) == .seconds(number))
        }
    }

    @Test(
        "The true distance is the way between the true places",
        arguments: [Route.straight, .curving(wave: .meters(300), swing: .degrees(60))])
    func wayOnTheGround(route: Route) throws {
        let run = seconds(of: running(3, route: route), 1200)
        let end = try #require(run.last?.truth)
        #expect(abs(end.distance.meters - 1199 * 3) < 1e-6)
        if route == .straight {
            let start = try #require(run[0].truth.place), place = try #require(end.place)
            // One minute of latitude is 1852.3 m at 47.4° N, of longitude 1257 m (tables of WGS-84).
            let north = (place.latitude - start.latitude) * 60 * 1852.9, east = (place.longitude - start.longitude) * 60 * 1257.2
            #expect(abs((north * north + east * east).squareRoot() - end.distance.meters) < 4)
        }
    }

    @Test("One round of the track is 400 m and ends where it began")
    func trackCloses() throws {
        let run = seconds(of: running(4, route: .track), 1001)
        let start = try #require(run[0].truth.place), rounds = try #require(run[1000].truth.place)
        let north = (rounds.latitude - start.latitude) * 111_200, east = (rounds.longitude - start.longitude) * 75_400
        #expect((north * north + east * east).squareRoot() < 6, "ten rounds of 400 m")
    }

    @Test("A receiver errs as its class says", arguments: [ReceiverNoise.open, .mid, .bad])
    func noise(noise: ReceiverNoise) throws {
        var script = RunnerScript(name: "standing", legs: [.init(.stand, for: .seconds(1))])
        script.sky = .visible(noise)
        var runner = SimulatedRunner(script: script, seed: 3)
        var squares = 0.0, velocities = 0.0
        let count = 40_000
        for _ in 0..<count {
            let second = runner.next()
            let fix = try #require(second.fix?.position), truth = try #require(second.truth.place)
            let north = (fix.latitude - truth.latitude) * 111_170
            squares += north * north
            let speed = try #require(second.fix?.speed?.metersPerSecond)
            velocities += speed * speed / 2
        }
        let white = noise.white.meters, wander = noise.wander.meters
        let deviation = (squares / Double(count)).squareRoot(), expected = (white * white + wander * wander).squareRoot()
        #expect(abs(deviation / expected - 1) < 0.12)
        #expect(abs((velocities / Double(count)).squareRoot() / noise.doppler.metersPerSecond - 1) < 0.03)
    }

    @Test("Step pulses begin at once, run at the cadence, and end within three seconds of standing")
    func pulses() throws {
        var script = RunnerScript(
            name: "start and stop",
            legs: [
                .init(.stand, for: .seconds(10)), .init(.run(.metersPerSecond(3)), for: .seconds(60)), .init(.stand, for: .seconds(30)),
            ])
        script.acceleration = .infinity
        let run = seconds(of: script, 100)
        let pulses = run.compactMap { $0.steps?.pulseRate.stepsPerMinute }
        try #require(pulses.count == 100)
        #expect(pulses[0...10].allSatisfy { $0 == 0 })
        #expect(pulses[13] >= 80)
        #expect(pulses[20...69].allSatisfy { $0 >= 120 && $0 <= 200 })
        #expect(pulses[74...].allSatisfy { $0 == 0 })
        #expect(run[14].steps?.cadence == nil, "credit comes late")
        #expect(run[25].steps.map { $0.count > 30 } == true, "but whole")
        let cadence = try #require(run[40].steps?.cadence?.stepsPerMinute)
        #expect(abs(cadence - 165) < 10)
    }

    @Test("The heart follows effort with a lag")
    func heart() throws {
        let run = seconds(of: running(3.5), 400)
        let rates = run.compactMap { $0.heartRate?.rate?.beatsPerMinute }
        try #require(rates.count == 400)
        #expect(rates[5] < 90)
        #expect(rates[300] > 140 && rates[300] < 165)
        #expect(abs(rates[390] - run[390].truth.heartRate.beatsPerMinute) < 4)
    }

    @Test("Pressure falls by about 1 hPa in 8.4 m of climb, and with the weather")
    func pressure() throws {
        var script = running(3)
        script.pressureNoise = .zero
        script.hills = .init(height: .meters(84), length: .meters(3600))
        let climb = seconds(of: script, 601)
        let bottom = try #require(climb[0].pressure?.hectopascals), top = try #require(climb[600].pressure?.hectopascals)
        #expect(abs(climb[600].truth.ascent.meters - 84) < 0.01)
        #expect(abs(bottom - top - 9.6) < 0.3, "84 m at 408 m above the sea")
        script.hills = nil
        script.pressureDrift = .hectopascals(1)
        let flat = seconds(of: script, 1801)
        let before = try #require(flat[0].pressure?.hectopascals), after = try #require(flat[1800].pressure?.hectopascals)
        #expect(abs(after - before - 0.5) < 1e-9)
    }

    @Test("The everyday run waits ten seconds for its fix, loses it in the tunnel, and stands at the light")
    func everyday() throws {
        var runner = SimulatedRunner(script: .everyday, seed: 1)
        var first: Int?, tunnel = 0, standing = 0, last = SimulatedTruth()
        while !runner.isFinished {
            let second = runner.next()
            last = second.truth
            if second.fix?.position != nil, first == nil { first = second.number }
            if first != nil, second.fix?.position == nil { tunnel += 1 }
            if first != nil, !second.truth.isMoving { standing += 1 }
        }
        #expect(first == 10)
        #expect(tunnel == 45)
        #expect(standing > 60 && standing < 80)
        #expect(last.distance.kilometers > 2.7 && last.distance.kilometers < 3.3)
        #expect(last.ascent.meters > 10)
    }

    @Test("A script is followed for as long as it is asked for, and then the runner stands")
    func lasting() {
        let script = RunnerScript.everyday(lasting: .seconds(3600))
        #expect(script.duration == .seconds(3600))
        var runner = SimulatedRunner(script: RunnerScript(name: "none", legs: []), seed: 1)
        #expect(runner.isFinished)
        #expect(!runner.next().truth.isMoving)
    }
}
