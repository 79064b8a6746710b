import Glibc

/// A data folder of its own; removed with everything in it.
final class TemporaryData {
    let path: String

    init() {
        var template = Array("/tmp/harrier-doctor-tests-XXXXXX".utf8CString)
        _ = mkdtemp(&template)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.removeTree(path) }

    private static func removeTree(_ path: String) {
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
                if name != ".", name != ".." { removeTree(path + "/" + name) }
            }
            closedir(stream)
        }
        remove(path)
    }
}
