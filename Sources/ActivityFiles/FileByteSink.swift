import SystemCalls

/// A new file that is being written.
final class FileByteSink: ActivityByteSink {
    private let file: WholeFile

    init(_ file: WholeFile) { self.file = file }

    func append(_ chunk: [UInt8]) throws(ActivityWriteError) {
        try handOn(chunk) { (bytes) throws(WholeFileError) in try file.append(bytes) }
    }

    func overwriteStart(_ header: [UInt8]) throws(ActivityWriteError) {
        try handOn(header) { (bytes) throws(WholeFileError) in try file.overwriteStart(bytes) }
    }

    private func handOn(
        _ bytes: [UInt8], to body: (UnsafeRawBufferPointer) throws(WholeFileError) -> Void
    ) throws(ActivityWriteError) {
        let failure: WholeFileError? = bytes.withUnsafeBytes { raw in
            do throws(WholeFileError) {
                try body(raw)
                return nil
            } catch { return error }
        }
        if let failure { throw .file(failure) }
    }
}
