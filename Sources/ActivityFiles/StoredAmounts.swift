import Quantities

/// Amounts in the whole numbers in which text formats write them; what is not known, or beyond all measure, is absent.
enum StoredAmounts {
    /// A place in 10⁻⁷ degrees (11 mm), which is what the log keeps. 180° east is written as 180° west: the schemas of GPX and TCX exclude it.
    @inline(__always) static func degrees(_ position: Coordinate?) -> (latitude: Int64, longitude: Int64)? {
        guard let position, position.isPlausible else { return nil }
        let longitude = Int64(rounding: position.longitude * 1e7)
        return (Int64(rounding: position.latitude * 1e7), longitude >= 1_800_000_000 ? -1_800_000_000 : longitude)
    }
    /// Centimetres above the sea.
    @inline(__always) static func centimeters(_ altitude: Altitude?) -> Int64? { scaled(altitude?.meters, 100) }
    /// Millimetres of a distance.
    @inline(__always) static func millimeters(_ distance: Distance?) -> Int64? {
        scaled(distance?.meters, 1000).flatMap { $0 < 0 ? nil : $0 }
    }
    /// Millimetres a second.
    @inline(__always) static func millimeters(_ speed: Speed?) -> Int64? {
        scaled(speed?.metersPerSecond, 1000).flatMap { $0 < 0 ? nil : $0 }
    }
    /// Beats a minute, 1...255: a heart that does not beat is a missing value (fault E8).
    @inline(__always) static func beats(_ rate: HeartRate?) -> Int64? {
        scaled(rate?.beatsPerMinute, 1).flatMap { (1...255).contains($0) ? $0 : nil }
    }
    /// Steps of both feet a minute.
    @inline(__always) static func steps(_ cadence: Cadence?) -> Int64? {
        scaled(cadence?.stepsPerMinute, 1).flatMap { (0...508).contains($0) ? $0 : nil }
    }
    /// Steps of one foot a minute, 0...254, halves rounded up.
    @inline(__always) static func strides(_ cadence: Cadence?) -> Int64? {
        scaled(cadence?.stepsPerMinute, 0.5).flatMap { (0...254).contains($0) ? $0 : nil }
    }
    /// Tenths of a degree Celsius.
    @inline(__always) static func tenths(_ temperature: Temperature?) -> Int64? { scaled(temperature?.celsius, 10) }
    /// Whole kilocalories, at most what 16 bits hold.
    static func kilocalories(_ energy: Energy?) -> Int64? { scaled(energy?.kilocalories, 1).flatMap { $0 < 0 ? nil : min($0, 65_535) } }

    /// The nearest whole number; halves away from zero.
    @inline(__always) private static func scaled(_ value: Double?, _ scale: Double) -> Int64? {
        guard let value, abs(value) < 1e12 else { return nil }
        return Int64(rounding: value * scale)
    }
}
