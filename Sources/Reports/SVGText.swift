import Quantities

/// An SVG in the making.
struct SVGText {
    private(set) var text = ""

    /// Adds markup.
    mutating func add(_ markup: String) {
        text += markup
        text += "\n"
    }

    /// A coordinate or a length, to a tenth.
    static func number(_ value: Double) -> String {
        let text = decimal(value, 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text == "--" ? "0" : text
    }

    /// Text as it may stand in an element or an attribute; characters that XML 1.0 does not know are left out.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default:
                switch scalar.value {
                case 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: escaped.unicodeScalars.append(scalar)
                default: break
                }
            }
        }
        return escaped
    }
}

extension TrackColour {
    /// The colour as SVG and CSS write it: `#8bfe84`.
    public var hexadecimal: String {
        func two(_ value: UInt8) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
        return "#" + two(red) + two(green) + two(blue)
    }
}
