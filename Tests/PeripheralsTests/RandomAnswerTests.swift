import Glibc
import Peripherals
import Quantities
import SimulatedPeripherals
import Testing

/// A bus that answers at random, but often enough with the chip's identity, idle registers and believable fill levels that a driver gets
/// past its first question.
final class RandomBus: I2CBus {
    let name = "random"
    private(set) var answers = 0
    private var random: SeededRandom
    private static let favourites: [UInt8] = [
        0x00, 0xFF, 0x15, 0x6C, 0x68, 0x60, 0x08, 0x33, 0xA0, 0x02, 0x10, 0x12, 0x70, 0x19, 0x40, 0x80,
    ]

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    func transfer(_ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) throws(BusError) {
        answers += 1
        let draw = random.next()
        if draw & 31 == 0 { throw BusError(code: Int32(truncatingIfNeeded: draw >> 8)) }
        guard !read.isEmpty else { return }
        let kind = draw >> 5 & 7
        if write.first == 0x08, read.count == 2, kind < 5 {
            read[0] = 0x00
            read[1] = 0x12
            return
        }
        let identity: UInt8? = kind < 5 ? Self.usual(write.first ?? 0, length: read.count) : nil
        if let identity, read.count <= 2 {
            for index in read.indices { read[index] = identity }
            return
        }
        if kind == 5 {
            let byte = Self.favourites[Int(draw >> 8 & 15)]
            for index in read.indices { read[index] = byte }
            return
        }
        var bits: UInt64 = 0
        for index in read.indices {
            if index % 8 == 0 { bits = random.next() }
            read[index] = UInt8(truncatingIfNeeded: bits)
            bits >>= 8
        }
        // Statuses and enables of a MAX3010x that has kept its settings, the flags of a BMP390 with a measurement.
        if kind < 3, read.count == 7 {
            read[0] = draw & 0x100 == 0 ? read[0] & 0xFE : 0x70
            read[2] = 0xA0
            read[3] = 0x02
        }
        // A believable fill level.
        if kind < 4, read.count == 10 { read[1] &= 0x49 }
    }

    /// What a register holds in a chip that is well.
    private static func usual(_ register: UInt8, length: Int) -> UInt8? {
        switch register {
        case 0xFE, 0xFF: 0x15
        case 0x0F: 0x6C
        case 0x75: 0x68
        case 0x00 where length == 1: 0x60
        case 0x09, 0x12, 0x02: 0x00
        case 0x1B: 0x33
        case 0x6B: 0x08
        default: nil
        }
    }
}

/// Feeds a driver with random answers; returns how often it measured.
private func torture(_ chip: TestedChip, answers: Int, seed: UInt64) -> Int {
    let bus = RandomBus(seed: seed)
    let driver = TestedDriver(chip, on: bus)
    var random = SeededRandom(seed: seed &+ 1)
    var now = MonotonicInstant(nanoseconds: 0)
    var measured = 0
    while bus.answers < answers {
        now = now + .milliseconds(Int64(random.next() % 1200))
        do throws(ChipError) {
            let report = try driver.service(at: now)
            if report.samples > 0 { measured += 1 }
            #expect(driver.isPlausible)
        } catch { if error.part.chip.isEmpty { Issue.record("an error without a part") } }
    }
    return measured
}

private func torture(display answers: Int, seed: UInt64) -> Int {
    let bus = RandomBus(seed: seed)
    let display = SSD1306(on: bus)
    var random = SeededRandom(seed: seed)
    var frame = Bitmap(width: 128, height: 64)
    var shown = 0
    while bus.answers < answers {
        let draw = random.next()
        frame.fill(x: Int(draw & 127), y: Int(draw >> 8 & 63), width: Int(draw >> 16 & 31), height: Int(draw >> 24 & 31), .invert)
        do throws(PeripheralError) {
            if draw >> 32 & 31 == 0 { try display.setLight([.on, .dim, .off][Int(draw >> 40 % 3)]) }
            try display.show(frame)
            shown += 1
        } catch { if error.part.isEmpty { Issue.record("an error without a part") } }
    }
    return shown
}

@Suite struct RandomAnswerTests {
    @Test("I4: a hundred thousand random answers end no driver, and what it delivers is within its range", arguments: TestedChip.allCases)
    func chips(chip: TestedChip) { #expect(torture(chip, answers: 100_000, seed: 11) > 100) }

    @Test("I4: a hundred thousand random answers do not end the display's driver")
    func display() { #expect(torture(display: 100_000, seed: 12) > 100) }
}

@Suite(.enabled(if: getenv("HARRIER_SOAK") != nil, "set HARRIER_SOAK for ten million random answers a driver"))
struct RandomAnswerSoak {
    @Test("I4: ten million random answers end no driver", arguments: TestedChip.allCases)
    func chips(chip: TestedChip) { #expect(torture(chip, answers: 10_000_000, seed: 21) > 10_000) }

    @Test("I4: ten million random answers do not end the display's driver")
    func display() { #expect(torture(display: 10_000_000, seed: 22) > 10_000) }
}
