import Quantities
import SystemCalls

/// How far a work has come, once it has taken longer than a second: on the standard error, and only in a terminal.
struct ProgressBar {
    private static let patience = Duration.seconds(1), interval = Duration.milliseconds(100)
    private static let width = 30

    private let what: String
    private let start: MonotonicInstant
    private var shown: MonotonicInstant?

    /// - Parameter what: what is being done, such as `reading runs`.
    init(_ what: String, at start: MonotonicInstant = MonotonicClock.now()) { (self.what, self.start) = (what, start) }

    /// The bar to draw now; nil while there is none to be seen, or one that is new enough.
    mutating func text(done: Int, total: Int, at now: MonotonicInstant) -> String? {
        guard total > 0, done < total, start.duration(to: now) >= Self.patience else { return nil }
        if let shown, shown.duration(to: now) < Self.interval { return nil }
        shown = now
        let full = Int(rounding: Double(Self.width) * Double(done) / Double(total))
        let bar = String(repeating: "█", count: full) + String(repeating: "·", count: Self.width - full)
        return "\(what)  \(bar)  \(done) of \(total)"
    }

    /// Does something that tells how far it is, under a bar.
    static func during<Result>(_ what: String, _ body: ((_ done: Int, _ total: Int) -> Void) throws -> Result) rethrows -> Result {
        var bar = ProgressBar(what)
        defer { if bar.shown != nil { Console.endProgress() } }
        return try body { done, total in
            if let text = bar.text(done: done, total: total, at: MonotonicClock.now()) { Console.progress(text) }
        }
    }
}
