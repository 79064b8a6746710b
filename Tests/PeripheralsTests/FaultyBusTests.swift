import Glibc
import Peripherals
import Quantities
import SimulatedPeripherals
import Testing

@Suite struct FaultyBusTests {
    private static let codes = [EREMOTEIO, ENXIO, ETIMEDOUT, EAGAIN, EIO, ENODEV, EINVAL, EOPNOTSUPP]

    @Test(
        "E10: each errno on each transfer and the next is named, and the chip delivers again within six seconds",
        arguments: TestedChip.allCases)
    func everyErrnoOnEveryTransfer(chip: TestedChip) {
        let healthy = ChipBench(chip)
        let before = healthy.seconds(10)
        #expect(before.allSatisfy { $0.error == nil })
        let transfers = healthy.bus.count
        #expect(transfers >= 10)
        for transfer in 0..<transfers {
            for code in Self.codes {
                let bench = ChipBench(chip, failing: transfer..<transfer + 2, code: code)
                let outcomes = bench.seconds(10)
                let errors = outcomes.compactMap(\.error)
                #expect(errors.first?.fault == .bus(BusError(code: code)), "\(chip), transfer \(transfer)")
                #expect(1...2 ~= errors.count, "\(chip), transfer \(transfer), \(code): \(errors)")
                let later = bench.seconds(6)
                #expect(
                    later.suffix(2).allSatisfy { $0.error == nil && $0.samples >= chip.leastSamples }, "\(chip), transfer \(transfer)")
            }
        }
    }

    @Test("I1: a single missing acknowledgement goes unnoticed, except where it costs a FIFO's bytes", arguments: TestedChip.allCases)
    func singleFailure(chip: TestedChip) {
        let healthy = ChipBench(chip)
        let before = healthy.seconds(10).map { $0.samples }
        var noticed = 0
        for transfer in 0..<healthy.bus.count - 1 {
            let bench = ChipBench(chip, failing: transfer..<transfer + 1, code: EREMOTEIO)
            let outcomes = bench.seconds(10)
            if outcomes.contains(where: { $0.error != nil }) {
                noticed += 1
            } else {
                // The repeated read of a barometer may find that the measurement was taken by the failed one.
                let lost = before.reduce(0, +) - outcomes.reduce(0) { $0 + $1.samples }
                #expect(lost == 0 || lost == 1 && chip == .bmp390)
            }
        }
        #expect(noticed <= 12, "one read of the FIFO a second, two while probing")
    }

    @Test(
        "I3: a bus that is held for five minutes is named all the time, and the chip delivers when it is free",
        arguments: TestedChip.allCases)
    func heldForMinutes(chip: TestedChip) {
        let stuck = BusFaultScript.Entry(.held, from: ChipBench.start + .seconds(20), to: ChipBench.start + .seconds(320))
        let bench = ChipBench(chip, faults: BusFaultScript([stuck]))
        _ = bench.seconds(20)
        #expect(bench.seconds(300).allSatisfy { $0.error?.fault == .bus(BusError(code: ETIMEDOUT)) })
        _ = bench.seconds(6)
        #expect(bench.seconds(4).allSatisfy { $0.error == nil && $0.samples >= chip.leastSamples })
    }

    /// Faults that last 20 s, and whether the driver must name them.
    enum Lie: String, CaseIterable, Sendable {
        case notAcknowledged, absent, zeroes, ones, frozen, noise, reset

        var fault: BusFault {
            switch self {
            case .notAcknowledged: .notAcknowledged
            case .absent: .absent
            case .zeroes: .zeroes
            case .ones: .ones
            case .frozen: .frozen
            case .noise: .noise
            case .reset: .reset
            }
        }
    }

    @Test(
        "A chip that lies, falls silent or is reset in mid-stream is named within eight seconds and delivers again when it is well",
        arguments: TestedChip.allCases, Lie.allCases)
    func lies(chip: TestedChip, lie: Lie) {
        let from = ChipBench.start + .seconds(20)
        let to = from + .seconds(lie == .reset ? 1 : 20)
        let bench = ChipBench(chip, faults: BusFaultScript([.init(lie.fault, from: from, to: to)]))
        let before = bench.seconds(20)
        #expect(before.suffix(10).allSatisfy { $0.error == nil && $0.samples >= chip.leastSamples })
        let during = bench.seconds(20)
        #expect(during.allSatisfy { $0.isPlausible })
        let isNoticed =
            switch lie {
            case .frozen: chip.isNoisy
            case .reset: chip.hasSettings
            default: true
            }
        if isNoticed { #expect(during.prefix(8).contains { $0.error != nil }, "\(chip) \(lie)") }
        if lie == .zeroes || lie == .ones { #expect(during.suffix(10).allSatisfy { $0.samples == 0 }) }
        _ = bench.seconds(6)
        #expect(bench.seconds(10).allSatisfy { $0.error == nil && $0.samples >= chip.leastSamples })
    }

    @Test("I5, I13: another chip at the address is told from the right one, and the message names both", arguments: TestedChip.allCases)
    func impostor(chip: TestedChip) throws {
        let always = BusFaultScript.Entry(.impostor, from: ChipBench.start, to: ChipBench.start + .seconds(99))
        let outcomes = ChipBench(chip, faults: BusFaultScript([always])).seconds(5)
        for outcome in outcomes {
            let error = try #require(outcome.error)
            guard case .wrongIdentity(let found, let expected) = error.fault else {
                Issue.record("\(error)")
                return
            }
            #expect(found != expected)
            #expect(error.description.contains("another part is at this address"))
            #expect(error.description.contains(" on /dev/i2c-1 "))
        }
    }

    @Test("A bus that drops every tenth transfer still gives most of the samples", arguments: TestedChip.allCases)
    func unreliable(chip: TestedChip) {
        let always = BusFaultScript.Entry(.unreliable(0.1), from: ChipBench.start, to: ChipBench.start + .seconds(999))
        let outcomes = ChipBench(chip, faults: BusFaultScript([always])).seconds(120)
        let seconds = outcomes.count { $0.samples >= chip.leastSamples }
        #expect(seconds > 60, "\(chip): \(seconds) of 120")
    }

    @Test("A service after a pause of a minute tells of the loss and goes on", arguments: TestedChip.allCases)
    func longPause(chip: TestedChip) {
        let bench = ChipBench(chip)
        _ = bench.seconds(10)
        bench.wrist.bus.advance(to: ChipBench.start + .seconds(9.5))
        let script = BusFaultScript.Entry(.notAcknowledged, from: ChipBench.start + .seconds(10), to: ChipBench.start + .seconds(70))
        bench.wrist.bus.faults = BusFaultScript([script])
        _ = bench.seconds(60)
        _ = bench.seconds(3)
        #expect(bench.seconds(5).allSatisfy { $0.error == nil && $0.samples >= chip.leastSamples })
    }
}
