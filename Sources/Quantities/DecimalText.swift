/// A number with a fixed count of decimals, by whole-number arithmetic; `--` for none and for what is not finite.
///
/// Total: fewer than 0 decimals count as 0, more than 15 as 15. A `Double` tells about 16 digits; those that it cannot tell are zeros.
public func decimal(_ value: Double?, _ places: Int) -> String {
    guard let value, value.isFinite, abs(value) < 1e15 else { return "--" }
    let places = min(max(places, 0), 15)
    // All digits together stay below 2⁵³, up to which a `Double` counts without a gap, whatever is asked for.
    var told = 0, scale: UInt64 = 1
    while told < places, abs(value) * Double(scale) * 10 < 9e15 {
        told += 1
        scale *= 10
    }
    guard let scaled = UInt64(exactly: (abs(value) * Double(scale)).rounded()) else { return "--" }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + String(scaled) }
    let digits = told > 0 ? String(scaled % scale) : ""
    let padding = String(repeating: "0", count: max(0, told - digits.count))
    return "\(sign)\(scaled / scale).\(padding)\(digits)\(String(repeating: "0", count: places - told))"
}
