import Glibc
import Peripherals
import Quantities

/// Simulated chips as the far end of a kernel's I²C adapter: requests in, replies out, faults by command. The runner who wears the chips
/// goes on by himself, second by second.
///
/// It owns no clock and no descriptor: whoever owns it says what time it is, and carries the bytes.
public final class SimulatedI2CAdapter {
    /// What becomes of a request.
    public enum Answer: Hashable, Sendable {
        /// It is answered so.
        case reply(I2CReply)
        /// The bus is held: no answer yet. Ask again at the instant, or (nil) after the next command.
        case held(until: MonotonicInstant?)
    }

    /// The chips, their bus, and who wears them.
    public let wrist: SimulatedWrist

    private var runner: SimulatedRunner
    private var second: SimulatedSecond
    /// Commands that wait for their time, the next one first.
    private var waiting: ArraySlice<(at: MonotonicInstant, command: BusFaultCommand)>
    private var refusals: [UInt8: Int] = [:]
    private var stall: Duration?
    private var stalledUntil = MonotonicInstant(nanoseconds: .min)

    /// What is older than this is in no FIFO any more, so that nobody misses it.
    private static let longestCatchUp = Duration.seconds(60)

    /// Chips that are switched on when the script begins.
    /// - Parameter lines: commands of a file; those without a time are obeyed as the script begins.
    public init(_ wrist: SimulatedWrist, following script: RunnerScript, seed: UInt64, faults lines: [BusFaultLine] = []) {
        self.wrist = wrist
        runner = SimulatedRunner(script: script, seed: seed)
        second = runner.next()
        let timed = lines.map { (at: script.monotonic.advanced(by: $0.delay ?? .zero), command: $0.command) }
        // Equal times keep their order.
        waiting = timed.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)[...]
    }

    /// Carries a request out at an instant, unless the bus is held.
    public func answer(_ request: I2CRequest, at now: MonotonicInstant) -> Answer {
        advance(to: now)
        if let time = stall {
            stalledUntil = now.advanced(by: time)
            stall = nil
        }
        if now < stalledUntil { return .held(until: stalledUntil) }
        for message in request.messages {
            guard let address = UInt8(exactly: message.address), wrist.bus.faults.fault(at: address, now: now) == .held else { continue }
            return .held(until: waiting.first?.at)
        }
        do throws(BusError) {
            return .reply(I2CReply(to: request, reading: try carryOut(request.messages)))
        } catch {
            return .reply(I2CReply(to: request.sequence, failing: error))
        }
    }

    // MARK: - Transfers

    /// A write and a read of one chip that follow each other are one combined transfer; everything else is a transfer by itself.
    private func carryOut(_ messages: [I2CRequest.Message]) throws(BusError) -> [UInt8] {
        for message in messages { try check(message) }
        var answers: [UInt8] = []
        var index = 0
        while index < messages.count {
            let message = messages[index]
            index += 1
            switch message.action {
            case .read(let count): answers += try transfer(message.address, writing: [], reading: count)
            case .write(let bytes):
                guard index < messages.count, messages[index].address == message.address, case .read(let count) = messages[index].action
                else {
                    _ = try transfer(message.address, writing: bytes, reading: 0)
                    continue
                }
                index += 1
                answers += try transfer(message.address, writing: bytes, reading: count)
            }
        }
        return answers
    }

    /// Nothing is carried out of a request with a message that this bus does not know. Codes: Linux, Documentation/i2c/fault-codes.rst.
    private func check(_ message: I2CRequest.Message) throws(BusError) {
        let known: I2CMessageFlags = [.read, .fitForDMA]
        guard message.flags.isSubset(of: known) else { throw BusError(code: EOPNOTSUPP) }
        guard message.address <= 0x7F else { throw BusError(code: EINVAL) }
    }

    private func transfer(_ address: UInt16, writing bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        // Nobody may live at a reserved address, so nobody answers there.
        guard let address = UInt8(exactly: address).flatMap(I2CAddress.init) else { throw BusError(code: ENXIO) }
        if let left = refusals[address.value], left > 0 {
            refusals[address.value] = left - 1
            throw BusError(code: EREMOTEIO)
        }
        var read = [UInt8](repeating: 0, count: count)
        var failure: BusError?
        bytes.withUnsafeBytes { written in
            read.withUnsafeMutableBytes { read in
                do throws(BusError) { try wrist.bus.transfer(address, write: written, read: read) } catch { failure = error }
            }
        }
        if let failure { throw failure }
        return read
    }

    // MARK: - Faults

    /// Obeys a command at an instant.
    public func obey(_ command: BusFaultCommand, at now: MonotonicInstant) {
        advance(to: now)
        carryOut(command, at: now)
    }

    private func carryOut(_ command: BusFaultCommand, at now: MonotonicInstant) {
        // Until now the chips measured as they were.
        wrist.bus.advance(to: now)
        switch command {
        case .refuse(let address, let times): refusals[address.value] = times
        case .begin(let fault, let address):
            endFaults(at: address)
            wrist.bus.faults.entries.append(.init(fault, at: address.value, from: now, to: MonotonicInstant(nanoseconds: .max)))
        case .reset(let address):
            let kept = wrist.bus.faults
            wrist.bus.faults.entries.append(.init(.absent, at: address.value, from: now, to: MonotonicInstant(nanoseconds: .max)))
            wrist.bus.advance(to: now)
            wrist.bus.faults = kept
        case .end(let address):
            endFaults(at: address)
            refusals[address.value] = nil
        case .stall(let time): stall = time
        }
        // A chip without power must be seen without it, even if nobody talks to it meanwhile.
        wrist.bus.advance(to: now)
    }

    private func endFaults(at address: I2CAddress) { wrist.bus.faults.entries.removeAll { $0.address == address.value } }

    // MARK: - Time

    /// Lets the runner's seconds and the commands of the file happen, in their order.
    private func advance(to now: MonotonicInstant) {
        while true {
            if let next = waiting.first, next.at <= now, next.at <= second.at {
                waiting.removeFirst()
                carryOut(next.command, at: next.at)
            } else if second.at <= now {
                if second.at.advanced(by: Self.longestCatchUp) > now { wrist.feed(second) }
                second = runner.next()
            } else {
                break
            }
        }
        wrist.bus.now = max(wrist.bus.now, now)
    }
}
