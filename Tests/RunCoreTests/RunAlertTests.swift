import Quantities
import SimulatedPeripherals
import Testing

@testable import RunCore

@Suite("What a runner wants to be told of during a run")
struct RunAlertTests {
    /// Heart rates or paces, a second each, nil where none is known, and the seconds at which it is told.
    struct Course: Sendable {
        let values: [Double?]
        let told: [Int]
    }

    static func steady(_ value: Double?, _ count: Int) -> [Double?] { Array(repeating: value, count: count) }

    static let heartRates: [Course] = [
        Course(values: steady(171, 200), told: [3, 63, 123, 183]),
        Course(values: steady(170, 200), told: []),
        Course(values: steady(nil, 200), told: []),
        // One or two wrong readings are none.
        Course(values: steady(150, 5) + steady(220, 3) + steady(150, 60), told: []),
        // Not known for a second, or back within the limit: the seconds begin anew.
        Course(values: steady(180, 3) + [nil] + steady(180, 3) + [165] + steady(180, 5), told: [11]),
        Course(values: steady(180, 3) + [170] + steady(180, 5), told: [7]),
        // What was told lasts while the rate is hardly back, and is told again only beyond the limit.
        Course(values: steady(171, 4) + steady(168, 60) + steady(171, 4), told: [3, 64]),
        // Back, and beyond again: not more often than once a minute.
        Course(values: steady(180, 4) + steady(150, 10) + steady(180, 70), told: [3, 63]),
        Course(values: steady(180, 4) + steady(150, 80) + steady(180, 10), told: [3, 87]),
    ]

    @Test("A heart rate is told after 3 s beyond its limit, and once a minute while that lasts", arguments: heartRates)
    func heartRate(_ course: Course) {
        var alerts = RunAlerts()
        alerts.heartRateAbove = 170
        #expect(Self.toldAt(course.values, alerts) == course.told)
        // The same, turned over, for the other limit.
        var below = RunAlerts()
        below.heartRateBelow = 130
        #expect(Self.toldAt(course.values.map { $0.map { 300 - $0 } }, below) == course.told)
    }

    static func toldAt(_ rates: [Double?], _ alerts: RunAlerts) -> [Int] {
        var monitor = RunAlertMonitor(), told: [Int] = []
        for (second, rate) in rates.enumerated() {
            let time = RunTime(milliseconds: UInt32(second) * 1000), heartRate = rate.map { HeartRate.beatsPerMinute($0) }
            if monitor.takeLimits(alerts, heartRate: heartRate, pace: nil, at: time) != nil { told.append(second) }
        }
        return told
    }

    static let paces: [Course] = [
        Course(values: steady(361, 100), told: [15, 75]),
        Course(values: steady(359, 100), told: []),
        Course(values: steady(400, 15) + steady(300, 20), told: []),
        Course(values: steady(400, 16) + steady(nil, 50) + steady(400, 30), told: [15, 81]),
    ]

    @Test("A pace is told after 15 s beyond its limit", arguments: paces)
    func pace(_ course: Course) {
        var slower = RunAlerts(), faster = RunAlerts()
        slower.paceSlower = 360
        faster.paceFaster = 360
        for (alerts, isSlower) in [(slower, true), (faster, false)] {
            var monitor = RunAlertMonitor(), told: [Int] = []
            for (second, value) in course.values.enumerated() {
                let pace = value.map { Pace.secondsPerKilometer(isSlower ? $0 : 720 - $0) }
                let alert = monitor.takeLimits(alerts, heartRate: nil, pace: pace, at: RunTime(milliseconds: UInt32(second) * 1000))
                guard let alert else { continue }
                told.append(second)
                if case .paceSlower = alert { #expect(isSlower) } else { #expect(!isSlower) }
            }
            #expect(told == course.told)
        }
    }

    @Test("However the rate goes: only beyond the limit, after 3 s in a row or while it lasts, and never twice in a minute")
    func property() {
        for seed in 1...60 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed), rate = 165.0, rates: [Double?] = []
            for _ in 0..<900 {
                rate = min(200, max(120, rate + (random.uniform() - 0.5) * 8))
                rates.append(random.uniform() < 0.03 ? nil : rate)
            }
            var alerts = RunAlerts()
            alerts.heartRateAbove = 165
            let told = Self.toldAt(rates, alerts)
            for (index, second) in told.enumerated() {
                #expect(rates[second].map { $0 > 165 } == true)
                if index > 0 { #expect(second - told[index - 1] >= 60) }
                // Since the rate was last well within the limit it was beyond for three seconds in a row.
                var start = second
                while start > 0, let before = rates[start - 1], before > 165 - RunAlertMonitor.heartRateBand { start -= 1 }
                let beyond = (start...second).map { (rates[$0] ?? 0) > 165 }
                #expect(beyond.indices.contains { $0 >= 3 && beyond[($0 - 3)...$0].allSatisfy { $0 } })
            }
            // Whoever stays beyond is told.
            var since = 0
            for (second, rate) in rates.enumerated() {
                if let rate, rate > 165 { continue }
                if second - since > 65 { #expect(told.contains { $0 >= since && $0 < second }) }
                since = second + 1
            }
        }
    }

    @Test("Each distance and each time is told once, when it is full, also when a second brings more than one")
    func full() {
        var alerts = RunAlerts()
        alerts.eachDistance = 500
        alerts.eachTime = 60
        var monitor = RunAlertMonitor()
        var told: [RunAlert] = []
        for second in 0...300 as ClosedRange<UInt32> {
            // 4 m a second, and 1,200 m at once at 200 s.
            let distance = second * 4000 + (second >= 200 ? 1_200_000 : 0)
            if let alert = monitor.takeFull(alerts, distance: distance, timer: second * 1000) { told.append(alert) }
        }
        let expected: [RunAlert] = [
            .time(.seconds(60)), .time(.seconds(120)), .distance(.meters(500)), .time(.seconds(180)), .distance(.meters(2000)),
            .time(.seconds(240)), .time(.seconds(300)),
        ]
        #expect(told == expected)
    }

    @Test("A run tells and buzzes, and without limits it does neither")
    func run() {
        for isLimited in [true, false] {
            var alerts = RunAlerts()
            if isLimited {
                alerts.heartRateAbove = 120
                alerts.eachDistance = 200
            }
            var rig = Rig(RunSettings(autoLap: .off, countdownSeconds: 0, alerts: alerts))
            rig.begin()
            var script = RunnerScript(name: "straight", legs: [.init(.run(.metersPerSecond(4)), for: .seconds(130))])
            script.monotonic = rig.now + .seconds(1)
            var runner = SimulatedRunner(script: script, seed: 1)
            while !runner.isFinished { rig.give(runner.next()) }
            let told = rig.outputs.compactMap { output -> RunAlert? in if case .alert(let alert) = output { alert } else { nil } }
            let isBuzzed = rig.outputs.contains { $0 == .buzz(.warning) }
            guard isLimited else {
                #expect(told.isEmpty)
                continue
            }
            #expect(isBuzzed && told.contains(.distance(.meters(200))) && told.contains(.distance(.meters(400))))
            #expect(told.contains { if case .heartRateAbove = $0 { true } else { false } })
        }
    }
}
