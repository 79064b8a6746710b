import RunCore
import RunLog
import SystemCalls
import Training

/// The file beside an imported run's log that says where it comes from: `imported/UUID.source`, a line `key=value` for each of `file`,
/// `format` and `device`.
///
/// It is for people to read and mend, so reading takes what it finds: lines in any order and with either line end, the first of a key
/// counts, others are passed over. What is not there is not known, and the run is an imported one all the same, because of where its log
/// lies. Control characters of a value, which could move a terminal's cursor, become blanks.
public enum ImportedSource {
    /// Bytes that are read of a file; three values of the greatest length have room.
    static let most = 4096
    /// Bytes of a value that count: more than any file system's longest name.
    static let longestValue = 1024

    /// What is known of where an imported run comes from; empty, and without a device, where nothing is.
    public static func read(
        _ id: RunID, in directory: DataDirectory, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) -> ImportSource {
        let bytes = BoundedFile.read(directory.source(ofImported: id), most: most, calls: calls) ?? []
        var values: [String: String] = [:]
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = cleaned(line[..<equals]), value = cleaned(line[(equals + 1)...])
            if values[key] == nil, !value.isEmpty { values[key] = value }
        }
        return ImportSource(fileName: values["file"] ?? "", format: values["format"] ?? "", device: values["device"])
    }

    /// Says where a run comes from, whole or not at all, and makes the folder of imported runs if it is not there. Write it before the log:
    /// then nobody sees a run that comes from nowhere.
    public static func write(
        _ source: ImportSource, of id: RunID, in directory: DataDirectory, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(WholeFileError) {
        // A folder that is there already, or cannot be made, is told by what follows.
        try? calls.makeDirectory(directory.imported, mode: 0o750)
        let lines = [("file", source.fileName), ("format", source.format), ("device", source.device ?? "")]
        let text = lines.map { key, value in (key, cleaned(Array(value.utf8)[...])) }.filter { !$0.1.isEmpty }
            .map { "\($0.0)=\($0.1)\n" }.joined()
        try WholeFile.write(Array(text.utf8), to: directory.source(ofImported: id), permissions: 0o640, calls: calls)
    }

    /// A key or a value as text: without control characters and blanks around it, cut between two characters.
    private static func cleaned(_ bytes: ArraySlice<UInt8>) -> String {
        var scalars = String.UnicodeScalarView(), length = 0
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            let next: Unicode.Scalar = isControl ? " " : scalar
            length += UTF8.width(next)
            guard length <= longestValue else { break }
            scalars.append(next)
        }
        while scalars.first == " " { scalars.removeFirst() }
        while scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }
}
