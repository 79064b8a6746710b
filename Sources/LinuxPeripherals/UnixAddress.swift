import Glibc
import Peripherals

/// The address of a Unix socket.
struct UnixAddress {
    private var address = sockaddr_un()
    private var size = socklen_t(MemoryLayout<sa_family_t>.size)

    /// An address that the kernel chooses, for a client that wants an answer.
    static let unnamed = UnixAddress()

    private init() { address.sun_family = sa_family_t(AF_UNIX) }

    /// The address of a file; the kernel takes at most 107 bytes.
    init(_ path: String) throws(PeripheralError) {
        self.init()
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else {
            throw PeripheralError(
                part: "The control socket \(path)", problem: "has a path that is too long or empty",
                advice: "use a data folder whose path is at most \(room - 9) bytes long")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        size = socklen_t(MemoryLayout<sockaddr_un>.size)
    }

    /// Calls `bind` or `connect` with the address.
    func use(_ descriptor: Int32, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafeBytes(of: address) { bytes in
            guard let base = bytes.bindMemory(to: sockaddr.self).baseAddress else { return -1 }
            return call(descriptor, base, size)
        }
    }
}
