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
    private let source: ReplayDistance
    private let unread: [String]
    /// A sentence for everything that is wrong with the file or was not played as it stands there.
    let notes: [String]

    init(_ activity: ImportedActivity, _ run: RecordedRun, _ source: ReplayDistance) {
        self.source = source
        unread = activity.unread
        distance =
            activity.deviceDistance ?? activity.points.reduce(nil) { most, point in point.distance.map { max(most ?? $0, $0) } ?? most }
        timer = activity.timer
        elapsed = activity.elapsed
        device = activity.device.name
        var notes = activity.faults.map { "\($0)" }
        if activity.furtherFaults > 0 { notes.append("and \(activity.furtherFaults) more of this kind") }
        notes += run.notes.map { "\($0)" }
        if let sport = activity.sport, !sport.isOnFoot {
            notes.append(
                "the recording is no run (FIT sport \(sport.sport)): the watch took it for one"
                    + (source == .file ? ", with the distance of the recording" : ", and its limits are a runner's"))
        }
        if !run.moments.isEmpty, !run.moments.contains(where: { $0.position != nil }) {
            notes.append("the recording has no places, so it was played as a run indoors")
        }
        let unplaced = run.moments.count - run.placedCount
        if source == .positions, unplaced > 0 {
            notes.append(
                "\(unplaced == 1 ? "1 point" : "\(unplaced) points") without a place and with none near: the distance there is "
                    + (ReplayDistance.hasSteps(run) ? "that of the strides, or the straight line" : "at most the straight line"))
        }
        if !unread.isEmpty {
            let names = unread.map { "<\($0)>" }.joined(separator: ", ")
            notes.append("not read: \(names)\(activity.hasMoreUnread ? " and others" : "")")
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
        let lines = [
            "Distance of the replay: \(source.text)", "The recording's own figures\(device.map { " (\($0))" } ?? ""): \(figures)",
        ]
        return (lines + notes.map { "  " + $0 }).joined(separator: "\n")
    }

    var json: JSONObject {
        JSONObject([
            "device": device.map { .string($0) } ?? .null,
            "replayed_distance_from": .string(source.rawValue),
            "distance_m": distance.map { .number($0.meters) } ?? .null,
            "timer_s": timer.map { .number($0.inSeconds) } ?? .null,
            "elapsed_s": elapsed.map { .number($0.inSeconds) } ?? .null,
            "not_read": .array(unread.map { .string($0) }),
            "notes": .array(notes.map { .string($0) }),
        ])
    }
}
