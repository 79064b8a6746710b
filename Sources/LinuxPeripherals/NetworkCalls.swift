import CHarrierLinux
import Glibc

/// The calls by which a ``GPSDClient`` finds and reaches its daemon, so that tests can fail any of them. None of them blocks. Where a
/// number is returned, a negative one is an errno.
struct NetworkCalls {
    /// A stream socket of a family that does not block: its descriptor.
    var openSocket: (_ family: Int32) -> Int32
    /// Begins to connect: 0, or `-EINPROGRESS` while it is being connected.
    var connect: (_ descriptor: Int32, _ address: SocketAddress) -> Int32
    /// Begins to look a name up: a descriptor that becomes readable when there is an answer.
    var startLookUp: (_ host: String, _ port: UInt16) -> Int32
    /// The answer.
    var takeLookUp: (_ descriptor: Int32) -> HostLookUp

    /// Linux's own.
    static var linux: NetworkCalls {
        NetworkCalls(
            openSocket: { family in
                let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
                return descriptor < 0 ? -errno : descriptor
            },
            connect: { descriptor, address in
                let status = address.bytes.withUnsafeBytes { bytes -> Int32 in
                    guard let base = bytes.bindMemory(to: sockaddr.self).baseAddress else { return -EINVAL }
                    return Glibc.connect(descriptor, base, socklen_t(bytes.count)) == 0 ? 0 : -errno
                }
                return status
            },
            startLookUp: { host, port in harrier_lookup_start(host, port) },
            takeLookUp: { descriptor in
                var result = harrier_lookup()
                switch harrier_lookup_take(descriptor, &result) {
                case 0: return HostLookUp(&result)
                case -EAGAIN: return .pending
                case let code: return .failed(status: EAI_SYSTEM, error: -code)
                }
            })
    }
}
