import Peripherals

/// Where gpsd listens: `127.0.0.1:2947`, `localhost`, `[::1]:2947`, `watch.local:2947`.
///
/// An address is only read here. A name is looked up when it is connected to, again at each attempt, so that a watch whose network comes
/// up later than itself finds it then (R-B11). Numbers and `localhost` are never looked up.
public struct GPSDAddress: Hashable, Sendable, CustomStringConvertible {
    /// gpsd's port (IANA).
    public static let standardPort: UInt16 = 2947
    /// RFC 1035, section 2.3.4.
    private static let longestName = 253

    /// The address as it was given.
    public let description: String
    /// The number or the name, without brackets.
    public let host: String
    /// The TCP port.
    public let port: UInt16
    /// The addresses of a number or of `localhost`, in the order to try; empty for a name, which must be looked up.
    let known: [SocketAddress]

    /// True if it is this machine for certain, which a gpsd is expected on and a network is not needed for.
    public var isLoopback: Bool { !known.isEmpty && known.allSatisfy(\.isLoopback) }

    /// Reads `HOST`, `HOST:PORT` or `[IPv6]:PORT`.
    /// - Throws: it is not written like an address. Whether there is such a host is not asked.
    public init(_ text: String) throws(PeripheralError) {
        guard let (host, port) = Self.split(text) else { throw Self.malformed(text) }
        // In the order of gpsd's own sockets: IPv6 may be switched off.
        let numbers: [String] = host.lowercased() == "localhost" ? ["127.0.0.1", "::1"] : [host]
        known = numbers.flatMap { HostLookUp.number($0, port: port) }
        guard !known.isEmpty || Self.isName(host) || Self.isOfLaterInterface(host, port: port) else { throw Self.malformed(text) }
        description = text
        self.host = host
        self.port = port
    }

    private static func malformed(_ text: String) -> PeripheralError {
        PeripheralError(
            part: "gpsd at \(text)", problem: "is not an address", advice: "write HOST:PORT, such as 127.0.0.1:2947 or [::1]:2947")
    }

    /// Letters, digits, hyphens and underscores between points.
    private static func isName(_ host: String) -> Bool {
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let whole = host.hasSuffix(".") ? labels.dropLast() : labels[...]
        return host.utf8.count <= longestName && !whole.isEmpty
            && whole.allSatisfy { label in
                1...63 ~= label.count
                    && label.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
                        default: false
                        }
                    }
            }
    }

    /// `fe80::1%wlan0` is a number only while there is a `wlan0`.
    private static func isOfLaterInterface(_ host: String, port: UInt16) -> Bool {
        guard let mark = host.firstIndex(of: "%"), host.index(after: mark) < host.endIndex else { return false }
        return !HostLookUp.number(String(host[..<mark]), port: port).isEmpty
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
        guard !host.isEmpty, !host.contains(where: \.isWhitespace), !host.utf8.contains(0) else { return nil }
        guard let port else { return (String(host), standardPort) }
        guard port.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = UInt16(port), number > 0 else { return nil }
        return (String(host), number)
    }
}
