import CHarrierLinux
import Glibc

/// One numeric internet address with its port, as the kernel takes it.
struct SocketAddress: Hashable, Sendable {
    /// `AF_INET` or `AF_INET6`.
    var family: Int32
    /// A `sockaddr_in` or `sockaddr_in6`.
    var bytes: [UInt8]

    /// True for this machine's own addresses: 127.0.0.0/8, ::1, and the former written as IPv6.
    var isLoopback: Bool {
        switch family {
        case AF_INET: return bytes.count >= 8 && bytes[4] == 127
        case AF_INET6:
            guard bytes.count >= 24 else { return false }
            let address = bytes[8..<24]
            let isMapped = address.prefix(10).allSatisfy { $0 == 0 } && address.dropFirst(10).prefix(2).allSatisfy { $0 == 0xFF }
            return isMapped ? address.dropFirst(12).first == 127 : address.dropLast().allSatisfy { $0 == 0 } && address.last == 1
        default: return false
        }
    }
}

/// What looking a host name up has brought.
enum HostLookUp: Hashable, Sendable {
    /// No answer yet.
    case pending
    /// Its addresses in the order to try, at least one.
    case found([SocketAddress])
    /// None: an `EAI_…` of getaddrinfo(3), and the errno if that is `EAI_SYSTEM`.
    case failed(status: Int32, error: Int32)

    /// Reads a number such as `127.0.0.1` or `fe80::1%wlan0`, without asking anybody.
    static func number(_ host: String, port: UInt16) -> [SocketAddress] {
        var result = harrier_lookup()
        harrier_lookup_now(host, port, 1, &result)
        guard case .found(let addresses) = HostLookUp(&result) else { return [] }
        return addresses
    }

    /// The shim's answer.
    init(_ result: inout harrier_lookup) {
        guard result.status == 0, result.count > 0 else {
            self = .failed(status: result.status, error: result.error)
            return
        }
        let count = Int(result.count)
        self = .found(
            withUnsafeBytes(of: &result.addresses) { memory in
                memory.bindMemory(to: harrier_address.self).prefix(count).map { address in
                    SocketAddress(
                        family: address.family, bytes: withUnsafeBytes(of: address.bytes) { Array($0.prefix(Int(address.length))) })
                }
            })
    }

    /// Why there is no answer, in the system's words.
    static func reason(status: Int32, error: Int32) -> String {
        let words = status == EAI_SYSTEM ? strerror(error).map { UnsafePointer($0) } : gai_strerror(status)
        return words.map { String(cString: $0) } ?? "error \(status)"
    }
}
