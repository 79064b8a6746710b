import Quantities

/// One version of one object of the slow half: what is stored, exchanged and folded.
///
/// Quarter hours and runs lie in place and allocate nothing. The sequence number belongs to the store's row, not to this.
public struct HealthChange: Hashable, Sendable {
    /// What it is.
    public var kind: HealthKind
    /// Its name within the kind.
    public var id: HealthID
    /// 1 and up, one more with each edit.
    public var version: UInt32
    /// Who wrote this version.
    public var origin: HealthOrigin
    /// When it was.
    public var time: HealthTime
    /// True for a tombstone, which keeps id, version and origin only.
    public let isDeleted: Bool
    /// What it says.
    public var value: HealthValue

    /// A version of an object.
    public init(kind: HealthKind, id: HealthID, version: UInt32 = 1, origin: HealthOrigin, time: HealthTime = .none, value: HealthValue) {
        (self.kind, self.id, self.version, self.origin, self.time, self.value) = (kind, id, version, origin, time, value)
        isDeleted = false
    }

    /// The tombstone of an object.
    public init(deleting kind: HealthKind, id: HealthID, version: UInt32, origin: HealthOrigin) {
        (self.kind, self.id, self.version, self.origin) = (kind, id, version, origin)
        (time, value, isDeleted) = (.none, .none, true)
    }

    /// The last version that there can be.
    public static let lastVersion = UInt32(Int32.max)

    /// The number of the version after another; 1 if there is none. The last number there is stays.
    public static func version(after previous: HealthChange?) -> UInt32 {
        guard let version = previous?.version else { return 1 }
        return version < lastVersion ? version + 1 : lastVersion
    }

    /// The merge, for both sides of the cable: the greater version wins; equal or lower is nothing; an equal version with other content
    /// goes to the greater origin, and from one origin to the greater content. So any order, any repetition, any prefix and suffix ends
    /// in the same state. Asked of two versions of one object only.
    public func supersedes(_ other: HealthChange?) -> Bool {
        guard let other else { return true }
        if version != other.version { return version > other.version }
        if origin != other.origin { return origin > other.origin }
        return self != other && HealthContent.isGreater(self, than: other)
    }

    /// True if it keeps the bounds that every store holds: a name, a version, and a value that is not too long.
    public var isWithinBounds: Bool {
        guard id.count > 0, version > 0, version <= Self.lastVersion else { return false }
        return value.isWithinBounds
    }

    /// True if a book with this window holds a whole day or another quarter hour of a foreign name: it begins within it, or within the
    /// day before or after, because a day is named by its date at offset 0. A quarter hour of a watch has to begin within the window.
    public func reaches(_ window: Range<UTCInstant>) -> Bool {
        if let id = QuarterHourID(id), kind == .quarterHour { return !id.isDated || window.contains(QuarterHour(index: id.index).start) }
        guard let start = time.start else { return true }
        return window.lowerBound.advanced(by: .seconds(-86_400)) <= start && start < window.upperBound.advanced(by: .seconds(86_400))
    }
}
