import Glibc
import Peripherals
import Quantities
import SimulatedPeripherals
import Testing

/// A request in bytes, as the kernel's adapter writes it. Put together here, so that a mistake of the decoder is not made twice.
struct RequestBytes {
    var sequence: UInt32 = 1
    var count: UInt32?
    var reserved: UInt16 = 0
    /// Address, flags, length, bytes to write.
    var messages: [(address: UInt16, flags: UInt16, length: UInt16, bytes: [UInt8])] = []

    static func read(_ address: UInt16, _ length: UInt16) -> RequestBytes { RequestBytes(messages: [(address, 1, length, [])]) }
    static func write(_ address: UInt16, _ bytes: [UInt8]) -> RequestBytes {
        RequestBytes(messages: [(address, 0, UInt16(bytes.count), bytes)])
    }
    static func register(_ address: UInt16, _ register: UInt8, _ length: UInt16) -> RequestBytes {
        RequestBytes(messages: [(address, 0, 1, [register]), (address, 1, length, [])])
    }

    var encoded: [UInt8] {
        func low(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var bytes = low(sequence, 4) + low(count ?? UInt32(messages.count), 4)
        for message in messages { bytes += low(message.address, 2) + low(message.flags, 2) + low(message.length, 2) + low(reserved, 2) }
        for message in messages { bytes += message.bytes }
        return bytes
    }

    func decoded() throws -> I2CRequest { try encoded.withUnsafeBytes { try I2CRequest($0) } }
}

@Suite struct I2CRequestTests {
    private static func decode(_ bytes: [UInt8]) -> Result<I2CRequest, I2CRequestError> {
        bytes.withUnsafeBytes { raw in
            do throws(I2CRequestError) { return .success(try I2CRequest(raw)) } catch { return .failure(error) }
        }
    }

    @Test("A combined write and read is decoded from the bytes that the kernel gives")
    func combined() throws {
        let bytes: [UInt8] = [
            0x04, 0x03, 0x02, 0x01, 2, 0, 0, 0,
            0x57, 0, 0x00, 0x02, 1, 0, 0, 0,
            0x57, 0, 0x01, 0x02, 0xC0, 0, 0, 0,
            0x07,
        ]
        let request = try Self.decode(bytes).get()
        #expect(request.sequence == 0x0102_0304)
        #expect(request.messages.count == 2)
        #expect(request.messages[0].address == 0x57 && request.messages[0].flags == [.fitForDMA])
        #expect(request.messages[0].action == .write([0x07]))
        #expect(request.messages[1].flags == [.read, .fitForDMA])
        #expect(request.messages[1].action == .read(192))
    }

    @Test("Bytes of several writes go to their own messages, and empty messages are messages")
    func several() throws {
        var bytes = RequestBytes(sequence: .max)
        bytes.messages = [(0x6A, 0, 2, [1, 2]), (0x77, 1, 0, []), (0x36, 0, 0, []), (0x3C, 0, 3, [3, 4, 5])]
        let request = try bytes.decoded()
        #expect(request.sequence == .max)
        #expect(request.messages.map(\.action) == [.write([1, 2]), .read(0), .write([]), .write([3, 4, 5])])
        #expect(request.messages.map(\.address) == [0x6A, 0x77, 0x36, 0x3C])
    }

    @Test("The longest request there may be is decoded, and one byte more is refused")
    func longest() throws {
        var bytes = RequestBytes()
        let full = [UInt8](repeating: 0xA5, count: I2CRequest.maximumLength)
        bytes.messages = Array(repeating: (0x3C, 0, 8192, full), count: 7)
        #expect(try bytes.decoded().messages.count == 7)
        bytes.messages += [(0x3C, 0, 8192, full)]
        #expect(Self.decode(bytes.encoded) == .failure(I2CRequestError(sequence: 1, reason: .tooLong)))
        bytes.messages = Array(repeating: (0x3C, 1, 8192, []), count: 42)
        #expect(try bytes.decoded().messages.count == 42)
    }

    @Test("Every cut of a request is refused, with its sequence number once that is there")
    func truncation() {
        var bytes = RequestBytes(sequence: 7)
        bytes.messages = [(0x57, 0, 1, [7]), (0x57, 1, 6, []), (0x6A, 0, 3, [1, 2, 3])]
        let whole = bytes.encoded
        for length in 0..<whole.count {
            let expected = I2CRequestError(sequence: length < 4 ? nil : 7, reason: .truncated)
            #expect(Self.decode(Array(whole[..<length])) == .failure(expected), "\(length) bytes")
        }
        #expect(throws: Never.self) { try Self.decode(whole).get() }
        #expect(Self.decode(whole + [0]) == .failure(I2CRequestError(sequence: 7, reason: .surplus(1))))
    }

    @Test("A rule that is broken is named, and answered with EPROTO")
    func rules() {
        let cases: [(RequestBytes, I2CRequestError.Reason)] = [
            (RequestBytes(), .messageCount(0)),
            (RequestBytes(count: 43), .messageCount(43)),
            (RequestBytes(count: .max), .messageCount(.max)),
            (.read(0x57, 8193), .messageLength(8193)),
            (.read(0x57, .max), .messageLength(.max)),
            (RequestBytes(reserved: 1, messages: [(0x57, 1, 1, [])]), .reservedBits),
            (RequestBytes(messages: [(0x57, 0, 4, [1, 2, 3])]), .truncated),
            (RequestBytes(messages: [(0x57, 1, 4, [1])]), .surplus(1)),
        ]
        for (bytes, reason) in cases {
            let error = I2CRequestError(sequence: 1, reason: reason)
            #expect(Self.decode(bytes.encoded) == .failure(error), "\(reason)")
            #expect(error.reply?.encoded == [1, 0, 0, 0, 0xB9, 0xFF, 0xFF, 0xFF], "-71 is EPROTO")
            #expect(!error.description.isEmpty)
        }
        #expect(I2CRequestError(sequence: nil, reason: .truncated).reply == nil)
    }

    @Test("A reply is the sequence number, the number of messages and what was read, or a negative errno alone")
    func replies() throws {
        var request = try RequestBytes.register(0x57, 0xFE, 2).decoded()
        request.sequence = 0x0102_0304
        #expect(I2CReply(to: request, reading: [0x03, 0x15]).encoded == [4, 3, 2, 1, 2, 0, 0, 0, 0x03, 0x15])
        let codes: [(Int32, [UInt8])] = [
            (EREMOTEIO, [0x87, 0xFF, 0xFF, 0xFF]), (ENXIO, [0xFA, 0xFF, 0xFF, 0xFF]), (-ENXIO, [0xFA, 0xFF, 0xFF, 0xFF]),
            (.max, [1, 0, 0, 0x80]), (.min, [1, 0, 0, 0x80]),
        ]
        for (code, bytes) in codes {
            #expect(I2CReply(to: 9, failing: BusError(code: code)).encoded == [9, 0, 0, 0] + bytes, "\(code)")
        }
    }

    @Test("100,000 random requests are decoded to what they say or refused, and those that are decoded are answered in full")
    func random() throws {
        var random = SeededRandom(seed: 20)
        let script = RunnerScript.everyday
        let adapter = SimulatedI2CAdapter(
            SimulatedWrist(SimulatedPart.allCases, at: script.monotonic, seed: 1), following: script, seed: 1)
        func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
        var now = script.monotonic, decoded = 0, refused = 0, carriedOut = 0
        for index in 0..<100_000 {
            var bytes = RequestBytes(sequence: UInt32(index))
            for _ in 0..<number(4) {
                let address = [0x57, 0x6A, 0x77, 0x36, 0x3C, 0x68, 0x20, 0x00, 0x7F][number(9)]
                let flags = UInt16(number(2)) | (number(20) == 0 ? UInt16(truncatingIfNeeded: random.next()) : 0)
                let length = number(50) == 0 ? number(9000) : number(20)
                let written = flags & 1 == 0 ? (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) } : []
                bytes.messages.append((UInt16(address), flags, UInt16(length), written))
            }
            var encoded = bytes.encoded
            switch number(4) {
            case 0: encoded.removeLast(number(encoded.count + 1))
            case 1:
                let place = number(encoded.count)
                encoded[place] = UInt8(truncatingIfNeeded: random.next())
            case 2: encoded += (0..<number(3)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            default: break
            }
            now = now + .milliseconds(number(3))
            guard case .success(let request) = Self.decode(encoded) else {
                refused += 1
                continue
            }
            decoded += 1
            let wanted = request.messages.reduce(0) { if case .read(let count) = $1.action { $0 + count } else { $0 } }
            guard case .reply(let reply) = adapter.answer(request, at: now), Self.again(request) == encoded,
                reply.sequence == request.sequence, reply.bytes.count == (reply.result >= 0 ? wanted : 0)
            else {
                Issue.record("request \(index): \(encoded)")
                continue
            }
            if reply.result >= 0 { carriedOut += 1 }
        }
        #expect(decoded > 20_000 && refused > 20_000 && carriedOut > 5000)
    }

    /// The bytes of a decoded request.
    private static func again(_ request: I2CRequest) -> [UInt8] {
        var bytes = RequestBytes(sequence: request.sequence)
        for message in request.messages {
            switch message.action {
            case .read(let count): bytes.messages.append((message.address, message.flags.rawValue, UInt16(count), []))
            case .write(let written): bytes.messages.append((message.address, message.flags.rawValue, UInt16(written.count), written))
            }
        }
        return bytes.encoded
    }
}
