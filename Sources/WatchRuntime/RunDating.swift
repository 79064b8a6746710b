import Quantities
import RunCore

/// A finished run whose time was learned after its end, to be dated in its log (R-B14).
public struct RunDating: Hashable, Sendable {
    /// The run.
    public var id: RunID
    /// UTC at its start.
    public var utcAtStart: UTCInstant
    /// Local time's offset then.
    public var zone: ZoneOffset
    /// A dating.
    public init(_ id: RunID, utcAtStart: UTCInstant, zone: ZoneOffset) { (self.id, self.utcAtStart, self.zone) = (id, utcAtStart, zone) }
}
