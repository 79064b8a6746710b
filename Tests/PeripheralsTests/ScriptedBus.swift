import Glibc
import Peripherals
import Testing

/// One transfer of a script: what the driver must write, and what it gets.
struct Exchange: Sendable {
    var write: [UInt8]
    var answer: [UInt8]
    var failure: Int32?

    /// The driver writes.
    static func write(_ bytes: UInt8...) -> Exchange { Exchange(write: bytes, answer: []) }
    /// The driver reads from a register on.
    static func read(_ register: UInt8, _ answer: UInt8...) -> Exchange { Exchange(write: [register], answer: answer) }
    /// The driver reads from a register on.
    static func read(_ register: UInt8, _ answer: [UInt8]) -> Exchange { Exchange(write: [register], answer: answer) }
    /// The transfer fails.
    func failing(_ code: Int32) -> Exchange { Exchange(write: write, answer: answer, failure: code) }
}

/// A bus that answers from a script and holds the driver to it: every transfer, in order, byte by byte.
final class ScriptedBus: I2CBus {
    let name = "/dev/i2c-1"
    let maximumTransfer: Int
    private let address: UInt8
    private var script: [Exchange]
    private var position = 0

    init(_ address: UInt8, maximumTransfer: Int = 8192, _ script: [Exchange] = []) {
        self.address = address
        self.maximumTransfer = maximumTransfer
        self.script = script
    }

    /// More of the script.
    func expect(_ exchanges: Exchange...) { script += exchanges }
    /// More of the script.
    func expect(_ exchanges: [Exchange]) { script += exchanges }
    /// True when the whole script has been played.
    var isDone: Bool { position == script.count }

    func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError) {
        guard position < script.count else {
            Issue.record("one transfer too many: \(Array(write)), \(read.count) bytes to read")
            throw BusError(code: EIO)
        }
        let expected = script[position]
        position += 1
        #expect(address.value == self.address)
        #expect(Array(write) == expected.write, "transfer \(position)")
        if let failure = expected.failure { throw BusError(code: failure) }
        #expect(read.count == expected.answer.count, "transfer \(position), \(expected.write)")
        for index in read.indices { read[index] = index < expected.answer.count ? expected.answer[index] : 0 }
    }
}

/// What a driver wrote to an SPI bus, message by message.
final class RecordingSPIBus: SPIBus {
    let name = "/dev/spidev0.0"
    let maximumTransfer: Int
    var messages: [[UInt8]] = []
    var failure: Int32?

    init(maximumTransfer: Int = 4096) { self.maximumTransfer = maximumTransfer }

    func write(_ bytes: UnsafeRawBufferPointer) throws(BusError) {
        if let failure { throw BusError(code: failure) }
        #expect(bytes.count <= maximumTransfer)
        messages.append(Array(bytes))
    }
}
