import Glibc
import SystemCalls
import Testing

@testable import LinuxPeripherals
@testable import Peripherals
@testable import Quantities

/// The machine with simulated hardware that the kernel's interfaces are tested on: `scripts/soak kernel` boots it and `tools/kernel-guest`
/// lays the folder that `HARRIER_KERNEL_TESTS` names. Without it these tests are skipped.
struct KernelMachine {
    static let current: KernelMachine? = getenv("HARRIER_KERNEL_TESTS").map { KernelMachine(folder: String(cString: $0)) }
    static let absence = "needs a kernel with simulated hardware: scripts/soak kernel"

    let folder: String

    /// A device or a file of it.
    func path(_ name: String) -> String { "\(folder)/\(name)" }
    func has(_ name: String) -> Bool { access(path(name), F_OK) == 0 }

    /// Writes to a file of the kernel's, at once.
    func write(_ text: String, to name: String) throws {
        let descriptor = open(path(name), O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let count = text.withCString { Glibc.write(descriptor, $0, strlen($0)) }
        try #require(count == text.utf8.count, "\(name) does not take \(text)")
    }
    /// The text of a file.
    func text(_ name: String) -> String {
        let descriptor = open(path(name), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += chunk[..<count]
        }
    }

    /// Has the chips behind the bus do something: `gone 57`.
    func sensors(_ command: String) throws { try write(command + "\n", to: "sensors") }
    /// Drives a line of a chip from outside.
    func pull(_ line: UInt32, of chip: String = "gpio", isHigh: Bool) throws {
        try write(isHigh ? "pull-up" : "pull-down", to: "\(chip)/sim_gpio\(line)/pull")
    }
}

/// The tests on a real kernel, one after another: they share its hardware.
@Suite("On a real kernel", .serialized, .enabled(if: KernelMachine.current != nil, "needs scripts/soak kernel"))
struct KernelTests {}

extension EventLoop {
    /// Does something every so often until it says that it is done; false if that takes too long.
    func `repeat`(every step: Duration, atMost limit: Duration = .seconds(30), until isDone: @escaping (MonotonicInstant) throws -> Bool)
        throws
        -> Bool
    {
        let outcome = Journal<Result<Bool, any Error>>()
        let box = Journal<LoopTimer>()
        let timer = makeTimer { now in
            let result = Result { try isDone(now) }
            if case .success(false) = result { box.entries.first?.setDeadline(now + step) } else { outcome.entries.append(result) }
        }
        box.entries = [timer]
        timer.setDeadline(MonotonicClock.now())
        defer { remove(timer) }
        guard try run(atMost: limit, until: { !outcome.entries.isEmpty }) else { return false }
        return try outcome.entries[0].get()
    }
}
