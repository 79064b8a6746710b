import RunCore

/// The flush rule of the watch, for logs that tests write: at each event of the run, and 5 s after the last time.
///
/// A flush costs far more than the bytes it carries, so events share it with the samples before them. A flapping sensor makes no
/// flush of its own. A power cut then loses at most 5 s and the second being recorded (fault C2), with at most 720 flushes an hour
/// and one for each event.
struct FlushSchedule: Hashable, Sendable {
    /// Run time between flushes. The samples are a second apart, give or take some milliseconds.
    static let interval: UInt32 = 5000
    private static let tolerance: UInt32 = 500

    private var last = RunTime.start

    /// A schedule for a new run.
    init() {}

    /// Takes a record that was just handed to the writer; true if a flush is due now.
    mutating func isDue(after record: RunRecord) -> Bool {
        let time: RunTime
        switch record {
        case .header: return true
        case .smoothedHeartRate: return false
        case .sample(let sample):
            guard sample.time.millisecondsSince(last) >= Self.interval - Self.tolerance else { return false }
            time = sample.time
        case .event(let event):
            if case .sensor = event.kind { return false }
            time = event.time
        }
        last = max(last, time)
        return true
    }
}
