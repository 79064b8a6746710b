import Positioning
import Quantities
import SimulatedPeripherals
import Testing

@Suite struct StrideTableTests {
    private static func state(_ speed: Double, error: Double = 2) -> PositioningState {
        var state = PositioningState()
        state.speed = .metersPerSecond(speed)
        state.horizontalError = .meters(error)
        state.verdict = .accepted
        return state
    }

    private func taught(_ table: StrideTable, cadence: Double, speed: Double, seconds: Int) -> StrideTable {
        var table = table
        for _ in 0..<seconds { _ = table.observe(cadence: .stepsPerMinute(cadence), state: Self.state(speed)) }
        return table
    }

    @Test("It begins with the published line: 0.45 of the height at 100 steps a minute, 0.66 at 165")
    func prior() throws {
        let table = StrideTable(height: .meters(1.8))
        #expect(abs(try #require(table.stride(at: .stepsPerMinute(100))).meters / 1.8 - 0.4549) < 1e-6)
        #expect(abs(try #require(table.stride(at: .stepsPerMinute(165))).meters / 1.8 - 0.6564) < 1e-6)
        #expect(table.stride(at: .stepsPerMinute(10)) == nil)
        #expect(table.stride(at: .stepsPerMinute(.nan)) == nil)
    }

    @Test("Half an hour of good GPS brings the stride within 4 % of the runner's own", arguments: [(165.0, 2.6), (165, 3.6), (105, 1.2)])
    func learns(cadence: Double, speed: Double) throws {
        let table = taught(StrideTable(), cadence: cadence, speed: speed, seconds: 3600)
        let reckoned = try #require(table.speed(at: .stepsPerMinute(cadence))).metersPerSecond
        let before = try #require(StrideTable().speed(at: .stepsPerMinute(cadence))).metersPerSecond
        #expect(abs(reckoned / speed - 1) < 0.04)
        #expect(abs(reckoned - speed) < 0.2 * abs(before - speed))
    }

    @Test("Walking and running are learned apart")
    func apart() {
        let table = taught(StrideTable(), cadence: 170, speed: 3.9, seconds: 600)
        #expect(table.stride(at: .stepsPerMinute(105)) == StrideTable().stride(at: .stepsPerMinute(105)))
        #expect(table.stride(at: .stepsPerMinute(170)) != StrideTable().stride(at: .stepsPerMinute(170)))
    }

    @Test("F10: a stride below half or above twice the starting line is not learned", arguments: [0.4, 7.0])
    func absurd(speed: Double) {
        #expect(
            taught(StrideTable(), cadence: 170, speed: speed, seconds: 600) == taught(StrideTable(), cadence: 170, speed: speed, seconds: 0)
        )
    }

    @Test("It learns only from 30 steady seconds of an accepted, accurate fix")
    func conditions() {
        var table = StrideTable()
        var reckoned = Self.state(3.5), learned = 0
        reckoned.isReckoned = true
        func teach(_ state: PositioningState, seconds: Int, cadence: Cadence? = .stepsPerMinute(165)) {
            for _ in 0..<seconds where table.observe(cadence: cadence, state: state) { learned += 1 }
        }
        for _ in 0..<300 {
            teach(Self.state(2), seconds: 1)
            teach(Self.state(4), seconds: 1)
        }
        teach(Self.state(3.5, error: 6), seconds: 600)
        teach(reckoned, seconds: 600)
        teach(Self.state(3.5), seconds: 29)
        teach(Self.state(3.5), seconds: 1, cadence: nil)
        teach(Self.state(3.5), seconds: 29)
        #expect(learned == 0)
        #expect(table.numbers == StrideTable().numbers)
        teach(Self.state(3.5), seconds: 1)
        #expect(learned == 1)
    }

    @Test("F8, F10: a known distance calibrates, an absurd one is refused with a reason")
    func calibration() throws {
        var table = StrideTable()
        try table.calibrate(distance: .meters(5000), steps: 5000, cadence: .stepsPerMinute(165))
        let stride = try #require(table.stride(at: .stepsPerMinute(165))).meters
        #expect(stride > 1.0 && stride < 1.05)
        #expect(throws: StrideCalibrationError.self) {
            try table.calibrate(distance: .meters(20_000), steps: 5000, cadence: .stepsPerMinute(165))
        }
        #expect(throws: StrideCalibrationError.tooFewSteps(50)) {
            try table.calibrate(distance: .meters(50), steps: 50, cadence: .stepsPerMinute(165))
        }
        #expect(table.stride(at: .stepsPerMinute(165))?.meters == stride)
        #expect(StrideCalibrationError.absurdRatio(3.6).description.contains("3.6"))
    }

    @Test("What is stored comes back the same; numbers that no table wrote are refused")
    func numbers() throws {
        let table = taught(
            taught(StrideTable(height: .meters(1.62)), cadence: 172, speed: 3.2, seconds: 3000), cadence: 104, speed: 1.5, seconds: 900)
        let restored = try #require(StrideTable(numbers: table.numbers))
        #expect(restored == table)
        #expect(table.numbers.count == StrideTable.numberCount)
        #expect(StrideTable(numbers: []) == nil)
        #expect(StrideTable(numbers: table.numbers.dropLast()) == nil)
        for index in table.numbers.indices {
            var damaged = table.numbers
            damaged[index] = .nan
            #expect(StrideTable(numbers: damaged) == nil)
        }
    }

    @Test("Learned on a simulated run it reckons the next one within 4 %")
    func endToEnd() throws {
        var script = RunnerScript(name: "easy", legs: [.init(.run(.metersPerSecond(2.8)), for: .seconds(3600))])
        script.unevenness = 0.03
        var runner = SimulatedRunner(script: script, seed: 8)
        var positioning = Positioning(), table = StrideTable(height: .meters(1.8))
        while !runner.isFinished {
            let second = runner.next()
            let state = positioning.push(PositioningInput(at: second.at, fix: second.fix, pulseRate: second.steps?.pulseRate))
            _ = table.observe(cadence: second.steps?.cadence, state: state)
        }
        let cadence = Cadence.stepsPerMinute(162)
        let reckoned = try #require(table.speed(at: cadence)).metersPerSecond
        #expect(abs(reckoned / 2.8 - 1) < 0.04)
    }
}
