import ActivityFiles
import Glibc

/// A file that has no name: it is gone when nobody has it open any more, however the program ends.
final class ScratchFile {
    private var descriptor: Int32 = -1

    /// Makes it in the first folder that takes it.
    init(in folders: [String]) throws(ZipFault) {
        var code = ENOENT
        for folder in folders {
            var name = Array("\(folder)/.harrier-XXXXXX.part".utf8CString)
            descriptor = mkstemps(&name, 5)
            guard descriptor >= 0 else {
                code = errno
                continue
            }
            unlink(name)
            return
        }
        throw .cannotUnpack(errno: code)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Puts bytes into it, as many as are allowed.
    func fill(from source: any ByteSource, most: Int64) throws(ZipFault) {
        var buffer = [UInt8](repeating: 0, count: 256 << 10), length: Int64 = 0
        while true {
            let count: Int
            switch buffer.withUnsafeMutableBytes({ source.read(into: $0) }) {
            case .success(0): return
            case .success(let read): count = read
            case .failure(.tooLarge(let limit)): throw .tooLarge(limit: limit)
            case .failure: throw .damaged
            }
            length += Int64(count)
            guard length <= most else { throw .tooLarge(limit: most) }
            var written = 0
            while written < count {
                let more = buffer.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + written }, count - written) }
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { throw .cannotUnpack(errno: more < 0 ? errno : EIO) }
                written += more
            }
        }
    }

    /// Hands the descriptor on.
    func take() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }
}
