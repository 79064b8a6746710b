import Glibc

/// A folder of its own under `$TMPDIR` or /tmp, for a measurement or a demonstration.
public struct ScratchFolder: Sendable {
    /// That it cannot be made: a sentence for whoever waits for it.
    public struct Failure: Error, CustomStringConvertible {
        /// What happened and what to do.
        public let description: String
    }

    /// Its path.
    public let path: String

    /// Makes it, for its owner alone.
    /// - Parameter purpose: a word of its name.
    public init(for purpose: String) throws(Failure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(parent)/harrier-\(purpose)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            let reason = String(cString: strerror(errno))
            throw Failure(description: "no folder can be made in \(parent) (\(reason)): set TMPDIR to one that can be written")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder and all in it. A link in it is removed, not followed.
    public func remove() { Self.removeTree(path) }

    private static func removeTree(_ path: String) {
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
                guard name != ".", name != ".." else { continue }
                let child = path + "/" + name
                if entry.pointee.d_type == UInt8(DT_DIR) { removeTree(child) } else { unlink(child) }
            }
            closedir(stream)
        }
        rmdir(path)
    }
}
