import JSONReading

/// Values that several sections have.
extension BoardFile {
    static func path(_ text: String, key: String, in reader: ObjectReader) throws(BoardError) -> String {
        guard isDevice(text) else {
            throw reader.error(key, "\"\(printable(text))\" is no device", allowed: "a path below /dev/, or simulated")
        }
        return text
    }

    private static func isDevice(_ text: String) -> Bool {
        let steps = text.split(separator: "/", omittingEmptySubsequences: false)
        return text.hasPrefix("/dev/") && steps.dropFirst().allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    static func line(_ reader: ObjectReader) throws(BoardError) -> Board.Line {
        let chip = try gpioChip(reader)
        return Board.Line(chip: chip, offset: UInt32(truncatingIfNeeded: try reader.integer("line", in: 0...511)))
    }

    /// A GPIO chip by its device or by the kernel's label. The kernel keeps 31 bytes of a label; what is longer is found nowhere, and that is
    /// said when it is looked for.
    private static func gpioChip(_ reader: ObjectReader) throws(BoardError) -> String {
        let name = try reader.string("chip")
        if isDevice(name) { return name }
        guard name.utf8.count <= 64, name.utf8.allSatisfy(isLabelByte) else {
            throw reader.error(
                "chip", "\"\(printable(name))\" is no GPIO chip",
                allowed: "a path below /dev/, or a label as `gpiodetect` shows it, such as pinctrl-bcm2835")
        }
        return name
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "._:-".utf8.contains(byte)
    }

    /// The current of a consumer, if its file says one.
    static func current(of consumer: ObjectReader) throws(BoardError) -> Board.Current? {
        guard consumer.optional("current") != nil else { return nil }
        let current = try consumer.object("current", keys: ["milliamperes", "source"])
        return Board.Current(
            milliamperes: try current.number("milliamperes", in: 0...5000),
            source: try current.choice("source", of: Board.Current.Source.self))
    }

    static func folder(_ reader: ObjectReader) throws(BoardError) -> String {
        let folder = try reader.string("folder")
        let steps = folder.split(separator: "/", omittingEmptySubsequences: false)
        guard steps.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
            throw reader.error(
                "folder", "\"\(printable(folder))\" is no folder of the data", allowed: "a relative path without .., such as screen")
        }
        return folder
    }

    /// An address that the chip can have.
    static func address(in reader: ObjectReader, of chip: String, allowed: [Board.Address]) throws(BoardError) -> Board.Address {
        let words = allowed.map(\.description).joined(separator: ", ")
        let (value, text) = try addressValue(reader, allowed: words)
        guard let address = allowed.first(where: { $0.value == value }) else {
            throw reader.error("address", "\(chip) has no address \(text)", allowed: words)
        }
        return address
    }

    /// Any address.
    static func address(in reader: ObjectReader) throws(BoardError) -> Board.Address {
        let (value, text) = try addressValue(reader, allowed: "0x08 to 0x77")
        guard let address = Board.Address(value) else {
            throw reader.error("address", "\(text) is kept by the bus for itself", allowed: "0x08 to 0x77")
        }
        return address
    }

    private static func addressValue(_ reader: ObjectReader, allowed: String) throws(BoardError) -> (value: UInt8, text: String) {
        let text = try reader.string("address")
        guard text.utf8.count == 4, text.hasPrefix("0x"), let value = UInt8(text.dropFirst(2), radix: 16) else {
            throw reader.error("address", "\"\(printable(text))\" is no address", allowed: "\(allowed), written as a text")
        }
        return (value, text)
    }
}
