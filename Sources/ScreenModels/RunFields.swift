/// A value that a page of a run can show, by the number under which settings keep it.
public enum RunField: UInt8, CaseIterable, Sendable {
    /// Distance so far.
    case distance = 1
    /// Time without pauses.
    case time = 2
    /// Time from the start, pauses included.
    case elapsed = 3
    /// Pace now.
    case pace = 4
    /// Mean pace of the run.
    case averagePace = 5
    /// Mean pace of the lap under way.
    case lapPace = 6
    /// Distance of the lap under way.
    case lapDistance = 7
    /// Time of the lap under way.
    case lapTime = 8
    /// Mean pace of the lap before.
    case lastLapPace = 9
    /// Heart rate now.
    case heartRate = 10
    /// Mean heart rate of the run.
    case averageHeartRate = 11
    /// Mean heart rate of the lap under way.
    case lapHeartRate = 12
    /// Heart-rate zone.
    case zone = 13
    /// Cadence now.
    case cadence = 14
    /// Steps of the run.
    case steps = 15
    /// Climbed so far.
    case ascent = 16
    /// Descended so far.
    case descent = 17
    /// Altitude now.
    case altitude = 18
    /// Energy so far.
    case energy = 19
    /// Time of day.
    case clock = 20
    /// Charge of the battery.
    case battery = 21
}

/// The values of one page, at most four, in their order. A page without any is not shown.
public struct RunFields: Hashable, Sendable {
    /// The most that a page shows.
    public static let capacity = 4

    private var fields: (RunField?, RunField?, RunField?, RunField?)
    /// How many there are, 0...4.
    public private(set) var count = 0

    /// The fields of a page; more than four are left out.
    public init(_ fields: RunField...) {
        self.fields = (nil, nil, nil, nil)
        for field in fields { append(field) }
    }

    /// The fields that numbers stand for, 0 for none; nil if a number stands for no field or a gap lies between two.
    public init?(numbers: SIMD4<UInt8>) {
        self.init()
        for index in 0..<Self.capacity where numbers[index] > 0 {
            guard index == count, let field = RunField(rawValue: numbers[index]) else { return nil }
            append(field)
        }
    }

    /// The numbers of the fields, 0 for none.
    public var numbers: SIMD4<UInt8> {
        SIMD4(fields.0?.rawValue ?? 0, fields.1?.rawValue ?? 0, fields.2?.rawValue ?? 0, fields.3?.rawValue ?? 0)
    }

    /// A field, 0...3; nil beyond the last. Setting one there does nothing.
    public subscript(index: Int) -> RunField? {
        get {
            switch index {
            case 0: fields.0
            case 1: fields.1
            case 2: fields.2
            case 3: fields.3
            default: nil
            }
        }
        set { if index < count, newValue != nil { put(newValue, at: index) } }
    }

    /// Adds a field behind the others; ignored when four are there.
    public mutating func append(_ field: RunField) {
        guard count < Self.capacity else { return }
        put(field, at: count)
        count += 1
    }

    /// Takes the last field away.
    public mutating func removeLast() {
        guard count > 0 else { return }
        count -= 1
        put(nil, at: count)
    }

    /// Whether a field is among them.
    public func contains(_ field: RunField) -> Bool { fields.0 == field || fields.1 == field || fields.2 == field || fields.3 == field }

    private mutating func put(_ field: RunField?, at index: Int) {
        switch index {
        case 0: fields.0 = field
        case 1: fields.1 = field
        case 2: fields.2 = field
        case 3: fields.3 = field
        default: break
        }
    }

    /// Equal if all fields are.
    public static func == (a: RunFields, b: RunFields) -> Bool { a.numbers == b.numbers }
    /// Hashes the fields.
    public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}
