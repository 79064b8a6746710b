import Quantities

/// Names of zones that have always the same offset, as the watch sets them by hand: `UTC`, `UTC+05:30`, `UTC-03:00`. No IANA name looks like
/// the last two.
extension ZoneOffset {
    /// The offsets that can be set by hand, in minutes: those that regions keep today, from Baker Island to the Line Islands.
    public static let fixedMinutes: ClosedRange<Int16> = -720...840
    /// Every offset that a region keeps today is a multiple of a quarter of an hour.
    public static let fixedStep: Int16 = 15

    /// The offset that a name says; nil for any other name, and for offsets that are out of range or no quarter hours.
    public init?(fixedZoneName name: some StringProtocol) {
        let bytes = Array(name.utf8)
        guard bytes.starts(with: Array("UTC".utf8)) else { return nil }
        if bytes.count == 3 {
            self = .utc
            return
        }
        func digits(_ range: Range<Int>) -> Int16? {
            var number: Int16 = 0
            for byte in bytes[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int16(byte - UInt8(ascii: "0"))
            }
            return number
        }
        guard bytes.count == 9, bytes[6] == UInt8(ascii: ":"), let hours = digits(4..<6), let minutes = digits(7..<9), minutes < 60,
            bytes[3] == UInt8(ascii: "+") || bytes[3] == UInt8(ascii: "-")
        else { return nil }
        let ahead = (hours * 60 + minutes) * (bytes[3] == UInt8(ascii: "-") ? -1 : 1)
        guard Self.fixedMinutes.contains(ahead), ahead % Self.fixedStep == 0 else { return nil }
        self.init(seconds: Int32(ahead) * 60)
    }

    /// The name of a zone that is always so many minutes ahead of UTC.
    public static func fixedZoneName(minutes: Int16) -> String {
        guard minutes != 0 else { return "UTC" }
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let ahead = Int(minutes).magnitude
        return "UTC" + (minutes < 0 ? "-" : "+") + two(Int(ahead) / 60) + ":" + two(Int(ahead) % 60)
    }
}
