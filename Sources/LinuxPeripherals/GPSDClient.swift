import Glibc
import Peripherals
import Quantities
import SystemCalls

/// The watch's connection to gpsd, a source of ``GPSReport``s on the event loop.
///
/// gpsd may be absent, restart, have no receiver, fall silent, or be something hostile; there may be no network, no name server, no free
/// descriptor. The client says which (``GPSLink``, ``problem``), waits with back-off, and goes on by itself (fault A26). It reports only from
/// the loop's own calls, never from within ``start()`` or ``stop()`` (R-B1); a report's handler may stop it and start it again. Nothing here
/// blocks the loop, and nothing is allocated for a report.
public final class GPSDClient {
    /// The state of the way to the receiver.
    public private(set) var link = GPSLink.noDaemon
    /// The first receiver's driver by gpsd's name (`u-blox`, `NMEA0183`); nil while unknown.
    public var driver: String? { decoder.driver }
    /// Why there is no connection, for `harrier doctor` and the journal; nil while there is one, and before the first attempt has ended.
    public var problem: PeripheralError? { failure?.error(at: address) }
    /// Told when gpsd goes, with why, and when it is back, with nil: once each, however many attempts, stops and starts lie between.
    public var reachabilityChanged: ((_ problem: PeripheralError?, _ now: MonotonicInstant) -> Void)?

    private enum State { case stopped, waiting, lookingUp, connecting, connected }

    private let address: GPSDAddress
    private let loop: EventLoop
    private let limits: Limits
    private let calls: NetworkCalls
    private let report: (GPSReport, MonotonicInstant) -> Void
    private let decoder: GPSDDecoder
    private let lines: LineBuffer
    private var timer: LoopTimer?
    private var state = State.stopped
    private var descriptor: Int32 = -1
    /// What a handler's stop ends: whoever has called a handler looks whether this is still the same.
    private var session: UInt64 = 0
    /// The addresses of this attempt, and which of them is being tried.
    private var candidates: [SocketAddress] = []
    private var candidate = 0
    private var failure: GPSDFailure?
    /// What the first address of this attempt failed with.
    private var firstReason: GPSDFailure.Reason?
    private var isGone = false
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
    public convenience init(
        _ address: GPSDAddress, on loop: EventLoop, limits: Limits = Limits(),
        report: @escaping (_ report: GPSReport, _ at: MonotonicInstant) -> Void
    ) throws(PeripheralError) {
        try self.init(address, on: loop, limits: limits, calls: .linux, report: report)
    }

    init(
        _ address: GPSDAddress, on loop: EventLoop, limits: Limits, calls: NetworkCalls,
        report: @escaping (_ report: GPSReport, _ at: MonotonicInstant) -> Void
    ) throws(PeripheralError) {
        guard let decoder = GPSDDecoder() else {
            throw PeripheralError(part: "The gpsd client", problem: "could not start: memory ran out", advice: "close other programs")
        }
        self.address = address
        self.loop = loop
        self.limits = limits
        self.calls = calls
        self.report = report
        self.decoder = decoder
        lines = LineBuffer(capacity: limits.longestLine)
        let longest = address.isLoopback ? min(limits.backOff.longest, limits.longestLocalWait) : limits.backOff.longest
        backOff = BackOff(first: min(limits.backOff.first, longest), longest: longest)
        askAgain = BackOff(first: limits.silence, longest: limits.backOff.longest)
    }

    deinit { stop() }

    /// Connects in the loop's next turn, and stays connected until ``stop()``.
    public func start() {
        guard state == .stopped else { return }
        let timer = loop.makeTimer { [weak self] now in self?.timerFired(now) }
        self.timer = timer
        state = .waiting
        timer.setDeadline(MonotonicClock.now())
    }

    /// Disconnects. Nothing is reported any more.
    public func stop() {
        disconnect()
        if let timer { loop.remove(timer) }
        timer = nil
        state = .stopped
        session &+= 1
        endAttempt()
        backOff.reset()
        reportedLink = nil
        link = .noDaemon
    }

    // MARK: Connecting

    /// The waits after so many failed attempts from now on.
    func waits(_ count: Int) -> [Duration] {
        var backOff = backOff
        return (0..<count).map { _ in backOff.wait() }
    }

    private func attempt(_ now: MonotonicInstant) {
        if candidates.isEmpty { candidates = address.known }
        if candidates.isEmpty { lookUp(now) } else { connect(now) }
    }

    private func lookUp(_ now: MonotonicInstant) {
        descriptor = calls.startLookUp(address.host, address.port)
        guard descriptor >= 0 else { return fail(.unreachable(-descriptor), now) }
        guard watchDescriptor(for: .readable) else { return fail(.unreachable(ENOSPC), now) }
        state = .lookingUp
        timer?.setDeadline(now + limits.silence, tolerance: limits.tolerance)
    }

    private func finishLookUp(_ now: MonotonicInstant) {
        switch calls.takeLookUp(descriptor) {
        case .pending: break
        case .failed(let status, let error): fail(.unknownHost(status: status, error: error), now)
        case .found(let addresses):
            disconnect()
            candidates = addresses
            connect(now)
        }
    }

    private func connect(_ now: MonotonicInstant) {
        state = .connecting
        guard candidates.indices.contains(candidate) else { return fail(.unreachable(EADDRNOTAVAIL), now) }
        let target = candidates[candidate]
        descriptor = calls.openSocket(target.family)
        guard descriptor >= 0 else { return fail(.unreachable(-descriptor), now) }
        keepAlive()
        let status = calls.connect(descriptor, target)
        guard status == 0 || status == -EINPROGRESS || status == -EINTR else { return fail(.unreachable(-status), now) }
        guard watchDescriptor(for: .writable) else { return fail(.unreachable(ENOSPC), now) }
        timer?.setDeadline(now + limits.silence, tolerance: limits.tolerance)
    }

    /// The kernel lets a user watch a limited number of descriptors (`ENOSPC`, /proc/sys/fs/epoll/max_user_watches).
    private func watchDescriptor(for interest: Readiness) -> Bool {
        do throws(PeripheralError) {
            try loop.add(descriptor, interest) { [weak self] _, now in self?.ready(now) }
            return true
        } catch { return false }
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

    private func ready(_ now: MonotonicInstant) {
        switch state {
        case .lookingUp: finishLookUp(now)
        case .connecting: finishConnecting(now)
        case .connected: drain(now)
        case .stopped, .waiting: break
        }
    }

    private func finishConnecting(_ now: MonotonicInstant) {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        guard code == 0 else { return fail(.unreachable(code), now) }
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
        if sent != Self.watch.utf8CodeUnitCount { fail(.takesNoQuestion(sent < 0 ? errno : EAGAIN), now) }
    }

    /// Gives the connection up and tries again later; another address of the same name is tried at once. The last thing that a call does,
    /// since handlers are told.
    private func fail(_ reason: GPSDFailure.Reason, _ now: MonotonicInstant) {
        let hasAnother = state == .connecting && candidate + 1 < candidates.count
        disconnect()
        state = .waiting
        if hasAnother {
            firstReason = firstReason ?? reason
            candidate += 1
            timer?.setDeadline(now)
            return
        }
        let wait = backOff.wait()
        failure = GPSDFailure(reason: firstReason ?? reason, wait: wait)
        endAttempt()
        timer?.setDeadline(now + wait)
        noteGone(now)
    }

    /// The next attempt begins with the first address, of a name looked up anew.
    private func endAttempt() {
        candidates = []
        candidate = 0
        firstReason = nil
    }

    private func noteGone(_ now: MonotonicInstant) {
        let session = session
        if !isGone {
            isGone = true
            reachabilityChanged?(problem, now)
        }
        if session == self.session { _ = setLink(.noDaemon, now) }
    }

    private func disconnect() {
        guard descriptor >= 0 else { return }
        loop.remove(descriptor)
        close(descriptor)
        descriptor = -1
    }

    // MARK: Reading

    private func drain(_ now: MonotonicInstant) {
        let session = session
        for _ in 0..<Self.readsPerTurn {
            switch lines.fill(from: descriptor) {
            case .bytes(let count):
                unanswered = 0
                bytesSinceCheck += count
                guard bytesSinceCheck <= limits.mostBytes else { return fail(.flood, now) }
                while let line = lines.nextLine() {
                    handle(decoder.decode(line, at: now), now)
                    guard session == self.session else { return }  // a handler stopped us
                }
            case .nothing: return
            case .ended: return fail(.closed, now)
            case .overflow: return fail(.endlessLine, now)
            }
        }
    }

    private func handle(_ message: GPSDDecoder.Message, _ now: MonotonicInstant) {
        if message == .nothing { return }
        guard noteGreeting(now) else { return }
        switch message {
        case .nothing, .greeting: break
        case .receivers(let count):
            backOff.reset()
            // A list names an unplugged receiver as well: only a report ends the silence.
            if count == 0 || link != .silent { _ = setLink(count == 0 ? .noReceiver : .attached, now) }
        case .fix(let fix): if heard(now) { report(.fix(fix), now) }
        case .sky(let sky): if heard(now) { report(.sky(sky), now) }
        case .dilutionOnly: _ = heard(now)
        }
    }

    // The following call handlers, and are false if one of them stopped the client.

    /// It is gpsd that speaks.
    private func noteGreeting(_ now: MonotonicInstant) -> Bool {
        greeted = true
        failure = nil
        endAttempt()
        guard isGone else { return true }
        let session = session
        isGone = false
        reachabilityChanged?(nil, now)
        return session == self.session
    }

    private func heard(_ now: MonotonicInstant) -> Bool {
        lastReport = now
        backOff.reset()
        return setLink(.attached, now)
    }

    private func setLink(_ new: GPSLink, _ now: MonotonicInstant) -> Bool {
        link = new
        guard reportedLink != new else { return true }
        reportedLink = new
        let session = session
        report(.link(new), now)
        return session == self.session
    }

    // MARK: Time

    private func timerFired(_ now: MonotonicInstant) {
        switch state {
        case .stopped: break
        case .waiting: attempt(now)
        case .lookingUp:
            // The name servers take their time, which the runner need not wait for to know.
            failure = GPSDFailure(reason: .lookingUp)
            noteGone(now)
        case .connecting: fail(.noAnswer, now)
        case .connected: checkSilence(now)
        }
    }

    private func checkSilence(_ now: MonotonicInstant) {
        bytesSinceCheck = 0
        guard greeted else { return fail(.noGreeting, now) }
        let due = lastReport + limits.silence
        guard now >= due else {
            askAgain.reset()
            timer?.setDeadline(due, tolerance: limits.tolerance)
            return
        }
        guard unanswered < Self.patience else { return fail(.stoppedAnswering, now) }
        unanswered += 1
        if link == .attached, !setLink(.silent, now) { return }
        timer?.setDeadline(now + askAgain.wait(), tolerance: limits.tolerance)
        sendWatch(now)
    }
}
