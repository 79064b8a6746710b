import Quantities
import RunCore
import Training

// How values lie in bytes, in the store and on the way to it: a number that says what it is, then its fields, little-endian. A form that
// was released is never changed: another one gets another number. Bytes of an unknown form are kept as they are.

extension HealthValue {
    /// No value is longer.
    public static let mostBytes = 1024
    /// The longest text.
    public static let mostTextBytes = 256
    /// The longest list.
    public static let mostNumbers = 64

    private enum Form {
        static let quarterHour: UInt8 = 1, day: UInt8 = 2, run: UInt8 = 3, integer: UInt8 = 4, real: UInt8 = 5, text: UInt8 = 6
        static let numbers: UInt8 = 7
        /// A run whose best efforts are known. One without them keeps the older form, byte for byte.
        static let measuredRun: UInt8 = 8
        static let goal: UInt8 = 9, award: UInt8 = 10, drink: UInt8 = 11, drinkKind: UInt8 = 12, runner: UInt8 = 13
        /// A run of a known runner. One without keeps the older forms.
        static let ownedRun: UInt8 = 14
    }

    /// True if it is short enough to be kept.
    public var isWithinBounds: Bool {
        switch self {
        case .text(let text): text.utf8.count <= Self.mostTextBytes
        case .numbers(let numbers): numbers.count <= Self.mostNumbers
        case .opaque(let bytes): (1...Self.mostBytes).contains(bytes.count)
        case .goal(let goal): goal.isWithinBounds
        case .award(let award): award.isWithinBounds
        case .drinkKind(let kind): kind.name.isWithinBounds
        case .runner(let runner): runner.name.utf8.count <= Runner.mostNameBytes
        default: true
        }
    }

    /// Gives the bytes in memory that lasts as long as the call; none for no value. Allocates nothing for numbers, quarter hours and runs.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch self {
        case .opaque(let bytes): return bytes.withUnsafeBytes(body)
        case .text, .numbers, .goal, .award, .drinkKind, .runner:
            var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
            let count = bytes.withUnsafeMutableBytes { write(into: $0) }
            bytes.removeLast(bytes.count - count)
            return bytes.withUnsafeBytes(body)
        default:
            // The longest of these, a runner's run with all its best efforts, has 130 bytes.
            var memory = (SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>())
            return withUnsafeMutableBytes(of: &memory) { buffer in
                let count = write(into: buffer)
                return body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
    }

    private func write(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var writer = ByteWriter(buffer)
        switch self {
        case .none: break
        case .quarterHour(let amounts):
            writer.put(Form.quarterHour)
            amounts.write(to: &writer)
        case .day(let day):
            writer.put(Form.day)
            writer.put(day.steps)
            writer.put(day.distanceMillimeters)
            writer.put(day.runs)
        case .run(let amounts):
            writer.put(amounts.runner != nil ? Form.ownedRun : amounts.bests == nil ? Form.run : Form.measuredRun)
            amounts.write(to: &writer)
            if let runner = amounts.runner {
                writer.put(runner.number)
                writer.put(UInt8(amounts.bests == nil ? 0 : 1))
            }
            amounts.bests?.write(to: &writer)
        case .goal(let goal):
            writer.put(Form.goal)
            goal.write(to: &writer)
        case .award(let award):
            writer.put(Form.award)
            award.write(to: &writer)
        case .drink(let drink):
            writer.put(Form.drink)
            drink.write(to: &writer)
        case .drinkKind(let kind):
            writer.put(Form.drinkKind)
            writer.put(kind.milligrams.bitPattern)
            kind.name.write(to: &writer)
        case .runner(let runner):
            writer.put(Form.runner)
            runner.write(to: &writer)
        case .integer(let number):
            writer.put(Form.integer)
            writer.put(number)
        case .real(let number):
            writer.put(Form.real)
            writer.put(number.bitPattern)
        case .text(let text):
            writer.put(Form.text)
            for byte in text.utf8 { writer.put(byte) }
        case .numbers(let numbers):
            writer.put(Form.numbers)
            for number in numbers { writer.put(number.bitPattern) }
        case .opaque(let bytes):
            for byte in bytes { writer.put(byte) }
        }
        return writer.count
    }

    /// Reads bytes that ``withBytes(_:)`` gave, or a later version: what is not known, or not whole, stays opaque. Beyond 1,024 bytes nil.
    public init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.mostBytes else { return nil }
        self = Self.known(bytes) ?? .opaque([UInt8](bytes))
    }

    private static func known(_ bytes: UnsafeRawBufferPointer) -> HealthValue? {
        guard bytes.count > 0 else { return HealthValue.none }
        var reader = ByteReader(bytes)
        let value: HealthValue
        switch reader.take() as UInt8 {
        case Form.quarterHour: value = .quarterHour(QuarterHourAmounts(from: &reader))
        case Form.day:
            value = .day(WholeDayAmounts(steps: reader.take(), distanceMillimeters: reader.take(), runs: reader.take()))
        case Form.run:
            guard let amounts = RunAmounts(from: &reader) else { return nil }
            value = .run(amounts)
        case Form.measuredRun:
            guard var amounts = RunAmounts(from: &reader), let bests = RunBests(from: &reader) else { return nil }
            amounts.bests = bests
            value = .run(amounts)
        case Form.ownedRun:
            guard var amounts = RunAmounts(from: &reader), let runner = RunnerID(reader.take()) else { return nil }
            amounts.runner = runner
            switch reader.take() as UInt8 {
            case 0: break
            case 1:
                guard let bests = RunBests(from: &reader) else { return nil }
                amounts.bests = bests
            default: return nil
            }
            value = .run(amounts)
        case Form.goal:
            guard let goal = Goal(from: &reader) else { return nil }
            value = .goal(goal)
        case Form.award:
            guard let award = GoalAward(from: &reader) else { return nil }
            value = .award(award)
        case Form.drink:
            guard let drink = Drink(from: &reader) else { return nil }
            value = .drink(drink)
        case Form.drinkKind:
            let milligrams = Double(bitPattern: reader.take())
            guard Drink.amounts.contains(milligrams), let name = LocalizedText(from: &reader) else { return nil }
            value = .drinkKind(DrinkKind(name: name, milligrams: milligrams))
        case Form.runner:
            guard let runner = Runner(from: &reader) else { return nil }
            value = .runner(runner)
        case Form.integer: value = .integer(reader.take())
        case Form.real: value = .real(Double(bitPattern: reader.take()))
        case Form.text:
            let rest = UnsafeRawBufferPointer(rebasing: bytes[1...])
            guard rest.count <= mostTextBytes, let text = String(validating: rest, as: UTF8.self) else { return nil }
            return .text(text)
        case Form.numbers:
            guard bytes.count % 8 == 1, bytes.count / 8 <= mostNumbers else { return nil }
            return .numbers((0..<bytes.count / 8).map { _ in Double(bitPattern: reader.take()) })
        default: return nil
        }
        return reader.isWhole ? value : nil
    }
}

extension QuarterHourAmounts {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.put(steps)
        writer.put(walkedMillimeters)
        writer.put(ranMillimeters)
        writer.put(energyTenths)
        writer.put(activeSeconds)
        writer.put(monotonicStartMilliseconds)
    }

    fileprivate init(from reader: inout ByteReader) {
        self.init(steps: reader.take())
        walkedMillimeters = reader.takeOptional()
        ranMillimeters = reader.takeOptional()
        energyTenths = reader.takeOptional()
        activeSeconds = reader.takeOptional()
        monotonicStartMilliseconds = reader.takeOptional()
    }
}

extension RunAmounts {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.put(type.rawValue)
        writer.put(zone.seconds)
        writer.put(elapsed.inMilliseconds)
        writer.put(timer.inMilliseconds)
        writer.put(moving.inMilliseconds)
        writer.put(Int64(rounding: distance.meters * 1000))
        writer.put(steps)
        writer.put(ascent.map { Int32(rounding: $0.meters * 10) })
        writer.put(descent.map { Int32(rounding: $0.meters * 10) })
        writer.put(energy.kilocalories.bitPattern)
        writer.put(averageHeartRate?.beatsPerMinute.bitPattern)
        writer.put(maximumHeartRate?.beatsPerMinute.bitPattern)
        writer.put(laps)
        writer.put(endCause?.rawValue)
    }

    fileprivate init?(from reader: inout ByteReader) {
        guard let type = RunType(rawValue: reader.take()) else { return nil }
        self.init(type: type, zone: ZoneOffset(seconds: reader.take()))
        elapsed = .milliseconds(reader.take() as Int64)
        timer = .milliseconds(reader.take() as Int64)
        moving = .milliseconds(reader.take() as Int64)
        distance = .meters(Double(reader.take() as Int64) / 1000)
        steps = reader.takeOptional()
        ascent = (reader.takeOptional() as Int32?).map { .meters(Double($0) / 10) }
        descent = (reader.takeOptional() as Int32?).map { .meters(Double($0) / 10) }
        energy = .kilocalories(Double(bitPattern: reader.take()))
        averageHeartRate = (reader.takeOptional() as UInt64?).map { .beatsPerMinute(Double(bitPattern: $0)) }
        maximumHeartRate = (reader.takeOptional() as UInt64?).map { .beatsPerMinute(Double(bitPattern: $0)) }
        laps = reader.take()
        if let cause = reader.takeOptional() as UInt8? {
            guard let known = EndCause(rawValue: cause) else { return nil }
            endCause = known
        }
    }
}

extension RunBests {
    /// A bit for each kind that is there, then their numbers in the order of the kinds.
    fileprivate func write(to writer: inout ByteWriter) {
        var kinds: UInt16 = 0
        for kind in BestEffortKind.allCases where self[kind] != nil { kinds |= 1 << UInt16(kind.rawValue) }
        writer.put(kinds)
        for kind in BestEffortKind.allCases { if let number = self[kind] { writer.put(number) } }
    }

    /// Nil for kinds that are not known here, and for a number that says nothing.
    fileprivate init?(from reader: inout ByteReader) {
        self.init()
        let kinds: UInt16 = reader.take()
        guard kinds >> UInt16(BestEffortKind.allCases.count) == 0 else { return nil }
        for kind in BestEffortKind.allCases where kinds & 1 << UInt16(kind.rawValue) != 0 {
            let number: UInt32 = reader.take()
            guard number > 0 else { return nil }
            self[kind] = number
        }
    }
}

/// The order of contents, which decides between two that claim the same version and origin.
enum HealthContent {
    static func isGreater(_ a: HealthChange, than b: HealthChange) -> Bool {
        if a.isDeleted != b.isDeleted { return a.isDeleted }
        let left = bytes(a), right = bytes(b)
        return right.lexicographicallyPrecedes(left)
    }

    private static func bytes(_ change: HealthChange) -> [UInt8] {
        var id = HealthID()
        var bytes: [UInt8] = []
        switch change.time {
        case .none: break
        case .utc(let start, let end, let zone):
            id.append(UInt8(1))
            id.append(start.milliseconds)
            id.append(end.milliseconds)
            id.append(zone.seconds)
        case .boot(let boot, let start, let end):
            id.append(UInt8(2))
            id.append(boot.high)
            id.append(boot.low)
            id.append(start.nanoseconds)
            id.append(end.nanoseconds)
        }
        id.withBytes { bytes += $0 }
        bytes.append(0)
        change.value.withBytes { bytes += $0 }
        return bytes
    }
}

/// Puts numbers one after the other; what has no room is left out, and no value is that long.
struct ByteWriter {
    private let buffer: UnsafeMutableRawBufferPointer
    private(set) var count = 0
    init(_ buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

    mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        guard count + MemoryLayout<Number>.size <= buffer.count else { return }
        buffer.storeBytes(of: number.littleEndian, toByteOffset: count, as: Number.self)
        count += MemoryLayout<Number>.size
    }
    mutating func put<Number: FixedWidthInteger>(_ number: Number?) {
        put(UInt8(number == nil ? 0 : 1))
        if let number { put(number) }
    }
    /// A text of at most 255 bytes, its length before it.
    mutating func put(_ text: String) {
        put(UInt8(clamping: text.utf8.count))
        for byte in text.utf8.prefix(255) { put(byte) }
    }
    mutating func put(_ id: HealthID) {
        put(UInt8(id.count))
        for index in 0..<id.count { put(id[index]) }
    }
}

/// Takes numbers one after the other; 0 beyond the end, which ``isWhole`` tells.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private var isShort = false
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// True if exactly all bytes were taken.
    var isWhole: Bool { !isShort && offset == bytes.count }

    mutating func take<Number: FixedWidthInteger>() -> Number {
        guard offset + MemoryLayout<Number>.size <= bytes.count else {
            isShort = true
            return 0
        }
        defer { offset += MemoryLayout<Number>.size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
    mutating func takeOptional<Number: FixedWidthInteger>() -> Number? {
        let isThere: UInt8 = take()
        if isThere > 1 { isShort = true }
        return isThere == 1 ? take() : nil
    }
    /// Nil if it is not whole or no text.
    mutating func takeText() -> String? {
        let count = Int(take() as UInt8)
        guard !isShort, offset + count <= bytes.count else { return nil }
        defer { offset += count }
        return String(validating: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]), as: UTF8.self)
    }
    /// So many bytes; nil if there are fewer.
    mutating func takeBytes(_ count: Int) -> UnsafeRawBufferPointer? {
        guard !isShort, count >= 0, count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }
    /// An empty one for length 0; nil if it is not whole or too long.
    mutating func takeID() -> HealthID? {
        let count = Int(take() as UInt8)
        guard !isShort, count <= HealthID.mostBytes, offset + count <= bytes.count else { return nil }
        defer { offset += count }
        var id = HealthID()
        for byte in bytes[offset..<offset + count] { id.append(byte) }
        return id
    }
}
