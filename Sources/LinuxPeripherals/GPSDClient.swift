import Glibc
import Peripherals
import Quantities
import SystemCalls

/// The watch's connection to gpsd, a source of ``GPSReport``s on the event loop.
///
/// gpsd may be absent, restart, have no receiver, fall silent, or be something hostile: the client says which (``GPSLink``), waits with
/// back-off, and goes on by itself (fault A26). Nothing here blocks the loop, and nothing is allocated for a report.
public final class GPSDClient {
    /// Times and sizes, settable for tests.
    public struct Limits: Sendable {
        /// The waits between attempts to connect.
        public var backOff = BackOff()
        /// How long a receiver may be silent before it is called so, and how long a connection or a greeting may take.
        public var silence = Duration.seconds(5)
        /// How much later than ``silence`` it may be noticed, so that the check costs no wake-up while reports come each second.
        public var tolerance = Duration.seconds(1)
        /// gpsd's longest response is 10,240 bytes (`GPS_JSON_RESPONSE_MAX`); a line longer than this is not from gpsd.
        public var longestLine = 16 << 10
        /// What may come within one ``silence``: a backlog of 45 s at 100 Hz was 1.9 MB. More is a flood.
        public var mostBytes = 4 << 20
        /// The limits the watch uses.
        public init() {}
    }

    /// The state of the way to the receiver.
    public private(set) var link = GPSLink.noDaemon
    /// The first receiver's driver by gpsd's name (`u-blox`, `NMEA0183`); nil while unknown.
    public var driver: String? { decoder.driver }
    /// Why there is no connection, for `harrier doctor`; nil while there is one.
    public private(set) var problem: PeripheralError?

    private enum State { case stopped, waiting, connecting, connected }

    private let address: GPSDAddress
    private let loop: EventLoop
    private let limits: Limits
    private let report: (GPSReport, MonotonicInstant) -> Void
    private let decoder: GPSDDecoder
    private let lines: LineBuffer
    private var timer: LoopTimer?
    private var state = State.stopped
    private var descriptor: Int32 = -1
    private var candidate = 0
    private var backOff: BackOff
    private var reportedLink: GPSLink?
    private var greeted = false
    private var lastReport = MonotonicInstant(nanoseconds: 0)
    private var bytesSinceCheck = 0
    private var askAgain: BackOff
    private var unanswered = 0

    /// Asks gpsd to stream reports. It also makes gpsd open its receivers again, and answer with the list of them.
    private static let watch: StaticString = "?WATCH={\"enable\":true,\"json\":true};\n"
    /// After this many questions without a byte in answer the connection is dead, whatever TCP thinks.
    private static let patience = 2
    /// Reads a wake-up before other sources get their turn.
    private static let readsPerTurn = 16

    /// A client that does nothing before ``start()``. `report` is called in the loop's thread.
    public init(
        _ address: GPSDAddress, on loop: EventLoop, limits: Limits = Limits(),
        report: @escaping (_ report: GPSReport, _ at: MonotonicInstant) -> Void
    ) throws(PeripheralError) {
        guard let decoder = GPSDDecoder() else {
            throw PeripheralError(part: "The gpsd client", problem: "could not start: memory ran out", advice: "close other programs")
        }
        self.address = address
        self.loop = loop
        self.limits = limits
        self.report = report
        self.decoder = decoder
        lines = LineBuffer(capacity: limits.longestLine)
        backOff = limits.backOff
        askAgain = BackOff(first: limits.silence, longest: limits.backOff.longest)
    }

    deinit { stop() }

    /// Connects now, and stays connected until ``stop()``.
    public func start() {
        guard state == .stopped else { return }
        timer = loop.makeTimer { [weak self] now in self?.timerFired(now) }
        connect(MonotonicClock.now())
    }

    /// Disconnects. Nothing is reported any more.
    public func stop() {
        disconnect()
        if let timer { loop.remove(timer) }
        timer = nil
        state = .stopped
        reportedLink = nil
        link = .noDaemon
    }

    // MARK: Connecting

    private func connect(_ now: MonotonicInstant) {
        guard address.candidates.indices.contains(candidate) else { return fail("has no address", advice: "check --gpsd", now) }
        let target = address.candidates[candidate]
        descriptor = socket(target.family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return fail("could not be reached", code: errno, now) }
        keepAlive()
        let status = target.bytes.withUnsafeBytes { bytes -> Int32 in
            guard let base = bytes.bindMemory(to: sockaddr.self).baseAddress else { return -1 }
            return Glibc.connect(descriptor, base, socklen_t(bytes.count))
        }
        guard status == 0 || errno == EINPROGRESS || errno == EINTR else { return fail("could not be reached", code: errno, now) }
        do {
            try loop.add(descriptor, .writable) { [weak self] readiness, now in self?.ready(readiness, now) }
        } catch {
            return fail(error.problem, advice: error.advice, now)
        }
        state = .connecting
        timer?.setDeadline(now + limits.silence, tolerance: limits.tolerance)
    }

    /// A host that vanished without a word is noticed by the kernel, not by wake-ups of ours: after 30 s of silence, asked 3 times in 30 s.
    private func keepAlive() {
        for (level, name, value) in [
            (SOL_SOCKET, SO_KEEPALIVE, Int32(1)), (Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30), (Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10),
            (Int32(IPPROTO_TCP), TCP_KEEPCNT, 3),
        ] {
            var value = value
            setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    private func ready(_ readiness: Readiness, _ now: MonotonicInstant) {
        switch state {
        case .connecting: finishConnecting(now)
        case .connected: drain(now)
        case .stopped, .waiting: break
        }
    }

    private func finishConnecting(_ now: MonotonicInstant) {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        guard code == 0 else { return fail("could not be reached", code: code, now) }
        state = .connected
        greeted = false
        unanswered = 0
        bytesSinceCheck = 0
        lastReport = now
        lines.reset()
        decoder.reset()
        askAgain.reset()
        loop.change(descriptor, to: .readable)
        timer?.setDeadline(now + limits.silence, tolerance: limits.tolerance)
        sendWatch(now)
    }

    private func sendWatch(_ now: MonotonicInstant) {
        let sent = Self.watch.withUTF8Buffer { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if sent != Self.watch.utf8CodeUnitCount { fail("takes no question", code: errno, now) }
    }

    /// Gives the connection up and tries again later; another address of the same name is tried at once.
    private func fail(_ problem: String, code: Int32, _ now: MonotonicInstant) {
        let reason = String(cString: strerror(code))
        fail("\(problem) (\(reason))", advice: "check that gpsd runs and listens there", now)
    }

    private func fail(_ problem: String, advice: String, _ now: MonotonicInstant) {
        let wasConnecting = state != .connected
        disconnect()
        state = .waiting
        candidate += 1
        guard !wasConnecting || !address.candidates.indices.contains(candidate) else {
            timer?.setDeadline(now)
            return
        }
        candidate = 0
        let wait = backOff.wait()
        timer?.setDeadline(now + wait)
        self.problem = PeripheralError(
            part: "gpsd at \(address)", problem: problem, advice: "\(advice); trying again in \(wait.inMilliseconds / 1000) s")
        setLink(.noDaemon, now)
    }

    private func disconnect() {
        guard descriptor >= 0 else { return }
        loop.remove(descriptor)
        close(descriptor)
        descriptor = -1
    }

    // MARK: Reading

    private func drain(_ now: MonotonicInstant) {
        for _ in 0..<Self.readsPerTurn {
            switch lines.fill(from: descriptor) {
            case .bytes(let count):
                unanswered = 0
                bytesSinceCheck += count
                guard bytesSinceCheck <= limits.mostBytes else { return fail("sends far too much", advice: Self.imposter, now) }
                while let line = lines.nextLine() {
                    handle(decoder.decode(line, at: now), now)
                    guard state == .connected else { return }  // the handler stopped us
                }
            case .nothing: return
            case .ended: return fail("closed the connection", advice: "it may be restarting", now)
            case .overflow: return fail("sent an endless line", advice: Self.imposter, now)
            }
        }
    }

    private static let imposter = "check that it is gpsd that listens there"

    private func handle(_ message: GPSDDecoder.Message, _ now: MonotonicInstant) {
        switch message {
        case .nothing: return
        case .greeting: break
        case .receivers(let count):
            backOff.reset()
            if count == 0 {
                setLink(.noReceiver, now)
            } else if link != .silent {  // a list names an unplugged receiver as well: only a report ends the silence
                setLink(.attached, now)
            }
        case .fix(let fix):
            heard(now)
            report(.fix(fix), now)
        case .sky(let sky):
            heard(now)
            report(.sky(sky), now)
        case .dilutionOnly: heard(now)
        }
        greeted = true
        problem = nil
    }

    private func heard(_ now: MonotonicInstant) {
        lastReport = now
        backOff.reset()
        setLink(.attached, now)
    }

    private func setLink(_ new: GPSLink, _ now: MonotonicInstant) {
        link = new
        guard reportedLink != new else { return }
        reportedLink = new
        report(.link(new), now)
    }

    // MARK: Time

    private func timerFired(_ now: MonotonicInstant) {
        switch state {
        case .stopped: break
        case .waiting: connect(now)
        case .connecting: fail("does not answer", advice: "check the host and its network", now)
        case .connected: checkSilence(now)
        }
    }

    private func checkSilence(_ now: MonotonicInstant) {
        bytesSinceCheck = 0
        guard greeted else { return fail("accepts the connection but says nothing of gpsd", advice: Self.imposter, now) }
        let due = lastReport + limits.silence
        guard now >= due else {
            askAgain.reset()
            timer?.setDeadline(due, tolerance: limits.tolerance)
            return
        }
        guard unanswered < Self.patience else { return fail("has stopped answering", advice: "restart gpsd", now) }
        unanswered += 1
        if link == .attached { setLink(.silent, now) }
        timer?.setDeadline(now + askAgain.wait(), tolerance: limits.tolerance)
        sendWatch(now)
    }
}
