import Calendar
import Quantities
import RunCore
import Testing

@testable import HealthCore

@Suite("Changes on the way to the one writer") struct HealthChangeFrameTests {
    /// Any change that a store takes, of seeded dice.
    private static func change(_ dice: inout Dice) -> HealthChange {
        let kind = HealthKind(rawValue: UInt8(dice.number(in: 0...255)))
        let bytes = (0..<dice.number(in: 1...HealthID.mostBytes)).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
        let id = HealthID(bytes) ?? HealthID()
        let origin = HealthOrigin(high: dice.next(), low: dice.next()), version = UInt32(dice.number(in: 1...Int(Int32.max)))
        if dice.chance(20) { return HealthChange(deleting: kind, id: id, version: version, origin: origin) }
        return HealthChange(kind: kind, id: id, version: version, origin: origin, time: time(&dice), value: value(&dice))
    }

    private static func time(_ dice: inout Dice) -> HealthTime {
        func any() -> Int64 { Int64(bitPattern: dice.next()) }
        switch dice.number(in: 0...2) {
        case 0: return .none
        case 1:
            return .utc(
                start: UTCInstant(milliseconds: any()), end: UTCInstant(milliseconds: any()),
                zone: ZoneOffset(seconds: Int32(truncatingIfNeeded: any())))
        default:
            return .boot(
                BootID(high: dice.next(), low: dice.next()), start: MonotonicInstant(nanoseconds: any()),
                end: MonotonicInstant(nanoseconds: any()))
        }
    }

    private static func value(_ dice: inout Dice) -> HealthValue {
        let text = String(repeating: "ü", count: dice.number(in: 0...30))
        switch dice.number(in: 0...8) {
        case 0: return .none
        case 1: return .integer(Int64(bitPattern: dice.next()))
        case 2: return .real(Double(dice.number(in: -1000...1000)) / 8)
        case 3: return .text(text)
        case 4: return .numbers((0..<dice.number(in: 0...64)).map { Double($0) })
        case 5:
            let title = LocalizedText([.init(tag: "de", text: text), .init(tag: "en", text: "Walk")])
            return .goal(
                Goal(title: title, type: .unknown("swim"), target: UInt32(dice.number(in: 1...9999)), trophy: .zombieHand, points: 43))
        case 6: return .drink(Drink(kind: HealthID("black-tea"), milligrams: Double(dice.number(in: 0...2000))))
        case 7: return .runner(Runner(name: text))
        default: return .quarterHour(QuarterHourAmounts(steps: UInt32(dice.number(in: 0...5000))))
        }
    }

    private static func read(_ bytes: [UInt8]) -> Result<HealthChangeFrame, HealthChangeFrame.Fault> {
        bytes.withUnsafeBytes { raw in
            do throws(HealthChangeFrame.Fault) { return .success(try HealthChangeFrame(bytes: raw)) } catch { return .failure(error) }
        }
    }

    @Test("Whatever changes a frame is made of, its bytes are read as the same changes", arguments: 0..<200)
    func roundTrip(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        let changes = (0..<dice.number(in: 1...30)).map { _ in Self.change(&dice) }
        let frame = try HealthChangeFrame(changes)
        #expect(Self.read(frame.bytes) == .success(frame))
        #expect(frame.bytes.first == HealthChangeFrame.mark)
    }

    @Test("Any bytes are a frame of bounded changes or a fault: cut, longer, with any byte turned, and none of ours", arguments: 0..<60)
    func hostile(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        let bytes = try HealthChangeFrame((0..<3).map { _ in Self.change(&dice) }).bytes
        func check(_ bytes: [UInt8]) {
            guard case .success(let frame) = Self.read(bytes) else { return }
            #expect(frame.changes.allSatisfy(\.isWithinBounds) && (1...HealthChangeFrame.mostChanges).contains(frame.changes.count))
            // What was read can be said again.
            #expect(throws: Never.self) { try HealthChangeFrame(frame.changes) }
        }
        for length in 0..<bytes.count { if case .success = Self.read(Array(bytes[..<length])) { Issue.record("cut at \(length)") } }
        #expect(Self.read(bytes + [0]) == .failure(.malformed(3)))
        for _ in 0..<300 {
            var turned = bytes
            for _ in 0..<dice.number(in: 1...3) { turned[dice.number(in: 0...turned.count - 1)] = UInt8(truncatingIfNeeded: dice.next()) }
            check(turned)
            var noise = (0..<dice.number(in: 0...200)).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
            check(noise)
            if noise.count > 4 { (noise[0], noise[1], noise[3]) = (HealthChangeFrame.mark, 1, 0) }
            check(noise)
        }
    }

    @Test("A frame has bounds, and says which change breaks its own")
    func bounds() {
        let good = HealthChange(kind: .setting, id: HealthID("a") ?? HealthID(), origin: .migration, value: .integer(1))
        var bad = good
        bad.version = 0
        let large = HealthChange(
            kind: HealthKind(rawValue: 99), id: good.id, origin: .migration, value: .opaque([UInt8](repeating: 200, count: 1024)))
        func fault(_ changes: [HealthChange]) -> HealthChangeFrame.Fault? {
            do throws(HealthChangeFrame.Fault) {
                _ = try HealthChangeFrame(changes)
                return nil
            } catch { return error }
        }
        #expect(fault([]) == .empty)
        #expect(fault([good, bad]) == .outOfBounds(2))
        #expect(fault(Array(repeating: good, count: 256)) == nil)
        #expect(fault(Array(repeating: good, count: 257)) == .tooMuch)
        #expect(fault(Array(repeating: large, count: 59)) == nil)
        #expect(fault(Array(repeating: large, count: 64)) == .tooMuch)
        #expect(Self.read([UInt8](repeating: HealthChangeFrame.mark, count: HealthChangeFrame.mostBytes + 1)) == .failure(.tooMuch))
    }
}
