import Glibc
import LinuxPeripherals
import Peripherals
import Quantities
import SimulatedPeripherals
import SystemCalls
import Testing

@testable import harrier

/// An I²C bus whose far end is a ``ChipServer``: what the kernel and its adapter are between a driver and the server, without either. Requests
/// go through a socket that keeps them apart, as the device does, and the server's loop turns once for each.
final class ServedBus: I2CBus {
    let name = "/dev/i2c-1"
    let loop: EventLoop
    let server: ChipServer
    /// What the server said.
    let said = Said()
    /// The chips' clock.
    var now: MonotonicInstant {
        get { time.now }
        set { time.now = newValue }
    }

    private let time: Time
    private let kernelEnd: Int32
    private let serverEnd: Int32
    private var sequence: UInt32 = 0

    final class Said { var sentences: [String] = [] }
    private final class Time {
        var now: MonotonicInstant
        init(_ now: MonotonicInstant) { self.now = now }
    }

    init(_ parts: [SimulatedPart] = [.max30101, .lsm6dsox, .bmp390, .max17048], script: RunnerScript, isRealTime: Bool = false) throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
        (kernelEnd, serverEnd) = (ends[0], ends[1])
        loop = try EventLoop()
        let time = Time(script.monotonic), said = said
        self.time = time
        let adapter = SimulatedI2CAdapter(SimulatedWrist(parts, at: script.monotonic, seed: 3), following: script, seed: 3)
        let clock: () -> MonotonicInstant = isRealTime ? { MonotonicClock.now() } : { time.now }
        server = try ChipServer(serverEnd, name: "the device", answeredBy: adapter, on: loop, clock: clock) { said.sentences.append($0) }
    }

    deinit {
        server.close()
        if !isClosed { close(kernelEnd) }
        close(serverEnd)
    }

    private var isClosed = false
    /// The device goes away.
    func closeKernelEnd() {
        close(kernelEnd)
        isClosed = true
    }

    /// Sends a request's bytes as they are.
    func send(_ bytes: [UInt8]) { _ = write(kernelEnd, bytes, bytes.count) }

    /// A reply, if there is one.
    func receive() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = read(kernelEnd, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes[..<count])
    }

    /// Puts a request together as the adapter does.
    static func request(_ sequence: UInt32, _ address: UInt8, write: [UInt8], read: Int) -> [UInt8] {
        func low(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let writes = !write.isEmpty || read == 0, reads = read > 0
        var bytes = low(Int(sequence), 4) + low((writes ? 1 : 0) + (reads ? 1 : 0), 4)
        if writes { bytes += low(Int(address), 2) + low(0x200, 2) + low(write.count, 2) + [0, 0] }
        if reads { bytes += low(Int(address), 2) + low(0x201, 2) + low(read, 2) + [0, 0] }
        return bytes + write
    }

    func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError) {
        sequence += 1
        send(Self.request(sequence, address.value, write: Array(write), read: read.count))
        do { try loop.turn() } catch { throw BusError(code: EIO) }
        guard let reply = receive(), reply.count >= 8 else { throw BusError(code: ETIMEDOUT) }
        let words = [0, 4].map { place in (0..<4).reduce(UInt32(0)) { $0 | UInt32(reply[place + $1]) << UInt32(8 * $1) } }
        guard words[0] == sequence else { throw BusError(code: ESTALE) }
        let result = Int32(bitPattern: words[1])
        guard result >= 0 else { throw BusError(code: result) }
        guard reply.count == 8 + read.count else { throw BusError(code: EMSGSIZE) }
        for index in read.indices { read[index] = reply[8 + index] }
    }
}
