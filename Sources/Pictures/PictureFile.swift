import Glibc
import Quantities
import SystemCalls

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

    /// Writes a picture as ``WholeFile`` does, so that a reader sees the old picture or the whole new one. Nothing is flushed: a picture
    /// lost to a power cut is drawn again.
    public static func write(
        _ bitmap: Bitmap, to path: String, scale: Int = 1, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(PictureError) {
        let bytes = try PNGPicture.encode(bitmap, scale: scale)
        do throws(WholeFileError) {
            try WholeFile.write(bytes, to: path, permissions: 0o644, durability: .unflushed, calls: calls)
        } catch { throw .notWritten(error) }
    }

    private static func failure(_ path: String) -> PictureError { .file(path: path, reason: String(cString: strerror(errno))) }
}
