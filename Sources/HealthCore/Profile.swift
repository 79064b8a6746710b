import Quantities

/// The runner, as told at the first start or later. What was not told is nil; the defaults of the rules then apply (65 kg, 1.70 m).
public struct Profile: Hashable, Sendable {
    /// Sex as the energy equations use it.
    public enum Sex: UInt8, CaseIterable, Sendable {
        /// Female.
        case female = 1
        /// Male.
        case male = 2
    }

    /// Body mass; 30–299 kg, Running Life's range.
    public var weight: Mass
    /// Body height; 0.60–3.09 m, Running Life's range.
    public var height: Distance
    /// Year of birth; nil until told.
    public var birthYear: Int16?
    /// Sex; nil until told.
    public var sex: Sex?
    /// Greatest heart rate as measured, 100–230; nil = from the age.
    public var maximumHeartRate: HeartRate?
    /// Heart rate at rest, 30–110; nil until told.
    public var restingHeartRate: HeartRate?

    /// A profile; values out of range are brought into it.
    public init(
        weight: Mass = .kilograms(65), height: Distance = .meters(1.7), birthYear: Int16? = nil, sex: Sex? = nil,
        maximumHeartRate: HeartRate? = nil, restingHeartRate: HeartRate? = nil
    ) {
        self.weight = Self.clamp(weight, to: Self.weights)
        self.height = Self.clamp(height, to: Self.heights)
        self.birthYear = birthYear.map { min(max($0, Self.birthYears.lowerBound), Self.birthYears.upperBound) }
        self.sex = sex
        self.maximumHeartRate = maximumHeartRate.map { Self.clamp($0, to: Self.maximumHeartRates) }
        self.restingHeartRate = restingHeartRate.map { Self.clamp($0, to: Self.restingHeartRates) }
    }

    /// Allowed body masses.
    public static let weights = Mass.kilograms(30)...Mass.kilograms(299)
    /// Allowed body heights.
    public static let heights = Distance.meters(0.6)...Distance.meters(3.09)
    /// Allowed years of birth.
    public static let birthYears: ClosedRange<Int16> = 1900...2100
    /// Allowed greatest heart rates.
    public static let maximumHeartRates = HeartRate.beatsPerMinute(100)...HeartRate.beatsPerMinute(230)
    /// Allowed heart rates at rest.
    public static let restingHeartRates = HeartRate.beatsPerMinute(30)...HeartRate.beatsPerMinute(110)

    private static func clamp<Q: Quantity>(_ value: Q, to range: ClosedRange<Q>) -> Q {
        value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : range.lowerBound
    }
}
