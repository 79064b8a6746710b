import Glibc

/// A name from anywhere, made fit to be shown.
public enum ShownName {
    /// The text without control characters, which could move a terminal's cursor, and without marks that turn the order of its characters.
    public static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    static func cleaned(_ text: UnsafePointer<CChar>, most: Int) -> String {
        let bytes = UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strnlen(text, most))
        return cleaned(String(decoding: bytes, as: UTF8.self))
    }
}
