import ActivityFiles
import JSONText
import Playback
import Quantities

/// What is told of a recording beside the run that the watch made of it: its own figures, and whatever was left out.
struct ReplayReport {
    private let distance: Distance?
    private let timer: Duration?
    private let elapsed: Duration?
    private let device: String?
    /// A sentence for everything that is wrong with the file or was not played as it stands there.
    let notes: [String]

    init(_ activity: ImportedActivity, _ run: RecordedRun) {
        distance =
            activity.deviceDistance ?? activity.points.reduce(nil) { most, point in point.distance.map { max(most ?? $0, $0) } ?? most }
        timer = activity.timer
        elapsed = activity.elapsed
        device = activity.device.name
        var notes = activity.faults.map { "\($0)" } + run.notes.map { "\($0)" }
        if let sport = activity.sport, !sport.isOnFoot {
            notes.append("the recording is no run (FIT sport \(sport.sport)): the watch took it for one, and its limits are a runner's")
        }
        if !run.moments.isEmpty, !run.moments.contains(where: { $0.position != nil }) {
            let hasSteps = run.moments.contains { $0.cadence != nil }
            notes.append(
                "the recording has no places, so it was played as a run indoors: "
                    + (hasSteps
                        ? "the distance is that of the strides" : "without a cadence the watch has no distance; the recording's own counts")
            )
        }
        self.notes = notes
    }

    /// The figures of the recording's device, and the notes.
    var text: String {
        var parts: [String] = []
        if let distance { parts.append("\(RunReport.amount(distance)) km") }
        if let timer { parts.append("timer \(RunReport.time(timer))") }
        if let elapsed { parts.append("elapsed \(RunReport.time(elapsed))") }
        let figures = parts.isEmpty ? "none" : parts.joined(separator: ", ")
        return (["The recording's own figures\(device.map { " (\($0))" } ?? ""): \(figures)"] + notes.map { "  " + $0 }).joined(
            separator: "\n")
    }

    var json: JSONObject {
        JSONObject([
            "device": device.map { .string($0) } ?? .null,
            "distance_m": distance.map { .number($0.meters) } ?? .null,
            "timer_s": timer.map { .number($0.inSeconds) } ?? .null,
            "elapsed_s": elapsed.map { .number($0.inSeconds) } ?? .null,
            "notes": .array(notes.map { .string($0) }),
        ])
    }
}
