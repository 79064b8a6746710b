import Peripherals
import Quantities
import Testing

@testable import SensorService

@Suite struct SensorConditionTests {
    private static func error(_ fault: ChipFault) -> ChipError { ChipError(part: PartName(chip: "BMP390", bus: "test"), fault: fault) }
    private static func at(_ seconds: Int) -> MonotonicInstant { MonotonicInstant(seconds: Double(seconds)) }
    private static let good = ServiceReport(samples: 25)

    /// Lets a part fail at each try up to a second, and returns the seconds of the tries.
    private func tries(_ fault: ChipFault, until end: Int) -> [Int] {
        var condition = SensorCondition(), tries: [Int] = []
        for second in 0...end where condition.isDue(at: Self.at(second), inBatch: true) {
            tries.append(second)
            condition.note(Self.error(fault), at: Self.at(second))
        }
        return tries
    }

    @Test("E10, I5: a part that stays dead is tried again after 1, 2, 4 … 60 s, for ever", arguments: [ChipFault.notReady, .silent])
    func backOff(_ fault: ChipFault) {
        #expect(tries(fault, until: 250) == [0, 1, 3, 7, 15, 31, 63, 123, 183, 243])
    }

    @Test("One failure is no news; the second in a row is, once; a good service takes it back, once")
    func news() {
        var condition = SensorCondition()
        condition.note(Self.good, at: Self.at(0))
        #expect(condition.takeNews() == .working)
        condition.note(Self.error(.notReady), at: Self.at(10))
        #expect(condition.takeNews() == nil && condition.state == .working)
        condition.note(Self.error(.notReady), at: Self.at(11))
        #expect(condition.takeNews() == .failed)
        condition.note(Self.error(.notReady), at: Self.at(13))
        #expect(condition.takeNews() == nil)
        condition.note(Self.good, at: Self.at(17))
        #expect(condition.takeNews() == .working)
        #expect(condition.takeNews() == nil)
    }

    @Test("A part that has worked for as long as it was waited for begins with a second again")
    func forgiven() {
        var condition = SensorCondition()
        for second in [0, 1, 3] { condition.note(Self.error(.notReady), at: Self.at(second)) }
        for second in 7...15 { condition.note(Self.good, at: Self.at(second)) }
        #expect(condition.trouble == nil)
        condition.note(Self.error(.notReady), at: Self.at(16))
        #expect(!condition.isDue(at: Self.at(16), inBatch: true))
        #expect(condition.isDue(at: Self.at(17), inBatch: true))
    }

    @Test("A part that was caught repeating itself must deliver for 5 s before it is believed")
    func proof() {
        var condition = SensorCondition()
        for second in 0...1 { condition.note(Self.error(.frozen), at: Self.at(second)) }
        #expect(condition.takeNews() == .failed)
        for second in 3...7 {
            condition.note(Self.good, at: Self.at(second))
            #expect(condition.state == .failed)
        }
        condition.note(Self.good, at: Self.at(8))
        #expect(condition.takeNews() == .working)
    }

    @Test("A chip that lost its settings is set up at once, but not again and again")
    func restarted() {
        var condition = SensorCondition()
        condition.note(Self.good, at: Self.at(0))
        condition.note(Self.error(.restarted), at: Self.at(5))
        #expect(condition.step == Self.at(5))
        condition.note(Self.error(.restarted), at: Self.at(6))
        #expect(condition.step == nil)
        #expect(!condition.isDue(at: Self.at(6), inBatch: true))
    }

    @Test("Steps of a set-up come at their own time, a retry only with a batch")
    func steps() {
        var condition = SensorCondition()
        condition.note(ServiceReport(isMeasuring: false, again: Self.at(3)), at: Self.at(2))
        #expect(!condition.isDue(at: Self.at(2), inBatch: true))
        #expect(condition.isDue(at: Self.at(3), inBatch: false))
        condition.note(Self.error(.notReady), at: Self.at(3))
        #expect(!condition.isDue(at: Self.at(9), inBatch: false))
        #expect(condition.isDue(at: Self.at(9), inBatch: true))
    }
}
