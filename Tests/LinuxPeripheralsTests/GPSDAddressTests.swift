import Peripherals
import Testing

@testable import LinuxPeripherals

@Suite("Addresses of gpsd") struct GPSDAddressTests {
    /// Text, host, port, how many addresses are known without a look-up, and whether they are this machine's.
    static let good: [(String, String, UInt16, Int, Bool)] = [
        ("127.0.0.1", "127.0.0.1", 2947, 1, true), ("127.1.2.3:1", "127.1.2.3", 1, 1, true),
        ("192.168.1.20:2947", "192.168.1.20", 2947, 1, false),
        ("[::1]:2947", "::1", 2947, 1, true), ("[::1]", "::1", 2947, 1, true), ("::1", "::1", 2947, 1, true),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1", 2947, 1, true), ("[fe80::2]:7", "fe80::2", 7, 1, false),
        ("localhost:1", "localhost", 1, 2, true), ("LOCALHOST", "LOCALHOST", 2947, 2, true),
        ("watch.local:2947", "watch.local", 2947, 0, false), ("pi", "pi", 2947, 0, false),
        ("a_b-c.example.", "a_b-c.example.", 2947, 0, false),
        ("[fe80::1%harrier9]:2947", "fe80::1%harrier9", 2947, 0, false),
    ]

    @Test("R-B11: an address is read without looking anything up", arguments: good)
    func read(text: String, host: String, port: UInt16, known: Int, isLoopback: Bool) throws {
        let address = try GPSDAddress(text)
        #expect(address.description == text && address.host == host && address.port == port)
        #expect(address.known.count == known)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(
        "What is not written like an address is refused at once, with a reason",
        arguments: [
            "", ":2947", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:x", "[::1", "a b", "a..b", ".", "a/b", "tcp://pi",
            "1:2:3",
            "[pi%wlan0]", "fe80::1%", "pi\0", "\u{FC}hr.local", "[::1]x",
        ])
    func refused(text: String) {
        #expect(
            throws: PeripheralError(
                part: "gpsd at \(text)", problem: "is not an address", advice: "write HOST:PORT, such as 127.0.0.1:2947 or [::1]:2947")
        ) { try GPSDAddress(text) }
    }

    @Test(
        "A name's label has at most 63 characters, a name 253", arguments: [(63, 1, true), (64, 1, false), (50, 4, true), (50, 5, false)])
    func lengths(label: Int, labels: Int, isGood: Bool) {
        let name = Array(repeating: String(repeating: "a", count: label), count: labels).joined(separator: ".")
        #expect(((try? GPSDAddress(name)) != nil) == isGood)
    }
}
