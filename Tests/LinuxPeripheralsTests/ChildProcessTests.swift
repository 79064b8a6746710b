import Glibc
import LinuxPeripherals
import Peripherals
import Quantities
import TestSupport
import Testing

@Suite("Other programs", .serialized) struct ChildProcessTests {
    let loop: EventLoop
    let folder = TemporaryFolder()
    let endings = Journal<ChildProcess.Ending>()
    init() throws { loop = try EventLoop() }

    private func start(_ command: String...) throws -> ChildProcess {
        let endings = endings
        return try ChildProcess(command, on: loop) { ending, _ in endings.entries.append(ending) }
    }

    @Test(
        "How a program ended is told once",
        arguments: [
            ("exit 0", ChildProcess.Ending.exited(status: 0)), ("exit 1", .exited(status: 1)), ("exit 255", .exited(status: 255)),
            ("kill -TERM $$", .killed(signal: SIGTERM)),
        ])
    func ending(script: String, expected: ChildProcess.Ending) throws {
        let child = try start("sh", "-c", script)
        #expect(endings.entries.isEmpty)
        #expect(try loop.run { !endings.entries.isEmpty })
        child.kill()
        #expect(endings.entries == [expected])
    }

    @Test("What cannot be started says so", arguments: [["harrier-no-such-program"], ["/dev/null"], []])
    func missing(command: [String]) {
        #expect(throws: PeripheralError.self) { try ChildProcess(command, on: loop) { _, _ in } }
    }

    @Test("A program that hangs can be ended, and no zombie stays, whether somebody holds it or not", arguments: [true, false])
    func killed(isHeld: Bool) throws {
        var child: ChildProcess? = try start("sleep", "1000")
        #expect(try !loop.run(atMost: .milliseconds(5)) { !endings.entries.isEmpty })
        child?.kill()
        if !isHeld { child = nil }
        #expect(try loop.run { !endings.entries.isEmpty })
        #expect(endings.entries == [.killed(signal: SIGKILL)])
        #expect(child == nil || isHeld)
        let output = "\(folder.path)/children"
        // `ps` of this process's children finds none but the shell itself.
        _ = try start(
            "sh", "-c",
            "cat /proc/$PPID/task/*/children | tr ' ' '\\n' | grep -v '^$' | grep -vx $$ | while read c; do grep -l '^State:.Z' /proc/$c/status; done > \(output)"
        )
        #expect(try loop.run { endings.entries.count == 2 })
        #expect(text(output) == "")
    }

    @Test("B18: a program gets no blocked or ignored signal, an empty input, and no descriptor but the standard ones")
    func clean() throws {
        // As in harrierd: signals are blocked for the loop, and SIGPIPE is ignored.
        let source = try SignalSource([.hangUp, .windowChanged], on: loop) { _, _ in }
        defer { source.close() }
        var before = sigaction(), ignored = sigaction()
        ignored.__sigaction_handler.sa_handler = SIG_IGN
        sigaction(SIGPIPE, &ignored, &before)
        defer { sigaction(SIGPIPE, &before, nil) }
        let leaky = open("/dev/null", O_RDONLY)  // without O_CLOEXEC
        defer { close(leaky) }
        let output = "\(folder.path)/status"
        let script = "read line && echo input; grep -E '^Sig(Blk|Ign)' /proc/self/status; ls /proc/$$/fd"
        _ = try start("sh", "-c", "{ \(script); } > \(output)")
        #expect(try loop.run { !endings.entries.isEmpty })
        let lines = text(output).split(separator: "\n")
        // Bits 31 and 32 are glibc's own signals, which posix_spawn(3) itself leaves ignored.
        let masks = lines.prefix(2).map { UInt64($0.suffix(16), radix: 16).map { $0 & ~0x1_8000_0000 } }
        #expect(lines.prefix(2).map { $0.prefix(6) } == ["SigBlk", "SigIgn"] && masks == [0, 0])
        // The shell may keep a copy of its output above the others, at 10.
        #expect(lines.dropFirst(2).filter { $0 != "10" } == ["0", "1", "2"])
    }

    private func text(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "no file" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let character = fgetc(file), character >= 0 { bytes.append(UInt8(truncatingIfNeeded: character)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
