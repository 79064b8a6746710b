import Quantities
import SimulatedPeripherals

/// A day in the life of a watch and its runner, from getting up to going to bed, in fast motion: what the runner does, which buttons are
/// pressed, how fast it is shown, and what is told of it.
struct SimulatedDay {
    /// What the runner does, from the watch's start to its end.
    let script: RunnerScript
    /// The presses, in order.
    let presses: [PlannedPress]
    /// What is told beside the watch.
    let story: RunnerStory
    /// How fast it goes from an instant on, in order.
    let speeds: [(at: MonotonicInstant, speed: Double)]

    /// When the day begins, after midnight.
    static let begins = Duration.minutes(6 * 60 + 45)

    /// How fast the day is shown from an instant on.
    func speed(at now: MonotonicInstant) -> Double { speeds.last { $0.at <= now }?.speed ?? speeds.first?.speed ?? 1 }

    /// The day of a runner who walks to work, drinks three coffees, and runs in the evening.
    /// - Parameter start: 6:45 local time of the day in UTC.
    init(startingAt start: UTCInstant, hasLapButton: Bool) {
        var day = Builder(hasLapButton: hasLapButton)
        day.acts()
        var script = RunnerScript(name: "day", legs: day.legs)
        script.utc = start
        script.timeToFirstFix = .seconds(10)
        script.unevenness = 0.03
        // From early in the morning until night on one charge.
        (script.battery, script.batteryPerHour) = (98, 3.2)
        let origin = script.monotonic
        self.script = script
        presses = day.presses.map { PlannedPress(role: $0.role, at: origin.advanced(by: $0.after), duration: $0.lasts) }
        story = RunnerStory(lines: day.lines.map { (origin.advanced(by: $0.after), $0.text) })
        speeds = day.speeds.map { (origin.advanced(by: $0.after), $0.speed) }
    }

    /// Puts a day together, act after act.
    private struct Builder {
        let hasLapButton: Bool
        var legs: [RunnerScript.Leg] = []
        var presses: [(after: Duration, role: ButtonRole, lasts: Duration)] = []
        var lines: [(after: Duration, text: String)] = []
        var speeds: [(after: Duration, speed: Double)] = []
        /// Since the day began.
        var now = Duration.zero

        /// Hours without anything to be seen pass in seconds; a press and what it leads to can be read.
        static let quiet = 1200.0, walking = 240.0, running = 60.0, reading = 2.0

        mutating func tell(_ text: String) { lines.append((now, text)) }

        /// Does something until a time of day; nothing if that is past.
        mutating func act(_ motion: RunnerScript.Motion, until hour: Int, _ minute: Int, at speed: Double = quiet, route: Route? = nil) {
            act(motion, for: .minutes(Int64(hour * 60 + minute)) - SimulatedDay.begins - now, at: speed, route: route)
        }

        mutating func act(_ motion: RunnerScript.Motion, for duration: Duration, at speed: Double, route: Route? = nil) {
            guard duration > .zero else { return }
            legs.append(RunnerScript.Leg(motion, for: duration, route: route))
            speeds.append((now, speed))
            now += duration
        }

        /// Presses buttons one after the other while standing; each result is seen for some seconds of the watch's time.
        mutating func press(_ roles: ButtonRole..., lasting duration: Duration = .milliseconds(120), thenFor seconds: Int64 = 6) {
            for role in roles {
                presses.append((now + .milliseconds(500), role, duration))
                act(.stand, for: .seconds(seconds), at: SimulatedDay.Builder.reading)
            }
        }

        mutating func acts() {
            tell("a runner gets up and puts the watch on")
            act(.stand, until: 7, 5)
            tell("makes coffee")
            press(.page, .page, .start, .start, thenFor: 5)
            press(.lap)
            act(.stand, until: 7, 40)
            tell("walks to work")
            act(.walk(.metersPerSecond(1.4)), for: .minutes(22), at: Self.walking, route: .curving(wave: .meters(300), swing: .degrees(30)))
            tell("sits down at a desk")
            act(.stand, until: 10, 30)
            tell("another coffee: it stands on top of the list now")
            press(.page, .page, .start, .start, thenFor: 5)
            press(.lap)
            act(.stand, until: 12, 30)
            tell("walks to lunch and back")
            act(.walk(.metersPerSecond(1.3)), for: .minutes(12), at: Self.walking)
            act(.stand, until: 13, 15)
            act(.walk(.metersPerSecond(1.3)), for: .minutes(12), at: Self.walking)
            act(.stand, until: 17, 20)
            tell("changes shoes")
            press(.start, thenFor: 14)
            press(.start, thenFor: 4)
            tell("runs")
            act(
                .run(.metersPerSecond(2.9)), for: .seconds(1080), at: Self.running, route: .curving(wave: .meters(400), swing: .degrees(35))
            )
            act(.run(.metersPerSecond(3.1)), for: .seconds(720), at: Self.running)
            press(.start, lasting: .milliseconds(1200), thenFor: 5)
            press(.page, .page, .page, thenFor: 5)
            press(.lap)
            act(.stand, until: 18, 20)
            tell("looks at the goals of the day, the trophies, the week")
            press(.page, .start, .page, .page, .page, .lap, thenFor: 4)
            press(.page, .page, .page, .page, .page, .page, thenFor: 4)
            act(.stand, until: 21, 45)
            tell("will there be sleep?")
            press(.page, .page, .lap, thenFor: 6)
            act(.stand, until: 22, 15)
            tell("good night")
            act(.stand, for: .seconds(20), at: Self.reading)
        }
    }
}
