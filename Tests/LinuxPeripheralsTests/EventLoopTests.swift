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

    @Test("Another thread's wake calls the handler in the loop, many wakes once")
    func wake() throws {
        let calls = Journal<MonotonicInstant>()
        let handle = try loop.makeWakeHandle { calls.entries.append($0) }
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(handle).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let handle = Unmanaged<WakeHandle>.fromOpaque(argument).takeRetainedValue()
                for _ in 0..<100 { handle.wake() }
                return nil
            }, argument)
        try #require(status == 0)
        pthread_join(thread, nil)
        #expect(try loop.run { !calls.entries.isEmpty })
        #expect(try !loop.run(atMost: .milliseconds(5)) { calls.entries.count > 1 })
        loop.remove(handle)
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

@Suite("What the machine tells") struct MachineTests {
    @Test("D1: the monotonic clock does not go back")
    func monotonic() {
        let instants = (0..<100).map { _ in MonotonicClock.now() }
        #expect(zip(instants, instants.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("The boot has an id, the same each time")
    func bootID() throws {
        let id = try #require(BootID.current())
        #expect(BootID.current() == id)
        #expect(BootID(id.description) == id)
    }

    @Test("A boot id is sixteen bytes as they are spelled")
    func bootIDBytes() throws {
        let id = try #require(BootID("0bc4ddf6-efc4-487f-a478-a9fd4030aca5"))
        #expect(id.bytes == [0x0B, 0xC4, 0xDD, 0xF6, 0xEF, 0xC4, 0x48, 0x7F, 0xA4, 0x78, 0xA9, 0xFD, 0x40, 0x30, 0xAC, 0xA5])
    }

    @Test(
        "Other texts are no boot ids",
        arguments: [
            "", "0bc4ddf6", "0bc4ddf6-efc4-487f-a478-a9fd4030aca", "0bc4ddf6-efc4-487f-a478-a9fd4030aca50",
            "0bc4ddf6xefc4-487f-a478-a9fd4030aca5", "0bc4ddf6-efc4-487f-a478-a9fd4030acag",
        ])
    func noBootID(text: String) {
        #expect(BootID(text) == nil)
    }

    @Test(
        "A battery's charge and state are read; nonsense is absent",
        arguments: [
            ("57", "Discharging", BatteryReading(percent: 57, isCharging: false)),
            ("100", "Full", BatteryReading(percent: 100, isCharging: true)),
            ("0", "Charging", BatteryReading(percent: 0, isCharging: true)), ("101", "Unknown", BatteryReading(percent: nil)),
            ("-1", "", BatteryReading(percent: nil)), ("", "", BatteryReading(percent: nil)),
        ])
    func battery(capacity: String, status: String, expected: BatteryReading) throws {
        let folder = TemporaryFolder()
        for (name, kind) in [("ac", "Mains"), ("battery", "Battery")] {
            folder.makeFolder(name)
            folder.write("\(kind)\n", to: "\(name)/type")
        }
        folder.write("\(capacity)\n", to: "battery/capacity")
        folder.write("\(status)\n", to: "battery/status")
        let battery = try #require(SystemBattery(root: folder.path))
        #expect(battery.read() == expected)
    }

    @Test(
        "A battery's voltage is read in microvolts; nonsense is absent",
        arguments: [("3812000", 3.812), ("0", nil), ("-5", nil), ("99999999999", nil), ("", nil)] as [(String, Double?)])
    func batteryVoltage(text: String, volts: Double?) throws {
        let folder = TemporaryFolder()
        folder.makeFolder("battery")
        folder.write("Battery\n", to: "battery/type")
        folder.write("\(text)\n", to: "battery/voltage_now")
        let battery = try #require(SystemBattery(root: folder.path))
        #expect(battery.read().voltage == volts.map { .volts($0) })
    }

    @Test("A machine without a battery has none, and a mouse's does not count")
    func noBattery() {
        let folder = TemporaryFolder()
        folder.makeFolder("mouse")
        folder.write("Battery\n", to: "mouse/type")
        folder.write("Device\n", to: "mouse/scope")
        folder.write("80\n", to: "mouse/capacity")
        #expect(SystemBattery(root: folder.path) == nil)
        #expect(SystemBattery(root: folder.path + "/missing") == nil)
    }
}
