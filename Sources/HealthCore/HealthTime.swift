import Quantities

/// When an object was, or from when to when.
public enum HealthTime: Hashable, Sendable {
    /// It has no time: settings of old stores, tombstones.
    case none
    /// UTC, with the local offset of then.
    case utc(start: UTCInstant, end: UTCInstant, zone: ZoneOffset)
    /// On the clock of one boot, while UTC is not known.
    case boot(BootID, start: MonotonicInstant, end: MonotonicInstant)

    /// UTC at the start; nil if it is not known.
    public var start: UTCInstant? { if case .utc(let start, _, _) = self { start } else { nil } }
    /// UTC at the end; nil if it is not known.
    public var end: UTCInstant? { if case .utc(_, let end, _) = self { end } else { nil } }

    /// The same stretch in UTC, once its boot has learned it.
    public func dated(_ offset: UTCOffset, zone: ZoneOffset) -> HealthTime {
        guard case .boot(_, let start, let end) = self else { return self }
        return .utc(start: offset.utc(at: start), end: offset.utc(at: end), zone: zone)
    }
}
