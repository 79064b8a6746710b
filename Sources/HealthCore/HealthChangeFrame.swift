import Quantities

/// Some changes that belong together as bytes, for a local socket: whoever takes them stores all or none.
///
/// A mark, the number of this form, how many changes there are, and the changes one after the other, little-endian: kind, 1 for a tombstone,
/// version, origin, time, name and value, the last two with their lengths before them. Reading is total: any bytes are a frame or a
/// ``Fault``.
public struct HealthChangeFrame: Hashable, Sendable {
    /// The changes, 1 to ``mostChanges``, all within their bounds.
    public let changes: [HealthChange]

    /// So many changes fit at most: a list of goals that takes the place of another.
    public static let mostChanges = 256
    /// No frame is longer: a datagram of a Unix socket takes it whole (the kernel's default is 208 KiB).
    public static let mostBytes = 64 << 10
    /// What a frame begins with; no line of text does.
    public static let mark: UInt8 = 0x89
    private static let form: UInt8 = 1
    /// A change without its name and value: kind, tombstone, version, origin, the longest time, both lengths.
    private static let mostBytesAround = 1 + 1 + 4 + 16 + 33 + 1 + 2

    /// Why changes, or bytes, are no frame.
    public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// There is no change.
        case empty
        /// There are more changes than ``HealthChangeFrame/mostChanges``, or they have more bytes than ``HealthChangeFrame/mostBytes``.
        case tooMuch
        /// A change, counted from 1, breaks the bounds of its name, version or value.
        case outOfBounds(Int)
        /// A change, counted from 1, is not whole or says what cannot be; 0 for what comes before the first.
        case malformed(Int)

        /// A sentence.
        public var description: String {
            switch self {
            case .empty: "there is no change in it"
            case .tooMuch: "it is too much at once: \(mostChanges) changes and \(mostBytes) bytes at most"
            case .outOfBounds(let number): "change \(number) breaks the bounds of its name, version or value"
            case .malformed(let number): "change \(number) is malformed"
            }
        }
    }

    /// A frame of changes.
    public init(_ changes: [HealthChange]) throws(Fault) {
        guard !changes.isEmpty else { throw .empty }
        guard changes.count <= Self.mostChanges else { throw .tooMuch }
        if let index = changes.firstIndex(where: { !$0.isWithinBounds }) { throw .outOfBounds(index + 1) }
        self.changes = changes
        guard bytes.count <= Self.mostBytes else { throw .tooMuch }
    }

    /// Reads a frame.
    public init(bytes: UnsafeRawBufferPointer) throws(Fault) {
        guard bytes.count <= Self.mostBytes else { throw .tooMuch }
        var reader = ByteReader(bytes)
        guard reader.take() as UInt8 == Self.mark, reader.take() as UInt8 == Self.form else { throw .malformed(0) }
        let count = Int(reader.take() as UInt16)
        guard count > 0 else { throw .empty }
        guard count <= Self.mostChanges else { throw .tooMuch }
        var changes: [HealthChange] = []
        changes.reserveCapacity(count)
        for number in 1...count {
            guard let change = HealthChange(from: &reader) else { throw .malformed(number) }
            guard change.isWithinBounds else { throw .outOfBounds(number) }
            changes.append(change)
        }
        guard reader.isWhole else { throw .malformed(count) }
        self.changes = changes
    }

    /// The bytes that ``init(bytes:)`` reads.
    public var bytes: [UInt8] {
        let room = 4 + changes.count * (Self.mostBytesAround + HealthID.mostBytes + HealthValue.mostBytes)
        return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            var writer = ByteWriter(UnsafeMutableRawBufferPointer(buffer))
            writer.put(Self.mark)
            writer.put(Self.form)
            writer.put(UInt16(clamping: changes.count))
            for change in changes { change.write(to: &writer) }
            count = writer.count
        }
    }
}

extension HealthChange {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.put(kind.rawValue)
        writer.put(UInt8(isDeleted ? 1 : 0))
        writer.put(version)
        writer.put(origin.high)
        writer.put(origin.low)
        time.write(to: &writer)
        writer.put(id)
        value.withBytes { bytes in
            writer.put(UInt16(clamping: bytes.count))
            for byte in bytes { writer.put(byte) }
        }
    }

    fileprivate init?(from reader: inout ByteReader) {
        let kind = HealthKind(rawValue: reader.take()), isDeleted: UInt8 = reader.take(), version: UInt32 = reader.take()
        let origin = HealthOrigin(high: reader.take(), low: reader.take())
        guard isDeleted < 2, let time = HealthTime(from: &reader), let id = reader.takeID(),
            let bytes = reader.takeBytes(Int(reader.take() as UInt16)), let value = HealthValue(bytes: bytes)
        else { return nil }
        guard isDeleted == 1 else {
            self.init(kind: kind, id: id, version: version, origin: origin, time: time, value: value)
            return
        }
        guard time == .none, value == .none else { return nil }
        self.init(deleting: kind, id: id, version: version, origin: origin)
    }
}

extension HealthTime {
    private enum Form { static let none: UInt8 = 0, utc: UInt8 = 1, boot: UInt8 = 2 }

    fileprivate func write(to writer: inout ByteWriter) {
        switch self {
        case .none: writer.put(Form.none)
        case .utc(let start, let end, let zone):
            writer.put(Form.utc)
            writer.put(start.milliseconds)
            writer.put(end.milliseconds)
            writer.put(zone.seconds)
        case .boot(let boot, let start, let end):
            writer.put(Form.boot)
            writer.put(boot.high)
            writer.put(boot.low)
            writer.put(start.nanoseconds)
            writer.put(end.nanoseconds)
        }
    }

    fileprivate init?(from reader: inout ByteReader) {
        switch reader.take() as UInt8 {
        case Form.none: self = .none
        case Form.utc:
            self = .utc(
                start: UTCInstant(milliseconds: reader.take()), end: UTCInstant(milliseconds: reader.take()),
                zone: ZoneOffset(seconds: reader.take()))
        case Form.boot:
            self = .boot(
                BootID(high: reader.take(), low: reader.take()), start: MonotonicInstant(nanoseconds: reader.take()),
                end: MonotonicInstant(nanoseconds: reader.take()))
        default: return nil
        }
    }
}
