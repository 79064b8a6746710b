import Glibc
import Peripherals

/// One transfer that an I²C adapter of the kernel asks a program to carry out, because its bus ends in that program.
///
/// The adapter's character device gives one request a read, in the byte order of the machine, which on every Raspberry Pi and PC is little
/// endian:
///
///     u32 sequence, u32 number of messages
///     for each message: u16 address, u16 flags, u16 length, u16 0
///     the bytes of all messages that write, one after another
///
/// and takes one ``I2CReply`` a write. Nothing is believed: a request that breaks a rule is an ``I2CRequestError``, whatever its bytes.
public struct I2CRequest: Hashable, Sendable {
    /// One message: from a start or repeated start to the next.
    public struct Message: Hashable, Sendable {
        /// What is done.
        public enum Action: Hashable, Sendable {
            /// These bytes are written; none is a look whether somebody acknowledges.
            case write([UInt8])
            /// So many bytes are read.
            case read(Int)
        }

        /// The address: seven bits, or ten with ``I2CMessageFlags/tenBits``.
        public var address: UInt16
        /// The flags.
        public var flags: I2CMessageFlags
        /// What is done.
        public var action: Action
    }

    /// What one call of `I2C_RDWR` may hold (`I2C_RDWR_IOCTL_MAX_MSGS` in uapi/linux/i2c-dev.h).
    public static let maximumMessages = 42
    /// The longest message of `I2C_RDWR` (drivers/i2c/i2c-dev.c).
    public static let maximumLength = 8192
    /// The longest request, in bytes.
    public static let maximumBytes = 65_536

    private static let headerLength = 8, messageLength = 8

    /// Which request it is; its reply bears the same.
    public var sequence: UInt32
    /// The messages in their order, 1...42.
    public var messages: [Message]

    /// Decodes what one read of the device gave.
    public init(_ bytes: UnsafeRawBufferPointer) throws(I2CRequestError) {
        guard let sequence = Self.word(bytes, 0) else { throw I2CRequestError(sequence: nil, reason: .truncated) }
        func failure(_ reason: I2CRequestError.Reason) -> I2CRequestError { I2CRequestError(sequence: sequence, reason: reason) }
        guard bytes.count <= Self.maximumBytes else { throw failure(.tooLong) }
        guard let count = Self.word(bytes, 4) else { throw failure(.truncated) }
        guard 1...UInt32(Self.maximumMessages) ~= count else { throw failure(.messageCount(count)) }
        var messages: [Message] = []
        var place = Self.headerLength + Int(count) * Self.messageLength
        for index in 0..<Int(count) {
            let head = Self.headerLength + index * Self.messageLength
            guard let address = Self.half(bytes, head), let flags = Self.half(bytes, head + 2), let length = Self.half(bytes, head + 4),
                let reserved = Self.half(bytes, head + 6)
            else { throw failure(.truncated) }
            guard length <= Self.maximumLength else { throw failure(.messageLength(length)) }
            guard reserved == 0 else { throw failure(.reservedBits) }
            var message = Message(address: address, flags: I2CMessageFlags(rawValue: flags), action: .read(Int(length)))
            if !message.flags.contains(.read) {
                guard bytes.count - place >= Int(length) else { throw failure(.truncated) }
                message.action = .write(Array(bytes[place..<place + Int(length)]))
                place += Int(length)
            }
            messages.append(message)
        }
        guard place == bytes.count else { throw failure(.surplus(bytes.count - place)) }
        self.sequence = sequence
        self.messages = messages
    }

    private static func half(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt16? {
        guard place >= 0, bytes.count - place >= 2 else { return nil }
        return UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32? {
        guard let low = half(bytes, place), let high = half(bytes, place + 2) else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }
}

/// The flags of a message, as in uapi/linux/i2c.h.
public struct I2CMessageFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt16
    /// Wraps the bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// `I2C_M_RD`: bytes are read.
    public static let read = I2CMessageFlags(rawValue: 0x0001)
    /// `I2C_M_TEN`: the address has ten bits.
    public static let tenBits = I2CMessageFlags(rawValue: 0x0010)
    /// `I2C_M_DMA_SAFE`: says something about the kernel's own memory, and nothing about the bus.
    public static let fitForDMA = I2CMessageFlags(rawValue: 0x0200)
}

/// What a program answers to an ``I2CRequest``, in one write to the device:
///
///     u32 sequence, s32 number of messages carried out or a negative errno
///     if it was carried out: the bytes of all messages that read, one after another
public struct I2CReply: Hashable, Sendable {
    /// The request's.
    public var sequence: UInt32
    /// How many messages were carried out, or a negative errno.
    public var result: Int32
    /// What was read.
    public var bytes: [UInt8]

    /// A request was carried out.
    public init(to request: I2CRequest, reading bytes: [UInt8]) {
        sequence = request.sequence
        result = Int32(clamping: request.messages.count)
        self.bytes = bytes
    }

    /// A request was not carried out.
    public init(to sequence: UInt32, failing error: BusError) {
        self.sequence = sequence
        result = -error.code
        bytes = []
    }

    /// The bytes to write.
    public var encoded: [UInt8] {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(8 + bytes.count)
        for word in [sequence, UInt32(bitPattern: result)] {
            for shift: UInt32 in [0, 8, 16, 24] { encoded.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return encoded + bytes
    }
}

/// Why bytes are no ``I2CRequest``.
public struct I2CRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which rule they break.
    public enum Reason: Hashable, Sendable {
        /// They end too early.
        case truncated
        /// There are more of them than any request has.
        case tooLong
        /// No request has so many messages.
        case messageCount(UInt32)
        /// No message is so long.
        case messageLength(UInt16)
        /// Something stands where 0 must stand.
        case reservedBits
        /// So many bytes are left over.
        case surplus(Int)
    }

    /// The request's sequence number, to answer it with ``reply``; nil if not even that can be read.
    public var sequence: UInt32?
    /// Which rule is broken.
    public var reason: Reason

    /// An error.
    public init(sequence: UInt32?, reason: Reason) {
        self.sequence = sequence
        self.reason = reason
    }

    /// What to answer: EPROTO, "the peripheral does not conform to the protocol" (Linux, Documentation/i2c/fault-codes.rst).
    public var reply: I2CReply? { sequence.map { I2CReply(to: $0, failing: BusError(code: EPROTO)) } }

    /// What is wrong, as the end of a sentence.
    public var description: String {
        switch reason {
        case .truncated: "it is cut off"
        case .tooLong: "it is longer than \(I2CRequest.maximumBytes) bytes"
        case .messageCount(let count): "it has \(count) messages, and not 1 to \(I2CRequest.maximumMessages)"
        case .messageLength(let length): "a message has \(length) bytes, and \(I2CRequest.maximumLength) at most are allowed"
        case .reservedBits: "something stands where 0 must stand"
        case .surplus(let count): "\(count) bytes are left over"
        }
    }
}
