import Glibc
import Peripherals

/// Where gpsd listens: `127.0.0.1:2947`, `localhost`, `[::1]:2947`, `watch.local:2947`.
public struct GPSDAddress: Hashable, Sendable, CustomStringConvertible {
    /// gpsd's port (IANA).
    public static let standardPort: UInt16 = 2947

    /// The address as it was given.
    public let description: String
    /// What the name stands for, in the order to try: socket addresses as the kernel takes them.
    let candidates: [SocketAddress]

    /// One numeric address.
    struct SocketAddress: Hashable, Sendable {
        var family: Int32
        var bytes: [UInt8]
    }

    /// Reads `HOST`, `HOST:PORT` or `[IPv6]:PORT`. A name is looked up here and now, which may take seconds: make addresses before the
    /// event loop runs. The watch itself uses a number, where nothing is looked up.
    public init(_ text: String) throws(PeripheralError) {
        guard let (host, port) = Self.split(text) else {
            throw PeripheralError(
                part: "gpsd at \(text)", problem: "is not an address", advice: "write HOST:PORT, such as 127.0.0.1:2947 or [::1]:2947")
        }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard status == 0 else {
            throw PeripheralError(
                part: "gpsd at \(text)", problem: "could not be looked up (\(String(cString: gai_strerror(status))))",
                advice: "check the name, or give a number")
        }
        var found: [SocketAddress] = []
        var entry = list
        while let info = entry?.pointee {
            if let address = info.ai_addr {
                let bytes = [UInt8](UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
                found.append(SocketAddress(family: info.ai_family, bytes: bytes))
            }
            entry = info.ai_next
        }
        description = text
        candidates = found
    }

    private static func split(_ text: String) -> (host: String, port: UInt16)? {
        var host = text[...]
        var port: Substring?
        if text.hasPrefix("["), let close = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<close]
            let rest = text[text.index(after: close)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        guard !host.isEmpty, !host.contains(where: \.isWhitespace) else { return nil }
        guard let port else { return (String(host), standardPort) }
        guard port.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = UInt16(port), number > 0 else { return nil }
        return (String(host), number)
    }
}
