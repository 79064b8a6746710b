import Glibc
import Quantities

/// A bar of a round length on the ground: 1, 2 or 5 times a power of ten metres, or miles.
public struct ScaleBar: Hashable, Sendable {
    /// How long it is on the ground.
    public let length: Distance
    /// How long it is drawn, in units.
    public let units: Double
    /// Its length as text, with the unit's symbol: `500 m`, `2 km`, `0.2 mi`.
    public let text: String

    /// The longest bar that has room; nil if there is none.
    /// - Parameters:
    ///   - unitsPerMeter: how long a metre is drawn, in units.
    ///   - most: units that the bar may be long.
    init?(unitsPerMeter: Double, most: Double, inMiles: Bool) {
        let perMeasure = unitsPerMeter * (inMiles ? Distance.metersPerMile : 1)
        let room = most / perMeasure
        guard room.isFinite, room >= 1e-6, room <= 1e12, perMeasure > 0 else { return nil }
        let power = Int(rounding: log10(room).rounded(.down))
        let ten = pow(10, Double(power)), digit = room >= 5 * ten ? 5.0 : room >= 2 * ten ? 2 : 1
        units = digit * ten * perMeasure
        length = inMiles ? .miles(digit * ten) : .meters(digit * ten)
        text =
            if inMiles {
                decimal(digit * ten, -power) + " mi"
            } else if power >= 3 {
                decimal(digit * ten / 1000, 0) + " km"
            } else {
                decimal(digit * ten, -power) + " m"
            }
    }
}
