import SystemCalls

/// What went wrong with a run's file, and where.
public struct RunLogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was being done.
    public enum Step: Hashable, Sendable {
        /// Making the file.
        case create
        /// Opening an existing file.
        case open
        /// Reading.
        case read
        /// Growing the file by zeros.
        case extend
        /// Writing records.
        case write
        /// Waiting until the card has them.
        case flush
        /// Cutting the file to its length at the end of the run.
        case truncate
        /// Removing a discarded run.
        case remove
    }
    /// Why.
    public enum Reason: Hashable, Sendable {
        /// A system call failed.
        case system(Errno)
        /// The file's content is not a run log that can be read.
        case content(RunLogContentError)
    }
    /// What was being done.
    public var step: Step
    /// The file or directory.
    public var path: String
    /// Why it failed.
    public var reason: Reason
    /// An error.
    public init(_ step: Step, _ path: String, _ reason: Reason) {
        self.step = step
        self.path = path
        self.reason = reason
    }
    /// The system's error number; nil if the content is at fault.
    public var errno: Errno? { if case .system(let errno) = reason { errno } else { nil } }

    /// A sentence for the runner.
    public var description: String {
        switch reason {
        case .content(let error): return path.isEmpty ? "\(error)" : "\(path): \(error)"
        case .system(let errno):
            let what =
                switch step {
                case .create: "could not be created"
                case .open: "could not be opened"
                case .read: "could not be read"
                case .extend: "could not grow"
                case .write: "could not be written"
                case .flush: "may not be on the card yet"
                case .truncate: "could not be cut to its length"
                case .remove: "could not be removed"
                }
            return "\(path) \(what) (\(errno))\(advice(for: errno))"
        }
    }

    private func advice(for errno: Errno) -> String {
        switch errno {
        case .noSpace: ": the card is full; export and remove old runs; the run goes on in memory"
        case .inputOutput, .readOnly: ": the card is failing; the run goes on in memory; save it soon and replace the card"
        default: ""
        }
    }
}
