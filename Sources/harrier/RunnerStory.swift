import Quantities
import SimulatedPeripherals

/// What a simulated runner does, told leg by leg.
struct RunnerStory {
    /// What is told, and when it begins.
    let lines: [(at: MonotonicInstant, text: String)]
    private var told = 0

    /// Nothing is told of a recording: nobody knows what its runner did.
    static let none = RunnerStory(lines: [])

    /// Lines, in order.
    init(lines: [(at: MonotonicInstant, text: String)]) { self.lines = lines }

    /// The story of a script.
    init(_ script: RunnerScript) {
        var lines: [(at: MonotonicInstant, text: String)] = []
        var at = script.monotonic
        var wasInTunnel = false
        for (index, leg) in script.legs.enumerated() {
            let isInTunnel = leg.sky == .tunnel
            lines.append((at, Self.text(leg, isFirst: index == 0, wasInTunnel: wasInTunnel)))
            wasInTunnel = isInTunnel
            at = at.advanced(by: leg.duration)
        }
        self.lines = lines
    }

    private static func text(_ leg: RunnerScript.Leg, isFirst: Bool, wasInTunnel: Bool) -> String {
        let start = wasInTunnel ? "out of the tunnel, " : ""
        switch leg.motion {
        case .stand:
            return start + (isFirst ? "a runner puts the watch on" : leg.sky == nil ? "stands, out of breath" : "waits at a traffic light")
        case .walk: return start + "walks"
        case .run(let speed):
            if leg.sky == .tunnel { return "runs into a tunnel: no satellites" }
            let pace = RunReport.pace(Pace(.meters(speed.metersPerSecond), in: .seconds(1)))
            if leg.grade > 0 { return start + "runs up a hill, \(decimal(leg.grade * 100, 0)) %, \(pace)" }
            if leg.grade < 0 { return start + "runs down again, \(pace)" }
            if leg.route == .track { return start + "runs fast on a track, \(pace)" }
            if case .corners = leg.route { return start + "runs through town, \(pace)" }
            return start + "runs, \(pace)"
        }
    }

    /// What has begun by an instant and was not taken before.
    mutating func take(upTo now: MonotonicInstant) -> [String] {
        let first = told
        while told < lines.count, lines[told].at <= now { told += 1 }
        return lines[first..<told].map(\.text)
    }
}
