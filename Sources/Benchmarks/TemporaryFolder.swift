import Glibc
import Recordings

/// A folder of its own under `$TMPDIR` or /tmp, for one measurement.
struct TemporaryFolder {
    let path: String

    init() throws(BenchmarkFailure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(parent)/harrier-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchmarkFailure(
                "no folder can be made in \(parent) (\(String(cString: strerror(errno)))): set TMPDIR to one that can be written")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder and all in it.
    func remove() { Self.removeTree(path) }

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
