import Glibc
import LinuxPeripherals
import Quantities
import SystemCalls
import TestSupport

/// Something that listens where gpsd should, and sends what a test tells it to, piece by piece.
final class ScriptedServer {
    /// One step of a script.
    enum Step {
        /// Sends bytes in one piece.
        case send([UInt8])
        /// Waits that long.
        case wait(Duration)
        /// Closes the connection.
        case close
    }

    private(set) var connections = 0
    private(set) var questions: [UInt8] = []
    let port: UInt16
    private let listener: ListeningSocket
    private let loop: EventLoop
    private let script: (_ connection: Int) -> [Step]
    private var client: Int32 = -1
    private var steps: [Step] = []
    private var timer: LoopTimer?

    init?(on loop: EventLoop, script: @escaping (_ connection: Int) -> [Step]) throws {
        guard let listener = ListeningSocket() else { return nil }
        self.listener = listener
        port = listener.port
        self.loop = loop
        self.script = script
        try loop.add(listener.descriptor, .readable) { [weak self] _, _ in self?.welcome() }
        timer = loop.makeTimer { [weak self] _ in self?.proceed() }
    }

    deinit {
        hangUp()
        loop.remove(listener.descriptor)
        if let timer { loop.remove(timer) }
    }

    private func welcome() {
        hangUp()
        client = accept(listener.descriptor, nil, nil)
        guard client >= 0 else { return }
        var one: Int32 = 1
        setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        connections += 1
        steps = script(connections).reversed()
        try? loop.add(client, .readable) { [weak self] _, _ in self?.listen() }
        proceed()
    }

    private func listen() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(client, &chunk, chunk.count)
        if count > 0 { questions += chunk[..<count] } else if count == 0 { hangUp() }
    }

    private func proceed() {
        while let step = steps.popLast() {
            switch step {
            case .send(let bytes): _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            case .wait(let duration):
                timer?.setDeadline(MonotonicClock.now() + duration)
                return
            case .close: hangUp()
            }
        }
    }

    private func hangUp() {
        guard client >= 0 else { return }
        loop.remove(client)
        close(client)
        client = -1
        steps = []
    }
}
