import SystemCalls

/// Why a picture could not be read or written.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The picture has no pixels, or is wider or higher than 4,096 once scaled.
    case badSize(width: Int, height: Int)
    /// The bytes are not a PNG that libpng can read; its reason.
    case unreadable(String)
    /// libpng could not write the picture: memory ran out.
    case notEncoded
    /// The file could not be put into place.
    case notWritten(WholeFileError)
    /// A file could not be opened, read, or pointed to; the system's reason.
    case file(path: String, reason: String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .badSize(let width, let height): "The picture is \(width) × \(height) pixels: it must be 1 to 4096 each way"
        case .unreadable(let reason): "The picture is not a readable PNG (\(reason)): make it again"
        case .notEncoded: "The picture could not be encoded: memory ran out"
        case .notWritten(let error): "The picture was not written: \(error)"
        case .file(let path, let reason): "The picture \(path) could not be read or written: \(reason)"
        }
    }
}
