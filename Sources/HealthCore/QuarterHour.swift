import Quantities

/// A quarter of an hour of UTC, counted from 1970. Every zone's midnights of today lie between two of them.
public struct QuarterHour: Hashable, Comparable, Sendable {
    /// Its length.
    public static let length = Duration.minutes(15)
    static let milliseconds: Int64 = 900_000

    /// Its number; the first of 1970 is 0.
    public let index: Int64
    /// The quarter hour of a number.
    public init(index: Int64) { self.index = index }
    /// The quarter hour of an instant.
    public init(containing instant: UTCInstant) { index = instant.milliseconds.flooredQuotient(by: Self.milliseconds) }
    /// Its first instant.
    public var start: UTCInstant { UTCInstant(milliseconds: Self.start(of: index)) }
    /// The first instant after it.
    public var end: UTCInstant { start.advanced(by: Self.length) }
    /// Orders by time.
    public static func < (a: QuarterHour, b: QuarterHour) -> Bool { a.index < b.index }

    static func start(of index: Int64) -> Int64 {
        let (start, overflow) = index.multipliedReportingOverflow(by: milliseconds)
        return overflow ? (index < 0 ? .min : .max) : start
    }
}

/// The name of a quarter hour: who counted, in which boot and life of the program, and which quarter hour it is.
///
/// The life is in it so that two processes of one boot, or two boots, never write over one another: a quarter hour's total is the sum
/// over the boots and lives of one watch.
public struct QuarterHourID: Hashable, Comparable, Sendable {
    /// Serial number of the watch that counted.
    public var serial: UInt32
    /// The boot.
    public var boot: BootID
    /// When the counting began on the boot's clock, in milliseconds without their highest bits.
    public var life: UInt32
    /// True if ``index`` counts from 1970; false while UTC is not known, where it counts from the boot.
    public var isDated: Bool
    /// Which quarter hour.
    public var index: Int64

    private static let byteCount = 33

    /// A name.
    public init(serial: UInt32, boot: BootID, life: UInt32, isDated: Bool, index: Int64) {
        (self.serial, self.boot, self.life, self.isDated, self.index) = (serial, boot, life, isDated, index)
    }

    /// Reads an object's name; nil if it is not one of a watch's quarter hours.
    public init?(_ id: HealthID) {
        guard id.count == Self.byteCount, id[24] < 2 else { return nil }
        serial = UInt32(truncatingIfNeeded: id.number(at: 0, bytes: 4))
        boot = BootID(high: id.number(at: 4, bytes: 8), low: id.number(at: 12, bytes: 8))
        life = UInt32(truncatingIfNeeded: id.number(at: 20, bytes: 4))
        isDated = id[24] == 1
        index = Int64(bitPattern: id.number(at: 25, bytes: 8) ^ 1 << 63)
    }

    /// The object's name.
    public var id: HealthID {
        var id = Self.prefix(serial: serial, boot: boot)
        id.append(life)
        id.append(UInt8(isDated ? 1 : 0))
        id.append(UInt64(bitPattern: index) ^ 1 << 63)
        return id
    }

    /// What all names of one boot of a watch begin with; 20 bytes.
    public static func prefix(serial: UInt32, boot: BootID) -> HealthID {
        var id = HealthID()
        id.append(serial)
        id.append(boot.high)
        id.append(boot.low)
        return id
    }

    /// The order in which a book keeps them: undated first, then by quarter hour, then by watch.
    public static func < (a: QuarterHourID, b: QuarterHourID) -> Bool {
        if a.isDated != b.isDated { return b.isDated }
        if a.index != b.index { return a.index < b.index }
        if a.serial != b.serial { return a.serial < b.serial }
        return (a.boot.high, a.boot.low, a.life) < (b.boot.high, b.boot.low, b.life)
    }
}
