import Playback
import Quantities
import SimulatedPeripherals

/// What is known of whoever wears a played watch: the truth of a simulation, or nothing.
struct PlayedRunner {
    /// What is true now; nil for a recording.
    var truth: (() -> SimulatedTruth)?
    /// What the runner does.
    var story = RunnerStory.none
}

/// The truth beside a run: the way and the pace while its timer runs.
struct TruthTally {
    /// Metres gone while the timer ran.
    private(set) var distance = Distance.zero
    private var whole: Distance?
    private var window: [(at: MonotonicInstant, distance: Distance)] = []

    /// The watch shows the mean of the last 10 s.
    private static let paceWindow = Duration.seconds(10)

    /// Takes the truth of a moment.
    mutating func take(_ truth: SimulatedTruth, isRunning: Bool, at now: MonotonicInstant) {
        if isRunning, let whole { distance += truth.distance - whole }
        whole = truth.distance
        window.append((now, truth.distance))
        while let first = window.first, first.at.duration(to: now) > Self.paceWindow { window.removeFirst() }
    }

    /// The mean pace of the last seconds; nil while standing.
    var pace: Pace? {
        guard let first = window.first, let last = window.last else { return nil }
        return Pace(last.distance - first.distance, in: first.at.duration(to: last.at))
    }

    /// A new run begins.
    mutating func begin() { distance = .zero }
}
