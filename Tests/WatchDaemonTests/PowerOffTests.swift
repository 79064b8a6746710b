import Glibc
import LinuxPeripherals
import Quantities
import SystemCalls
import Testing

@testable import WatchDaemon

/// "Turn off" with a program in systemctl's place.
@Suite(.serialized) struct PowerOffTests {
    private final class Sentences { var said: [String] = [] }

    let loop: EventLoop
    private let sentences = Sentences()
    /// A file that each request adds a line to.
    private let record: String

    init() throws {
        loop = try EventLoop()
        var template = Array("/tmp/harrier-power-off-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        close(descriptor)
        record = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func powerOff(_ script: String, patience: Duration = .seconds(3)) -> PowerOff {
        let sentences = sentences
        return PowerOff(on: loop, command: ["sh", "-c", "echo >> \(record); \(script)"], patience: patience) { sentences.said.append($0) }
    }

    private var requests: Int {
        var status = stat()
        return stat(record, &status) == 0 ? Int(status.st_size) : -1
    }

    /// Runs the loop until something holds, for ten seconds at most.
    private func run(_ condition: () -> Bool) throws {
        var isLate = false
        let timer = loop.makeTimer { _ in isLate = true }
        timer.setDeadline(MonotonicClock.now() + .seconds(10))
        defer { loop.remove(timer) }
        while !condition(), !isLate { try loop.turn() }
        #expect(condition())
    }

    @Test(
        "N13: a refusal is said with systemctl's exit status, and it may be asked again",
        arguments: [
            ("exit 1", "(exit status 1)"), ("exit 4", "(exit status 4)"), ("kill -9 $$", "(ended by signal 9)"),
        ])
    func refused(script: String, reason: String) throws {
        defer { unlink(record) }
        let powerOff = powerOff(script)
        for round in 1...2 {
            powerOff.ask()
            powerOff.ask()
            #expect(sentences.said.count == round - 1, "asking does not wait")
            try run { sentences.said.count == round }
            #expect(
                sentences.said.last == "sh did not turn the watch off \(reason): allow this user org.freedesktop.login1.power-off by a "
                    + "polkit rule, or switch the watch off by hand; all runs are saved")
            #expect(requests == round)
        }
    }

    @Test("N13: a request that hangs is said, given up when it is asked again, and the next one counts")
    func hanging() throws {
        defer { unlink(record) }
        let powerOff = powerOff("[ $(wc -l < \(record)) = 1 ] && exec sleep 1000; exit 3", patience: .milliseconds(200))
        powerOff.ask()
        powerOff.ask()
        try run { !sentences.said.isEmpty }
        #expect(sentences.said == ["sh does not answer: turn the watch off once more, or by hand; all runs are saved"])
        #expect(requests == 1)
        powerOff.ask()
        try run { sentences.said.count == 2 }
        #expect(sentences.said.last?.contains("(exit status 3)") == true)
        #expect(requests == 2)
    }

    @Test("N13: an answer that comes late is still an answer")
    func late() throws {
        defer { unlink(record) }
        let powerOff = powerOff("while [ $(wc -l < \(record)) = 1 ]; do sleep 0.01; done; exit 5", patience: .milliseconds(50))
        powerOff.ask()
        try run { sentences.said.count == 1 }
        let file = open(record, O_WRONLY | O_APPEND)
        _ = write(file, "\n", 1)
        close(file)
        try run { sentences.said.count == 2 }
        #expect(sentences.said.last?.contains("(exit status 5)") == true)
    }

    @Test("Accepted, it says nothing")
    func accepted() throws {
        defer { unlink(record) }
        let powerOff = powerOff("exit 0", patience: .milliseconds(300))
        powerOff.ask()
        var isOver = false
        let timer = loop.makeTimer { _ in isOver = true }
        timer.setDeadline(MonotonicClock.now() + .milliseconds(500))
        try run { isOver }
        #expect(sentences.said.isEmpty && requests == 1)
    }

    @Test("Without systemctl it says so at once")
    func missing() {
        defer { unlink(record) }
        let sentences = sentences
        let powerOff = PowerOff(on: loop, command: ["harrier-no-such-program"]) { sentences.said.append($0) }
        powerOff.ask()
        #expect(sentences.said.count == 1)
        #expect(
            sentences.said.first?.hasPrefix("The program harrier-no-such-program could not be started (No such file or directory): ")
                == true)
    }
}
