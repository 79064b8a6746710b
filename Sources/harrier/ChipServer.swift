import Glibc
import LinuxPeripherals
import Peripherals
import Quantities
import SimulatedPeripherals
import SystemCalls

/// Carries requests and replies between a device and simulated chips, on an event loop: asleep until the kernel has a request.
///
/// A fault that holds the bus really holds it. The request gets no reply, so that the kernel's own time-out is what the driver under test
/// meets, as with SDA held low. If the hold ends while the adapter still waits, the transfer is carried out then and its reply comes late, as
/// with a chip that stretches the clock. If not, nothing is carried out, as nothing reached the chips: no FIFO gives up bytes for a transfer
/// that failed.
final class ChipServer {
    /// How it went.
    struct Tally: Hashable {
        /// Requests that were carried out.
        var carriedOut = 0
        /// Requests that ended with an errno.
        var refused = 0
        /// Requests that met a held bus.
        var held = 0
    }

    /// How long an adapter waits for a reply: a second, which is Linux's default for adapters (`i2c_register_adapter`).
    static let adapterPatience = Duration.seconds(1)
    /// An adapter makes no mistakes; what makes so many in a row is none.
    private static let mistakesToEnd = 8

    private let device: Int32
    private let name: String
    private let adapter: SimulatedI2CAdapter
    private let loop: EventLoop
    private let clock: () -> MonotonicInstant
    private let say: (String) -> Void
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: I2CRequest.maximumBytes, alignment: 8)
    private var timer: LoopTimer?
    /// A request that waits for the bus, since when, and whether it still does.
    private var waiting: (request: I2CRequest, since: MonotonicInstant)?
    private var mistakes = 0

    private(set) var tally = Tally()
    /// Why it ended by itself.
    private(set) var failure: CommandFailure?

    /// Begins to serve. The descriptor stays the caller's to close, after ``close()``.
    /// - Parameters:
    ///   - device: a descriptor that does not block; one read gives one request.
    ///   - clock: the chips' clock; `CLOCK_MONOTONIC` but in tests.
    ///   - say: is told in sentences what is wrong with requests and commands, and what commands did.
    init(
        _ device: Int32, name: String, answeredBy adapter: SimulatedI2CAdapter, on loop: EventLoop,
        clock: @escaping () -> MonotonicInstant = MonotonicClock.now, say: @escaping (String) -> Void
    ) throws(CommandFailure) {
        self.device = device
        self.name = name
        self.adapter = adapter
        self.loop = loop
        self.clock = clock
        self.say = say
        do {
            try loop.add(device, .readable) { [weak self] readiness, _ in self?.serve(readiness) }
        } catch {
            // Files and devices without requests cannot be waited for.
            throw ChipDevice.notSuch(name)
        }
        timer = loop.makeTimer { [weak self] _ in self?.tryAgain() }
    }

    deinit { buffer.deallocate() }

    /// Stops serving.
    func close() {
        loop.remove(device)
        if let timer { loop.remove(timer) }
        timer = nil
    }

    /// Obeys a line of commands.
    func obey(_ text: String) {
        do throws(BusFaultLineError) {
            guard let line = try BusFaultLine(text) else { return }
            guard line.delay == nil else { return say("`at` is for a file of commands: leave it out") }
            adapter.obey(line.command, at: clock())
            say("\(line.command)")
            tryAgain()
        } catch { say("\(error)") }
    }

    // MARK: - Requests

    private func serve(_ readiness: Readiness) {
        guard readiness.contains(.readable) else { return end("is gone") }
        let count = read(device, buffer.baseAddress, buffer.count)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return end(count == 0 ? "has no more requests" : "cannot be read (\(String(cString: strerror(errno))))")
        }
        let now = clock()
        // Whoever asks anew has given up waiting.
        waiting = nil
        timer?.setDeadline(nil)
        do throws(I2CRequestError) {
            let request = try I2CRequest(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            mistakes = 0
            answer(request, since: now, at: now)
        } catch {
            if mistakes == 0 { say("\(name) gave a request that breaks the rules: \(error)") }
            mistakes += 1
            if let reply = error.reply { write(reply) }
            if mistakes >= Self.mistakesToEnd {
                failure = ChipDevice.notSuch(name)
                loop.stop()
            }
        }
    }

    private func answer(_ request: I2CRequest, since: MonotonicInstant, at now: MonotonicInstant) {
        switch adapter.answer(request, at: now) {
        case .reply(let reply):
            if reply.result >= 0 { tally.carriedOut += 1 } else { tally.refused += 1 }
            write(reply)
        case .held(let until):
            if since == now { tally.held += 1 }
            waiting = (request, since)
            timer?.setDeadline(until)
        }
    }

    /// The bus may be free.
    private func tryAgain() {
        guard let (request, since) = waiting else { return }
        waiting = nil
        let now = clock()
        guard since.duration(to: now) < Self.adapterPatience else { return }
        answer(request, since: since, at: now)
    }

    private func write(_ reply: I2CReply) {
        let bytes = reply.encoded
        while Glibc.write(device, bytes, bytes.count) < 0 {
            switch errno {
            case EINTR: continue
            // The adapter has given up on this request. It will do with the next one.
            case ESTALE, EAGAIN: return
            default: return end("takes no reply (\(String(cString: strerror(errno))))")
            }
        }
    }

    private func end(_ problem: String) {
        failure = CommandFailure("\(name) \(problem): the chips are switched off")
        loop.stop()
    }
}
