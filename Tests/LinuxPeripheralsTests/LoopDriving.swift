import Glibc
import LinuxPeripherals
import Quantities
import SystemCalls

extension EventLoop {
    /// Runs the loop until a condition holds, sleeping on descriptors between; false if it does not come true in time.
    func run(atMost limit: Duration = .seconds(10), until condition: () -> Bool) throws -> Bool {
        let late = Flag()
        let timer = makeTimer { _ in late.isSet = true }
        timer.setDeadline(MonotonicClock.now() + limit)
        defer { remove(timer) }
        while !condition(), !late.isSet { try turn() }
        return condition()
    }
}

/// A truth that a closure can set.
final class Flag { var isSet = false }

/// A list that a closure can fill.
final class Journal<Entry> { var entries: [Entry] = [] }

/// A pseudo-terminal in raw mode: what is written to the master is read from the terminal, as from a serial port.
final class PseudoTerminal {
    let master: Int32
    let path: String
    init?(raw: Bool = true) {
        // What posix_openpt() and its friends do, which Swift does not import: TIOCSPTLCK unlocks, TIOCGPTN tells the number.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlocked: Int32 = 0
        var number: UInt32 = 0
        guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else { return nil }
        path = "/dev/pts/\(number)"
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        guard raw else { return }
        let slave = open(path, O_RDWR | O_NOCTTY)
        var settings = termios()
        tcgetattr(slave, &settings)
        cfmakeraw(&settings)
        tcsetattr(slave, TCSANOW, &settings)
        close(slave)
        chmod(path, 0o666)  // gpsd gives up root and must still read it
    }
    deinit { close(master) }

    /// What was written to the terminal since.
    func output() -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(master, &chunk, chunk.count)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
}

/// A pipe whose reading end does not block.
final class BytePipe {
    let reading: Int32
    private var writing: Int32
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else { return nil }
        reading = ends[0]
        writing = ends[1]
    }
    func send(_ bytes: [UInt8]) { _ = write(writing, bytes, bytes.count) }
    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }
    deinit {
        closeWriting()
        close(reading)
    }
}
