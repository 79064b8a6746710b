import Glibc

/// A listening TCP socket on a port of the loopback that the kernel chose.
public final class ListeningSocket {
    /// The socket; non-blocking.
    public let descriptor: Int32
    /// The port.
    public let port: UInt16

    /// nil if the kernel gives none.
    public init?() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
            guard let base = bytes.bindMemory(to: sockaddr.self).baseAddress else { return -1 }
            guard bind(descriptor, base, size) == 0, listen(descriptor, 8) == 0 else { return -1 }
            return getsockname(descriptor, base, &size)
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        guard status == 0 else { return nil }
    }

    deinit { close(descriptor) }
}
