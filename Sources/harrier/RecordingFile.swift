import ActivityFiles
import Glibc

/// A recording that somebody names on the command line.
enum RecordingFile {
    /// What a zip archive begins with (APPNOTE.TXT, 4.3.7).
    private static let zip: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

    /// Reads it. Errors name the file, and say what it is where it is something else.
    static func read(_ path: String) throws(CommandFailure) -> ImportedActivity {
        do throws(ActivityFault) { return try ActivityReader.read(path: path) } catch {
            switch error {
            case .cannotOpen: throw CommandFailure("\(error)")
            case .cannotRead(_, EISDIR): throw CommandFailure("\(path) is a folder: name a FIT, GPX or TCX file in it")
            case .unknownFormat where isZip(path):
                throw CommandFailure("\(path) is a zip archive: unzip it, and name the file in it, or `harrier import` it")
            default: throw CommandFailure("\(path): \(error)")
            }
        }
    }

    /// True if a file begins as a zip archive does.
    static func isZip(_ path: String) -> Bool { begins(path, with: zip) }

    private static func begins(_ path: String, with bytes: [UInt8]) -> Bool {
        guard let file = fopen(path, "rb") else { return false }
        defer { fclose(file) }
        var head = [UInt8](repeating: 0, count: bytes.count)
        return fread(&head, 1, head.count, file) == head.count && head == bytes
    }
}
