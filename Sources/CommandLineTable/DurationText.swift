/// Durations as people type them: numbers with units, `90s`, `10min`, `1h30min`, `1.5h`, `250ms`. A number alone is refused, since nobody
/// can tell its unit (fault B9).
public enum DurationText {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("h", 3_600_000), ("min", 60_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    private static let longestMilliseconds: Int64 = 1_000_000_000_000

    /// Reads a duration; nil when it is not one, has a unit twice or out of order, or is longer than about 31 years (10⁹ s).
    public static func duration(_ text: String) -> Duration? {
        var rest = Substring(text)
        var total: Int64 = 0
        var smallestUnit = Int64.max
        repeat {
            let number = rest.prefix { $0 == "." || ("0"..."9").contains($0) }
            rest = rest.dropFirst(number.count)
            let unitName = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unitName.count)
            guard let unit = units.first(where: { $0.name == unitName })?.milliseconds, unit < smallestUnit else { return nil }
            guard let amount = Double(number), let piece = Int64(exactly: (amount * Double(unit)).rounded()) else { return nil }
            guard piece <= longestMilliseconds, total + piece <= longestMilliseconds else { return nil }
            total += piece
            smallestUnit = unit
        } while !rest.isEmpty
        return .milliseconds(total)
    }

    /// The duration as it would be typed, in the largest units that express it; below a millisecond it is cut.
    public static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        var text = seconds < 0 || milliseconds < 0 ? "-" : ""
        let pieces: [(UInt64, String)] = [
            (seconds.magnitude / 3600, "h"), (seconds.magnitude / 60 % 60, "min"), (seconds.magnitude % 60, "s"),
            (milliseconds.magnitude, "ms"),
        ]
        for (amount, unit) in pieces where amount > 0 { text += "\(amount)\(unit)" }
        return text.isEmpty ? "0s" : text
    }
}
