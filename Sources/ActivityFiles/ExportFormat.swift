/// The kinds of file that a run can be written as.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    /// Garmin's Flexible and Interoperable Data Transfer.
    case fit
}
