import Glibc
import Peripherals
import Quantities
import SystemCalls
import Testing

@testable import LinuxPeripherals

/// Network calls that fail when a test wants them to, and that count.
private final class FailingNetwork {
    enum Call: CaseIterable, Sendable { case socket, connect }
    /// Which call fails, and with what; nil if the network is well.
    var failure: (call: Call, code: Int32)?
    private(set) var attempts: [MonotonicInstant] = []
    /// Numbers that were given out, each with the inode behind it: other tests take a number as soon as it is free.
    private var descriptors: [Int32: ino_t] = [:]
    /// Answers to look-ups, one each; the last one again and again.
    var answers: [HostLookUp] = []
    private(set) var lookUps = 0
    /// What a look-up's descriptor is a copy of.
    let answered: BytePipe

    init() throws { answered = try #require(BytePipe()) }

    /// How many of the descriptors that were given out are still open.
    var open: Int { descriptors.count { Self.inode($0.key) == $0.value } }

    private static func inode(_ descriptor: Int32) -> ino_t? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_ino : nil
    }

    var calls: NetworkCalls {
        let real = NetworkCalls.linux
        return NetworkCalls(
            openSocket: { [self] family in
                attempts.append(MonotonicClock.now())
                if let failure, failure.call == .socket { return -failure.code }
                return keep(real.openSocket(family))
            },
            connect: { [self] descriptor, address in
                if let failure, failure.call == .connect { return -failure.code }
                return real.connect(descriptor, address)
            },
            startLookUp: { [self] _, _ in
                attempts.append(MonotonicClock.now())
                lookUps += 1
                if let failure, failure.call == .socket { return -failure.code }
                return keep(dup(answered.reading))
            },
            takeLookUp: { [self] _ in answers.count > 1 ? answers.removeFirst() : answers.first ?? .pending })
    }

    private func keep(_ descriptor: Int32) -> Int32 {
        if let inode = Self.inode(descriptor) { descriptors[descriptor] = inode }
        return descriptor
    }
}

/// A client on its loop, and everything it has said.
private final class Listening {
    let loop: EventLoop
    let network: FailingNetwork
    let reports = Journal<GPSReport>()
    let troubles = Journal<PeripheralError?>()
    var client: GPSDClient?
    /// Called with each report, after it was noted.
    var act: ((GPSReport) -> Void)?
    /// True while a method of the client is being called: nothing may be reported then.
    var isCalling = false

    var links: [GPSLink] { reports.entries.compactMap { if case .link(let link) = $0 { link } else { nil } } }
    var hasFix: Bool { reports.entries.contains { if case .fix = $0 { true } else { false } } }

    init(_ address: String, on loop: EventLoop, silence: Duration = .seconds(5)) throws {
        self.loop = loop
        network = try FailingNetwork()
        var limits = GPSDClient.Limits()
        limits.backOff = BackOff(first: .milliseconds(4), longest: .milliseconds(16))
        limits.silence = silence
        limits.tolerance = .zero
        let client = try GPSDClient(GPSDAddress(address), on: loop, limits: limits, calls: network.calls) { [unowned self] report, _ in
            #expect(!isCalling, "reported from within a call: \(report)")
            reports.entries.append(report)
            act?(report)
        }
        client.reachabilityChanged = { [unowned self] problem, _ in
            #expect(!isCalling)
            troubles.entries.append(problem)
        }
        self.client = client
    }

    func start() {
        isCalling = true
        client?.start()
        isCalling = false
    }
    func stop() {
        isCalling = true
        client?.stop()
        isCalling = false
    }
}

private func line(_ text: String) -> ScriptedServer.Step { .send(Array(text.utf8) + [13, 10]) }
private let greeting = line(#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#)
private let noReceivers = line(#"{"class":"DEVICES","devices":[]}"#)
private let receivers = line(#"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/x","driver":"u-blox"}]}"#)
private let sky = line(#"{"class":"SKY","nSat":1,"uSat":1,"satellites":[{"PRN":1,"used":true}]}"#)
private let fix = line(#"{"class":"TPV","device":"/dev/x","mode":3,"time":"2026-11-30T00:00:01.000Z","lat":1.5,"lon":2.5}"#)

extension GPSDTests {
    @Suite("Finding and reaching gpsd", .serialized) struct Connecting {
        let loop: EventLoop
        init() throws { loop = try EventLoop() }

        /// What socket(2) and connect(2) can give at once.
        static let codes: [Int32] = [
            EAFNOSUPPORT, EMFILE, ENFILE, ENOBUFS, ENOMEM, EACCES, EPERM, EPROTONOSUPPORT, ENETUNREACH, EHOSTUNREACH, ENETDOWN,
            ECONNREFUSED,
            EADDRNOTAVAIL, EAGAIN, ETIMEDOUT, EINVAL,
        ]

        @Test(
            "R-B1, N1, N3: a way to gpsd that fails at once is told by the loop, tried again with back-off, and works when it is there",
            arguments: codes, [1, 2])
        func failsAtOnce(code: Int32, candidates: Int) throws {
            let server = try #require(try ScriptedServer(on: loop) { _ in [greeting, receivers, fix] })
            for call in FailingNetwork.Call.allCases {
                let listening = try Listening("\(candidates == 1 ? "127.0.0.1" : "localhost"):\(server.port)", on: loop)
                listening.network.failure = (call, code)
                listening.start()
                #expect(listening.reports.entries.isEmpty && listening.network.attempts.isEmpty)
                #expect(try loop.run { listening.network.attempts.count >= 4 * candidates })
                #expect(listening.links == [.noDaemon])
                let problem = try #require(listening.client?.problem)
                #expect(problem.problem.hasPrefix("could not be reached ("))
                #expect(
                    listening.troubles.entries == [listening.troubles.entries.first ?? nil]
                        && listening.troubles.entries.first != .some(nil))
                // Each attempt but the first waits longer than the one before, up to the limit.
                let attempts = listening.network.attempts
                #expect(attempts[candidates * 3] - attempts[candidates * 2 - 1] >= .milliseconds(4 + 8))
                #expect(listening.network.open == 0)
                listening.network.failure = nil
                #expect(try loop.run { listening.hasFix })
                #expect(listening.links == [.noDaemon, .attached] && listening.client?.problem == nil)
                #expect(listening.troubles.entries.count == 2 && listening.troubles.entries.last == .some(nil))
                listening.stop()
                #expect(listening.network.open == 0)
            }
        }

        @Test("R-B1: stopped between the two addresses of a name and started again, it begins with the first and reports from the loop")
        func stoppedBetween() throws {
            let listening = try Listening("localhost:1", on: loop)
            listening.network.failure = (.connect, ENETUNREACH)
            listening.start()
            #expect(try loop.run { listening.network.attempts.count == 1 })
            #expect(listening.reports.entries.isEmpty)
            listening.stop()
            listening.start()
            #expect(try loop.run { listening.network.attempts.count == 2 })
            #expect(listening.reports.entries.isEmpty, "the first of two addresses has failed")
            #expect(try loop.run { listening.network.attempts.count == 3 })
            #expect(listening.links == [.noDaemon])
        }

        @Test("The reason that is told is that of the first address: IPv6 may be off, and gpsd be away")
        func firstReason() throws {
            let listening = try Listening("localhost:1", on: loop)
            listening.network.failure = (.connect, ECONNREFUSED)
            listening.start()
            #expect(try loop.run { listening.network.attempts.count == 1 })
            listening.network.failure = (.socket, EAFNOSUPPORT)
            #expect(try loop.run { !listening.links.isEmpty })
            #expect(listening.client?.problem?.problem == "could not be reached (Connection refused)")
        }

        @Test(
            "A26: a gpsd on this machine is tried at least every 5 s, another one every 60 s",
            arguments: [
                ("127.0.0.1", 5), ("localhost", 5), ("[::1]", 5), ("192.0.2.1", 60), ("watch.local", 60),
            ])
        func longestWait(address: String, seconds: Int) throws {
            let limits = GPSDClient.Limits()
            let network = try FailingNetwork()
            let client = try GPSDClient(GPSDAddress(address), on: loop, limits: limits, calls: network.calls) { _, _ in }
            #expect(client.waits(8) == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds(min($0, seconds)) })
        }

        // MARK: Names

        @Test(
            "R-B11: a name that cannot be looked up is looked up again until it can, and found then",
            arguments: [
                EAI_AGAIN, EAI_NONAME, EAI_FAIL, EAI_SYSTEM,
            ])
        func lookedUpAgain(status: Int32) throws {
            let server = try #require(try ScriptedServer(on: loop) { _ in [greeting, receivers, fix] })
            let listening = try Listening("watch.local:\(server.port)", on: loop)
            let failed = HostLookUp.failed(status: status, error: EIO)
            listening.network.answers = [failed, .pending, failed, failed, .found(HostLookUp.number("127.0.0.1", port: server.port))]
            listening.network.answered.send([1])
            listening.start()
            #expect(listening.network.lookUps == 0)
            #expect(try loop.run { listening.links == [.noDaemon] })
            #expect(listening.client?.problem?.problem.hasPrefix("could not be looked up (") == true)
            #expect(try loop.run { listening.hasFix })
            #expect(listening.network.lookUps == 4)
            #expect(listening.links == [.noDaemon, .attached])
            listening.stop()
            #expect(listening.network.open == 0)
        }

        @Test("R-B11: while the name servers are silent the loop goes on, the runner is told, and one question is asked")
        func stillLookingUp() throws {
            let server = try #require(try ScriptedServer(on: loop) { _ in [greeting, receivers, fix] })
            let listening = try Listening("watch.local:\(server.port)", on: loop, silence: .milliseconds(20))
            listening.start()
            #expect(try loop.run { listening.links == [.noDaemon] })
            #expect(listening.client?.problem?.problem == "is still being looked up")
            #expect(try !loop.run(atMost: .milliseconds(60)) { listening.network.lookUps > 1 })
            listening.network.answers = [.found(HostLookUp.number("127.0.0.1", port: server.port))]
            listening.network.answered.send([1])
            #expect(try loop.run { listening.hasFix })
            listening.stop()
        }

        @Test("A look-up that is stopped leaves nothing behind, and the next one begins anew")
        func stoppedLookUp() throws {
            let listening = try Listening("watch.local", on: loop)
            for round in 1...3 {
                listening.start()
                #expect(try loop.run { listening.network.lookUps == round })
                listening.stop()
                #expect(listening.network.open == 0)
            }
            #expect(listening.reports.entries.isEmpty)
        }

        @Test("R-B11: numbers and localhost are never looked up", arguments: ["127.0.0.1", "[::1]", "localhost"])
        func neverLookedUp(host: String) throws {
            let server = try #require(try ScriptedServer(on: loop) { _ in [greeting, receivers, fix] })
            let listening = try Listening("\(host):\(server.port)", on: loop)
            listening.start()
            #expect(try loop.run { !listening.network.attempts.isEmpty && !listening.links.isEmpty })
            #expect(listening.network.lookUps == 0)
        }

        @Test("The system's own look-up answers through a descriptor, what it knows and what it does not")
        func systemLookUp() throws {
            for (host, isKnown) in [("localhost", true), ("a..b", false)] {
                let calls = NetworkCalls.linux
                let descriptor = calls.startLookUp(host, 2947)
                try #require(descriptor >= 0)
                defer { close(descriptor) }
                let answer = Journal<HostLookUp>()
                try loop.add(descriptor, .readable) { _, _ in answer.entries.append(calls.takeLookUp(descriptor)) }
                #expect(try loop.run { !answer.entries.isEmpty })
                loop.remove(descriptor)
                switch answer.entries.first {
                case .found(let addresses): #expect(isKnown && addresses.allSatisfy(\.isLoopback))
                case .failed(let status, let error):
                    #expect(!isKnown)
                    #expect(!HostLookUp.reason(status: status, error: error).isEmpty)
                case .pending, nil: Issue.record("no answer")
                }
            }
            // Whoever asked may go at any time.
            let descriptor = NetworkCalls.linux.startLookUp("localhost", 2947)
            close(descriptor)
        }

        // MARK: Handlers

        /// What a client reports.
        enum Kind: CaseIterable, Sendable {
            case noDaemon, noReceiver, attached, silent, fix, sky

            func matches(_ report: GPSReport) -> Bool {
                switch (self, report) {
                case (.noDaemon, .link(.noDaemon)), (.noReceiver, .link(.noReceiver)), (.attached, .link(.attached)): true
                case (.silent, .link(.silent)), (.fix, .fix), (.sky, .sky): true
                default: false
                }
            }
        }
        /// What a report's handler does with its client.
        enum Deed: CaseIterable, Sendable { case start, stop, restart, restartTwice, letGo }

        @Test(
            "R-B1: a client may be stopped, started again and let go of from within any of its own reports",
            arguments: Kind.allCases, Deed.allCases)
        func handlers(kind: Kind, deed: Deed) throws {
            // One connection has all kinds: no receiver, one, satellites, a position, silence, the end.
            let server = try #require(
                try ScriptedServer(on: loop) { _ in
                    [greeting, noReceivers, .wait(.milliseconds(2)), receivers, sky, fix, .wait(.milliseconds(60)), .close]
                })
            let listening = try Listening("127.0.0.1:\(server.port)", on: loop, silence: .milliseconds(20))
            let seen = Flag()
            listening.act = { [unowned listening] report in
                guard !seen.isSet, kind.matches(report) else { return }
                seen.isSet = true
                switch deed {
                case .start: listening.start()
                case .stop: listening.stop()
                case .restart, .restartTwice:
                    for _ in 0..<(deed == .restart ? 1 : 2) {
                        listening.stop()
                        listening.start()
                    }
                case .letGo: listening.client = nil
                }
            }
            listening.start()
            #expect(try loop.run { seen.isSet })
            let before = listening.reports.entries.count
            if deed == .stop || deed == .letGo {
                #expect(try !loop.run(atMost: .milliseconds(40)) { listening.reports.entries.count > before })
                #expect(listening.network.open == 0)
            } else {
                listening.reports.entries = []
                #expect(try loop.run { listening.hasFix })
                #expect(server.connections >= 1)
                listening.stop()
            }
            // A client that was stopped can be started again, whatever it was doing.
            if deed == .stop {
                listening.reports.entries = []
                listening.start()
                #expect(try loop.run { listening.hasFix })
                listening.stop()
            }
        }

        @Test("A26: gpsd's going and coming are told once each, whatever attempts, stops and starts lie between")
        func reachability() throws {
            let server = try #require(try ScriptedServer(on: loop) { _ in [greeting, receivers, fix] })
            let listening = try Listening("127.0.0.1:\(server.port)", on: loop)
            for round in 1...2 {
                listening.network.failure = (.connect, ECONNREFUSED)
                for attempts in 1...3 {
                    listening.stop()
                    listening.start()
                    let before = listening.network.attempts.count
                    #expect(try loop.run { listening.network.attempts.count >= before + attempts })
                }
                #expect(listening.troubles.entries.count == 2 * round - 1)
                listening.network.failure = nil
                listening.reports.entries = []
                #expect(try loop.run { listening.hasFix })
                #expect(listening.troubles.entries.count == 2 * round && listening.troubles.entries.last == .some(nil))
            }
            listening.stop()
        }
    }
}
