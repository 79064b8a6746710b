import Glibc

/// Why a transfer failed: the system's errno, and what it means on a bus (Linux, Documentation/i2c/fault-codes.rst).
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What an errno means for the runner.
    public enum Reason: Sendable {
        /// Nobody acknowledged: no such part, no power, or a broken wire.
        case notAcknowledged
        /// The bus is held: a wire is shorted, or a part keeps SDA or SCL low.
        case timedOut
        /// Another master had the bus, or the adapter was busy.
        case busy
        /// The adapter itself is gone or not enabled.
        case noBus
        /// The process may not use the device.
        case notPermitted
        /// The adapter cannot do such a transfer.
        case unsupported
        /// Anything else.
        case other
    }

    /// The errno, a positive number.
    public let code: Int32
    /// Wraps an errno of either sign.
    public init(code: Int32) { self.code = code < 0 ? (code == .min ? .max : -code) : code }

    /// What it means.
    public var reason: Reason {
        switch code {
        case EREMOTEIO, ENXIO: .notAcknowledged
        case ETIMEDOUT, ETIME: .timedOut
        case EAGAIN, EBUSY, EINTR: .busy
        case ENODEV, ENOENT, ESHUTDOWN, EBADF: .noBus
        case EACCES, EPERM: .notPermitted
        case EINVAL, EOPNOTSUPP, EMSGSIZE, ENOTTY, EPROTO: .unsupported
        default: .other
        }
    }

    /// The errno's name as in `errno.h`, or its number.
    public var symbol: String {
        switch code {
        case EREMOTEIO: "EREMOTEIO"
        case ENXIO: "ENXIO"
        case ETIMEDOUT: "ETIMEDOUT"
        case ETIME: "ETIME"
        case EAGAIN: "EAGAIN"
        case EBUSY: "EBUSY"
        case EINTR: "EINTR"
        case EIO: "EIO"
        case ENODEV: "ENODEV"
        case ENOENT: "ENOENT"
        case ESHUTDOWN: "ESHUTDOWN"
        case EBADF: "EBADF"
        case EACCES: "EACCES"
        case EPERM: "EPERM"
        case EINVAL: "EINVAL"
        case EOPNOTSUPP: "EOPNOTSUPP"
        case EMSGSIZE: "EMSGSIZE"
        case ENOTTY: "ENOTTY"
        case EPROTO: "EPROTO"
        case ENOMEM: "ENOMEM"
        default: "errno \(code)"
        }
    }

    /// What the bus did, for the middle of a sentence: `did not answer (EREMOTEIO)`.
    public var description: String {
        switch reason {
        case .notAcknowledged: "did not answer (\(symbol))"
        case .timedOut: "could not be reached, the bus is held (\(symbol))"
        case .busy: "could not be reached, the bus is busy (\(symbol))"
        case .noBus: "could not be reached, the bus is not there (\(symbol))"
        case .notPermitted: "may not be used (\(symbol))"
        case .unsupported: "cannot be used on this bus (\(symbol))"
        case .other: "could not be reached (\(symbol))"
        }
    }

    /// What the runner can do about it.
    public var advice: String {
        switch reason {
        case .notAcknowledged: "check its wires, its power and its address"
        case .timedOut: "look for a short circuit, or switch the watch off and on"
        case .busy: "nothing, if it does not last"
        case .noBus: "enable the bus in config.txt and check its name in the board file"
        case .notPermitted: "give the user access to the bus's device node"
        case .unsupported: "use a bus of the Raspberry Pi itself"
        case .other: "check its wires"
        }
    }
}
