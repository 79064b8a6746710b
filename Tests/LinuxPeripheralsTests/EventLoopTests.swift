import CHarrierLinux
import Glibc
import LinuxPeripherals
import Peripherals
import Quantities
import SystemCalls
import TestSupport
import Testing

@Suite("The event loop") struct EventLoopTests {
    let loop: EventLoop
    init() throws { loop = try EventLoop() }

    @Test("A descriptor that becomes readable calls its handler, and only while it is readable")
    func readable() throws {
        let pipe = try #require(BytePipe())
        let calls = Journal<Readiness>()
        try loop.add(pipe.reading, .readable) { readiness, _ in
            calls.entries.append(readiness)
            var byte: UInt8 = 0
            _ = read(pipe.reading, &byte, 1)
        }
        #expect(try !loop.run(atMost: .milliseconds(5)) { !calls.entries.isEmpty })
        pipe.send([1])
        #expect(try loop.run { !calls.entries.isEmpty })
        #expect(try !loop.run(atMost: .milliseconds(5)) { calls.entries.count > 1 })
        #expect(calls.entries == [.readable])
    }

    @Test("The other side's end is reported without being asked for")
    func hangUp() throws {
        let pipe = try #require(BytePipe())
        let seen = Flag()
        let loop = loop
        try loop.add(pipe.reading, .readable) { readiness, _ in
            seen.isSet = readiness.contains(.hungUp)
            loop.remove(pipe.reading)
        }
        pipe.closeWriting()
        #expect(try loop.run { seen.isSet })
    }

    @Test("A handler may remove another source that is ready in the same turn")
    func removeOther() throws {
        let pipes = [try #require(BytePipe()), try #require(BytePipe())]
        let calls = Journal<Int>()
        let loop = loop
        for index in 0...1 {
            try loop.add(pipes[index].reading, .readable) { _, _ in
                calls.entries.append(index)
                pipes.forEach { loop.remove($0.reading) }
            }
            pipes[index].send([1])
        }
        try loop.turn()
        #expect(calls.entries.count == 1)
        #expect(try !loop.run(atMost: .milliseconds(5)) { calls.entries.count > 1 })
    }

    @Test("A late event of a closed descriptor does not reach a new source of the same number")
    func reusedNumber() throws {
        let pipes = [try #require(BytePipe()), try #require(BytePipe())]
        let calls = Journal<String>()
        let loop = loop
        for index in 0...1 {
            try loop.add(pipes[index].reading, .readable) { _, _ in
                calls.entries.append("old")
                for pipe in pipes {
                    loop.remove(pipe.reading)
                    try? loop.add(pipe.reading, .writable) { _, _ in calls.entries.append("new") }
                }
            }
            pipes[index].send([1])
        }
        try loop.turn()
        #expect(calls.entries == ["old"])
    }

    @Test("A regular file cannot be waited on, and the error says so")
    func regularFile() throws {
        let folder = TemporaryFolder()
        folder.write("x", to: "file")
        let descriptor = open("\(folder.path)/file", O_RDONLY)
        defer { close(descriptor) }
        #expect(throws: PeripheralError.self) { try loop.add(descriptor, .readable) { _, _ in } }
    }

    @Test("Timers fire in the order of their deadlines, once, and never early")
    func timers() throws {
        let fired = Journal<(name: Int, at: MonotonicInstant)>()
        let start = MonotonicClock.now()
        let timers = (1...3).map { name in loop.makeTimer { fired.entries.append((name, $0)) } }
        timers[2].setDeadline(start + .milliseconds(3))
        timers[0].setDeadline(start + .milliseconds(9))
        timers[1].setDeadline(start + .milliseconds(6))
        #expect(try loop.run { fired.entries.count == 3 })
        #expect(fired.entries.map(\.name) == [3, 2, 1])
        #expect(zip(fired.entries, [3, 6, 9]).allSatisfy { $0.at >= start + .milliseconds($1) })
        #expect(timers.allSatisfy { $0.deadline == nil })
    }

    @Test("A timer set in the past fires at once; one that was cancelled or forgotten does not")
    func pastAndCancelled() throws {
        let fired = Journal<Int>()
        let timers = (0...2).map { name in loop.makeTimer { _ in fired.entries.append(name) } }
        timers.forEach { $0.setDeadline(MonotonicInstant(nanoseconds: 0)) }
        timers[1].setDeadline(nil)
        loop.remove(timers[2])
        #expect(try loop.run { !fired.entries.isEmpty })
        #expect(try !loop.run(atMost: .milliseconds(5)) { fired.entries.count > 1 })
        #expect(fired.entries == [0])
    }

    @Test("A handler may set its own timer again, and set others")
    func rearm() throws {
        let fired = Journal<MonotonicInstant>()
        let box = Journal<LoopTimer>()
        let timer = loop.makeTimer { now in
            fired.entries.append(now)
            if fired.entries.count < 3 { box.entries[0].setDeadline(now + .milliseconds(1)) }
        }
        box.entries = [timer]
        timer.setDeadline(MonotonicClock.now())
        #expect(try loop.run { fired.entries.count == 3 })
        #expect(try !loop.run(atMost: .milliseconds(5)) { fired.entries.count > 3 })
    }

    @Test("A tolerant timer that is due rides on another wake-up instead of making its own")
    func tolerance() throws {
        let fired = Journal<Int>()
        let tolerant = loop.makeTimer { _ in fired.entries.append(1) }
        let exact = loop.makeTimer { _ in fired.entries.append(2) }
        let start = MonotonicClock.now()
        tolerant.setDeadline(start + .milliseconds(1), tolerance: .seconds(5))
        exact.setDeadline(start + .milliseconds(10))
        let wakeUps = loop.wakeUps
        while fired.entries.count < 2 { try loop.turn() }
        #expect(fired.entries == [1, 2])
        #expect(loop.wakeUps == wakeUps + 1)
    }

    @Test("A signal arrives as an event")
    func signal() throws {
        let seen = Journal<ProcessSignal>()
        let source = try SignalSource([.hangUp, .windowChanged], on: loop) { signal, _ in seen.entries.append(signal) }
        pthread_kill(pthread_self(), SIGHUP)
        #expect(try loop.run { !seen.entries.isEmpty })
        #expect(seen.entries == [.hangUp])
        source.close()
    }

    @Test("run() ends after the handler that stops it")
    func stop() throws {
        let loop = loop
        let timer = loop.makeTimer { _ in loop.stop() }
        timer.setDeadline(MonotonicClock.now())
        try loop.run()
        #expect(timer.deadline == nil)
    }
}
