import Glibc
import Quantities

/// PNG files of one frame each.
public enum PictureFile {
    /// The largest file that is read: a 4,096 × 4,096 picture of one bit a pixel takes 2 MiB even when nothing compresses.
    static let largestFile = 8 << 20

    /// Reads a picture.
    public static func read(_ path: String) throws(PictureError) -> Bitmap {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(path)
            }
            if count == 0 { return try PNGPicture.decode(bytes) }
            bytes += chunk[..<count]
            guard bytes.count <= largestFile else { throw .file(path: path, reason: "it is larger than 8 MiB") }
        }
    }

    /// Writes a picture under a temporary name in the same folder and renames it, so that a reader sees the old picture or the whole new
    /// one. Nothing is flushed: a picture lost to a power cut is drawn again.
    public static func write(_ bitmap: Bitmap, to path: String, scale: Int = 1) throws(PictureError) {
        let bytes = try PNGPicture.encode(bitmap, scale: scale)
        let temporary = path + ".part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        var error: Int32 = 0
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written) }
            if count < 0 {
                if errno == EINTR { continue }
                error = errno
                break
            }
            written += count
        }
        if close(descriptor) != 0, error == 0 { error = errno }
        if error == 0, rename(temporary, path) != 0 { error = errno }
        guard error == 0 else {
            unlink(temporary)
            throw .file(path: path, reason: String(cString: strerror(error)))
        }
    }

    private static func failure(_ path: String) -> PictureError { .file(path: path, reason: String(cString: strerror(errno))) }
}
