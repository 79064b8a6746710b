/// A number with a fixed count of decimals, by whole-number arithmetic; `--` for none and for what is not finite.
public func decimal(_ value: Double?, _ places: Int) -> String {
    guard let value, value.isFinite, abs(value) < 1e15 else { return "--" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    let whole = UInt64(scaled / scale), fraction = UInt64(scaled - Double(whole) * scale)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + String(UInt64(scaled)) }
    let digits = String(fraction)
    return "\(sign)\(whole).\(String(repeating: "0", count: max(0, places - digits.count)))\(digits)"
}
