import Glibc
import Peripherals
import Quantities
import SystemCalls
import TestSupport
import Testing

@testable import LinuxPeripherals

@Suite("The control socket") struct ControlSocketTests {
    let loop: EventLoop
    let folder = TemporaryFolder()
    let edges = Journal<ButtonEdge>()
    let presses: TimedPresses
    var path: String { "\(folder.path)/control" }

    init() throws {
        loop = try EventLoop()
        let edges = edges
        presses = TimedPresses(on: loop) { edges.entries.append($0) }
    }

    /// Sends datagrams as a stranger would, and returns the answers.
    private func send(_ messages: [[UInt8]]) throws -> [String] {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        defer { close(descriptor) }
        #expect(UnixAddress.unnamed.use(descriptor, bind) == 0)
        #expect(try UnixAddress(path).use(descriptor, connect) == 0)
        let answers = Journal<String>()
        try loop.add(descriptor, .readable) { _, _ in
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count >= 0 { answers.entries.append(String(decoding: bytes[..<count], as: UTF8.self)) }
        }
        defer { loop.remove(descriptor) }
        for (index, message) in messages.enumerated() {
            #expect(Glibc.send(descriptor, message, message.count, 0) == message.count)
            #expect(try loop.run { answers.entries.count == index + 1 })
        }
        return answers.entries
    }

    @Test(
        "I10: one press is one edge down and one up, after the hold that was asked for",
        arguments: [
            ("press start", ButtonRole.start, Duration.milliseconds(100)), ("press lap hold 0.05\n", .lap, .milliseconds(50)),
            ("press page hold .2", .page, .milliseconds(200)),
        ])
    func press(line: String, role: ButtonRole, hold: Duration) throws {
        let socket = try ControlSocket(path, on: loop, presses: presses)
        #expect(try send([Array(line.utf8)]) == ["ok"])
        let edges = edges
        #expect(try loop.run { edges.entries.count == 2 })
        #expect(edges.entries.map(\.isDown) == [true, false] && edges.entries.allSatisfy { $0.role == role })
        #expect(edges.entries[1].at - edges.entries[0].at >= hold)
        withExtendedLifetime(socket) {}
    }

    @Test("A button that is down cannot be pressed, another can")
    func alreadyDown() throws {
        let socket = try ControlSocket(path, on: loop, presses: presses)
        let answers = try send(["press start hold 10", "press start", "press lap"].map { Array($0.utf8) })
        #expect(answers == ["ok", "error the button is down already", "ok"])
        withExtendedLifetime(socket) {}
    }

    @Test(
        "Anything else is refused and presses nothing",
        arguments: [
            [], [0], Array("press".utf8), Array("press stop".utf8), Array("press start now".utf8), Array("press start hold".utf8),
            Array("press start hold nan".utf8), Array("press start hold inf".utf8), Array("press start hold 1e1".utf8),
            Array("press start hold -1".utf8), Array("press start hold 0.01".utf8), Array("press start hold 10.1".utf8),
            Array("press start hold 1..2".utf8), Array("press start\npress lap".utf8), Array("PRESS START".utf8), [0xFF, 0xFE],
            [UInt8](repeating: 0x41, count: 5000), Array("press start".utf8) + [UInt8](repeating: 0x20, count: 500),
        ] as [[UInt8]])
    func hostile(message: [UInt8]) throws {
        let socket = try ControlSocket(path, on: loop, presses: presses)
        let answers = try send([message])
        #expect(answers.count == 1 && answers.allSatisfy { $0.hasPrefix("error ") })
        #expect(edges.entries.isEmpty)
        withExtendedLifetime(socket) {}
    }

    @Test("U-A11: a line that is no press goes to the owner, who may answer later")
    func otherLines() throws {
        let asked = Journal<(String, ControlSocket.Sender)>()
        let socket = try ControlSocket(path, on: loop, presses: presses) { line, sender in
            asked.entries.append((line, sender))
            return line == "status"
        }
        let client = try ControlClient(path)
        try client.send("status")
        #expect(try loop.run { asked.entries.count == 1 })
        #expect(client.receive() == nil)
        #expect(socket.answer(Array("well".utf8), to: asked.entries[0].1))
        #expect(client.receive() == Array("well".utf8))
        #expect(try send([Array("dance".utf8), Array("pressure".utf8)]) == Array(repeating: "error there is no such request", count: 2))
        // Whoever has gone loses the answer, and nobody else notices.
        let gone = asked.entries[2].1
        #expect(!socket.answer(Array("well".utf8), to: gone))
    }

    @Test("U-A11: a watch with buttons of its own refuses presses, and answers all the same")
    func ownButtons() throws {
        let socket = try ControlSocket(path, on: loop, presses: nil) { _, _ in true }
        #expect(try send([Array("press start".utf8)]) == ["error this watch has buttons of its own: press those"])
        withExtendedLifetime(socket) {}
    }

    @Test("The watch's own user and root may ask, nobody else, nor whom the kernel does not name")
    func users() {
        #expect(ControlSocket.mayAsk(1000, ofWatchOf: 1000) && ControlSocket.mayAsk(0, ofWatchOf: 1000))
        #expect(!ControlSocket.mayAsk(1001, ofWatchOf: 1000) && !ControlSocket.mayAsk(-1, ofWatchOf: 1000))
        #expect(!ControlSocket.mayAsk(-1, ofWatchOf: .max) && !ControlSocket.mayAsk(1000, ofWatchOf: 0))
    }

    @Test("A packet that begins with no letter goes to the owner whole, and one that is too long to nobody")
    func packets() throws {
        let taken = Journal<[UInt8]>()
        let socket = try ControlSocket(
            path, on: loop, presses: presses,
            takePacket: { bytes, _ in
                taken.entries.append(Array(bytes))
                return bytes.count > 1
            })
        let whole = [0x89] + [UInt8](repeating: 7, count: ControlSocket.longestPacket - 1)
        let client = try ControlClient(path)
        try client.send(whole)
        #expect(try loop.run { taken.entries.count == 1 })
        #expect(taken.entries.first == whole && client.receive() == nil)
        let answers = try send([[0x89], whole + [0]])
        #expect(answers == ["error there is no such request", "error that is too long: 65536 bytes at most"])
        withExtendedLifetime(socket) {}
    }

    @Test("Only the watch's own user may write to it, and it goes when the watch ends")
    func mode() throws {
        var socket: ControlSocket? = try ControlSocket(path, on: loop, presses: presses)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        withExtendedLifetime(socket) {}
        socket = nil
        #expect(access(path, F_OK) != 0)
    }

    @Test("A socket left behind is replaced, a living one and a plain file are not")
    func stale() throws {
        let left = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        #expect(try UnixAddress(path).use(left, bind) == 0)
        close(left)
        let socket = try ControlSocket(path, on: loop, presses: presses)
        #expect(throws: PeripheralError.self) { try ControlSocket(path, on: loop, presses: presses) }
        #expect(try send([Array("press lap".utf8)]) == ["ok"])
        folder.write("precious", to: "other")
        #expect(throws: PeripheralError.self) { try ControlSocket("\(folder.path)/other", on: loop, presses: presses) }
        #expect(access("\(folder.path)/other", F_OK) == 0)
        withExtendedLifetime(socket) {}
    }

    @Test("The client presses, and says what to do when no watch is there")
    func client() throws {
        #expect(throws: PeripheralError.self) { try ControlSocket.press(.start, at: path) }
        #expect(throws: PeripheralError.self) { try ControlSocket.press(.start, at: String(repeating: "x", count: 200)) }
        let socket = try ControlSocket(path, on: loop, presses: presses)
        let client = ClientThread(path: path)
        let edges = edges
        #expect(try loop.run { edges.entries.count == 2 })
        #expect(client.join() == nil)
        #expect(edges.entries.map(\.role) == [.page, .page] && edges.entries[1].at - edges.entries[0].at >= .milliseconds(150))
        withExtendedLifetime(socket) {}
    }

    @Test("What the client writes is what the watch reads", arguments: [50, 100, 999, 1000, 1050, 10_000])
    func line(milliseconds: Int) throws {
        let command = PressCommand(role: .lap, hold: .milliseconds(milliseconds))
        #expect(try PressCommand(command.line) == command)
    }

    @Test("A button can be kept down longer, not shorter")
    func keepDown() throws {
        let start = MonotonicClock.now()
        #expect(presses.press(.start, hold: .milliseconds(5), at: start))
        presses.keepDown(.start, until: start + .milliseconds(20))
        presses.keepDown(.start, until: start + .milliseconds(1))
        presses.keepDown(.lap, until: start + .milliseconds(1))
        let edges = edges
        #expect(try loop.run { edges.entries.count == 2 })
        #expect(edges.entries[1].at >= start + .milliseconds(20) && edges.entries.allSatisfy { $0.role == .start })
    }
}

/// `ControlSocket.press` blocks until it is answered, so it needs a thread beside the loop's.
private final class ClientThread {
    private final class Task {
        let path: String
        var error: PeripheralError?
        init(path: String) { self.path = path }
    }
    private let task: Task
    private var thread = pthread_t()

    init(path: String) {
        task = Task(path: path)
        pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let task = Unmanaged<Task>.fromOpaque(argument).takeUnretainedValue()
                do throws(PeripheralError) {
                    try ControlSocket.press(.page, hold: .milliseconds(150), at: task.path)
                } catch {
                    task.error = error
                }
                return nil
            }, Unmanaged.passUnretained(task).toOpaque())
    }

    func join() -> PeripheralError? {
        pthread_join(thread, nil)
        return task.error
    }
}
