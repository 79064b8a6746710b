import Quantities

/// Where the five heart-rate zones begin, in whole beats a minute.
public struct HeartRateZones: Hashable, Sendable {
    /// The lowest rate of zones 1 to 5, rising; all 0 when zones are not known.
    public private(set) var lowerBounds: (UInt8, UInt8, UInt8, UInt8, UInt8)

    /// Own limits; nil unless they rise and are above 0.
    public init?(lowerBounds b: (UInt8, UInt8, UInt8, UInt8, UInt8)) {
        guard b.0 > 0, b.0 < b.1, b.1 < b.2, b.2 < b.3, b.3 < b.4 else { return nil }
        lowerBounds = b
    }
    private init(unchecked b: (UInt8, UInt8, UInt8, UInt8, UInt8)) { lowerBounds = b }

    /// Zones are not known: nobody told the age or the greatest rate.
    public static let unknown = HeartRateZones(unchecked: (0, 0, 0, 0, 0))

    /// 50, 60, 70, 80 and 90 % of the greatest rate.
    public init(ofMaximum maximum: HeartRate) {
        self.init(cuts: { maximum.beatsPerMinute * $0 })
    }
    /// The same cuts of the reserve above rest (Karvonen 1957): rest + p × (maximum − rest).
    public init(ofReserveTo maximum: HeartRate, rest: HeartRate) {
        self.init(cuts: { rest.beatsPerMinute + $0 * (maximum.beatsPerMinute - rest.beatsPerMinute) })
    }
    private init(cuts: (Double) -> Double) {
        let b = [0.5, 0.6, 0.7, 0.8, 0.9].map { UInt8(rounding: cuts($0)) }
        self = HeartRateZones(lowerBounds: (b[0], b[1], b[2], b[3], b[4])) ?? .unknown
    }

    /// True if there are zones.
    public var isKnown: Bool { lowerBounds.0 > 0 }
    /// The zone of a rate in whole beats: 1...5, 0 below zone 1; nil if there are no zones or the rate is 0.
    public func zone(ofBeats beats: UInt8) -> Int? {
        guard isKnown, beats > 0 else { return nil }
        let b = lowerBounds
        return beats < b.0 ? 0 : beats < b.1 ? 1 : beats < b.2 ? 2 : beats < b.3 ? 3 : beats < b.4 ? 4 : 5
    }

    /// Equal if all limits are.
    public static func == (a: HeartRateZones, b: HeartRateZones) -> Bool { a.lowerBounds == b.lowerBounds }
    /// Hashes the limits.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(lowerBounds.0)
        hasher.combine(lowerBounds.4)
    }
}
