import Glibc

/// A folder of a test's own; removed with everything in it.
public final class TemporaryFolder: Sendable {
    /// Its path.
    public let path: String

    /// Makes it.
    public init() {
        var template = Array("/tmp/harrier-tests-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/nowhere"
    }

    deinit { if path != "/nowhere" { Self.removeTree(path) } }

    /// The names in it, hidden ones too, in order.
    public var names: [String] { Self.names(in: path) }

    /// The content of a file in it; nil if it is not there.
    public func bytes(_ name: String) -> [UInt8]? {
        guard let file = fopen("\(path)/\(name)", "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }

    /// Puts a file into it.
    public func write(_ bytes: [UInt8], _ name: String) {
        guard let file = fopen("\(path)/\(name)", "wb") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    /// Puts a text into it, in folders below if the name has them; returns its path.
    @discardableResult public func write(_ text: String, to name: String) -> String {
        let parts = name.split(separator: "/")
        for count in 1..<max(1, parts.count) { makeFolder(parts.prefix(count).joined(separator: "/")) }
        write(Array(text.utf8), name)
        return "\(path)/\(name)"
    }

    /// Takes a file out of it.
    public func remove(_ name: String) { unlink("\(path)/\(name)") }

    /// Makes a folder in it.
    public func makeFolder(_ name: String) { mkdir("\(path)/\(name)", 0o755) }

    /// The names in any folder, hidden ones too, in order; none if there is no such folder.
    public static func names(in path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Links are removed, never followed.
    private static func removeTree(_ path: String) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) { removeTree(path + "/" + name) }
        }
        Glibc.remove(path)
    }
}
