import Glibc

/// Text files of the kernel, which have no length until they are read.
enum KernelText {
    /// The lines; nil if the file cannot be read. At most 1 MiB is.
    static func lines(_ path: String) -> [Substring]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var text: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 4096)
        while text.count < 1 << 20 {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            text += chunk[..<count]
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
    }
}
