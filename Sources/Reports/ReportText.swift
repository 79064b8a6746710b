import Calendar
import Quantities

/// Texts and numbers as a page's bytes want them.
public enum ReportText {
    /// A text for an element or a quoted attribute: nothing in it is a tag, a reference or the end of the attribute, and every character is one
    /// that HTML and XML 1.0 know. Others become the replacement character.
    public static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: needsCare) else { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            case "\t", "\n", " "..."~", "\u{A0}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}": escaped.append(scalar)
            default: escaped.append("\u{FFFD}")
            }
        }
        return String(escaped)
    }

    private static func needsCare(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x26, 0x3C, 0x3E, 0x22, 0x27: true
        // Controls, DEL, and what begins U+0080 to U+00BF and U+F000 to U+FFFF, where there are a few that XML does not know.
        default: byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xEF
        }
    }

    /// A text as JSON that may stand in a script: no end of the script, no comment, no line end of JavaScript can be made of it.
    public static func json(_ text: String) -> String {
        var json = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x20, 0x21, 0x23...0x25, 0x28...0x3B, 0x3D, 0x3F...0x5B, 0x5D...0x7E:
                json.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            // What is spelt out: controls, quotes, & < > \, and all that is not ASCII where it could be misread.
            case 0x22, 0x26, 0x27, 0x3C, 0x3E, 0x5C, 0...0x1F, 0x7F...0xA0, 0x2000...0x206F, 0xD800...0xDFFF, 0xFE00...0xFFFF:
                json += "\\u" + String(repeating: "0", count: unit < 0x10 ? 3 : unit < 0x100 ? 2 : unit < 0x1000 ? 1 : 0)
                json += String(unit, radix: 16)
            default: if let scalar = Unicode.Scalar(unit) { json.unicodeScalars.append(scalar) }
            }
        }
        return json + "\""
    }

    /// Digits in groups of three, as English writes them: `1,234.5`. Anything else stays as it is.
    static func grouped(_ number: String) -> String {
        let sign = number.first == "-" ? "-" : "", rest = number.dropFirst(sign.count)
        let whole = rest.prefix { $0.isASCII && $0.isNumber }
        guard whole.count > 3 else { return number }
        var grouped = ""
        for (place, digit) in whole.enumerated() {
            if place > 0, (whole.count - place) % 3 == 0 { grouped.append(",") }
            grouped.append(digit)
        }
        return sign + grouped + rest.dropFirst(whole.count)
    }

    /// Hours, minutes and seconds: `1:02:03`, `12:34`; the years of a runner are more than 999 hours.
    static func time(_ duration: Duration?) -> String {
        guard let duration, duration >= .zero else { return "--" }
        return time(seconds: duration.inMilliseconds / 1000)
    }

    static func time(seconds: Int64) -> String {
        func two(_ n: Int64) -> String { n < 10 ? "0\(n)" : "\(n)" }
        let seconds = max(0, seconds)
        return seconds >= 3600 ? "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" : "\(seconds / 60):\(two(seconds % 60))"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let longMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
    static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// `21 Sep 2026`.
    static func day(_ day: CivilDate) -> String { "\(day.day) \(months[(day.month - 1) % 12]) \(day.year)" }

    /// `September 2026`, `Sep`.
    static func month(_ day: CivilDate, isShort: Bool = false) -> String {
        isShort ? months[(day.month - 1) % 12] : "\(longMonths[(day.month - 1) % 12]) \(day.year)"
    }

    /// `14:13`.
    static func clock(_ time: CivilTime) -> String { String("\(time)".prefix(5)) }
}
