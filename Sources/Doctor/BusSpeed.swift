import Glibc
import JSONText
import Quantities

/// How fast an I²C bus is: by the device tree, and by the time that transfers took.
struct BusSpeed {
    /// Hertz. What the watch's buses should run at: at a Pi's usual 100 kHz a frame of an SSD1306 takes 0.1 s, and so the bus a tenth of the
    /// time.
    static let wanted: UInt32 = 400_000
    /// A shorter transfer says more about the kernel than about the bus.
    private static let leastBytes = 32

    /// Hertz, as the device tree says; nil where none does.
    var declared: UInt32?
    /// The longest transfer; nil if there was none worth telling.
    var measured: TimedBus.Timing?

    init(declared: UInt32?, measured: TimedBus.Timing?) {
        self.declared = declared
        self.measured = measured.flatMap { $0.bytes >= Self.leastBytes && $0.time > .zero ? $0 : nil }
    }

    /// True if it is known to be slower than it should be.
    var isSlow: Bool { declared.map { $0 < Self.wanted } ?? false }

    /// What is known, for the end of a sentence; empty if nothing is.
    var texts: [String] {
        var texts: [String] = []
        if let declared { texts.append("\(declared / 1000) kHz by the device tree") }
        if let measured { texts.append("\(measured.bytes) bytes took about \(decimal(measured.time.inSeconds * 1000, 1)) ms") }
        return texts
    }

    var values: JSONObject {
        var values = JSONObject()
        if let declared { values["clock_hz"] = .integer(Int64(declared)) }
        if let measured {
            values["transfer_bytes"] = .integer(Int64(measured.bytes))
            values["transfer_s"] = .number(measured.time.inSeconds)
        }
        return values
    }

    /// The clock that the device tree gives the adapter of a node, in hertz (Linux, Documentation/devicetree/bindings/i2c: the property
    /// `clock-frequency`, a big-endian number of four bytes). Nil where the tree says nothing, as on a computer.
    static func declared(of node: String, root: String = "/sys/class/i2c-adapter") -> UInt32? {
        guard let name = resolved(node).split(separator: "/").last else { return nil }
        let descriptor = open("\(root)/\(name)/of_node/clock-frequency", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 5)
        guard read(descriptor, &bytes, bytes.count) == 4 else { return nil }
        let hertz = bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) }
        return hertz > 0 ? hertz : nil
    }

    /// The node that a link means.
    private static func resolved(_ node: String) -> String {
        guard let path = realpath(node, nil) else { return node }
        defer { free(path) }
        return String(cString: path)
    }
}
