import SystemCalls

/// Why an activity file was not written. The run itself stays in its log, so the export can be repeated.
public enum ActivityWriteError: Error, Hashable, Sendable {
    /// The file could not be put into place: no space, an I/O error, a read-only file system, a name that is taken.
    case file(WholeFileError)
    /// The run's points could not be read to their end; the sentence says why.
    case points(String)
    /// The name is empty, hidden or not a single component.
    case badName(String)
    /// Longer than the 49 days that FIT can hold, or past its last date in 2126.
    case timeOutOfRange
    /// The format tells places, and no point has one that may be shown.
    case withoutPlaces(ExportFormat)
    /// The format asks for times, and the watch never learned the date of this run.
    case withoutTime(ExportFormat)
    /// The laps differ from the whole run by more than rounding can explain.
    case lapsDoNotAddUp(quantity: String, laps: Double, run: Double)
    /// The file could not be packed: there is no memory for it.
    case packing
    /// The finished file broke a rule when it was read back; it was removed.
    case selfCheck([LintFinding])
}

extension ActivityWriteError {
    /// True if the file was not to replace another and the name was taken.
    public var isNameTaken: Bool { if case .file(let error) = self { error.isTaken } else { false } }

    /// True if the run has nothing that the format could hold: no fault of anybody, and another format will do.
    public var isUnsuitedFormat: Bool {
        switch self {
        case .withoutPlaces, .withoutTime: true
        default: false
        }
    }
}

extension ActivityWriteError: CustomStringConvertible {
    /// A sentence for the runner.
    public var description: String {
        switch self {
        case .file(let error): "\(error); the run is safe, export it again"
        case .points(let reason): "nothing was written, because the run could not be read to its end: \(reason)"
        case .badName(let name): "\"\(name)\" cannot name an activity file: use letters, digits, dots and dashes"
        case .withoutPlaces(let format):
            "a \(format.title) file tells places, and this run has none to show: export it as FIT, TCX or CSV"
        case .withoutTime(let format):
            "every value of an \(format.title) file has a time, and the watch never learned that of this run: export it as FIT, CSV or NDJSON"
        case .timeOutOfRange: "the run is too long or too late for a FIT file: export it in another format"
        case .lapsDoNotAddUp(let quantity, let laps, let run):
            "the \(quantity) of the laps is \(laps) in all, that of the run \(run): export it without laps and report this"
        case .packing: "the file could not be packed, for want of memory: export it without --gzip"
        case .selfCheck(let findings):
            "the file was not kept, because it broke \(findings.count) rule(s) when read back"
                + (findings.first.map { ": \($0)" } ?? "") + "; report this"
        }
    }
}
