import RunCore
import SystemCalls

/// The log of a run that is over, written at once: its name stands for the whole run or for nothing, whatever fails and whenever.
public enum WholeRunLog {
    /// Bytes that are gathered before they are written.
    private static let pieceBytes = 64 << 10

    /// Writes a log that no file has the name of yet.
    /// - Parameters:
    ///   - id: the run's name.
    ///   - path: where.
    ///   - records: from the header to the end, in the order of a log.
    public static func write(
        _ id: RunID, to path: String, records: some Sequence<RunRecord>, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(WholeFileError) {
        let file = try WholeFile(path, permissions: 0o640, calls: calls)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes + 2 * sealedFrame, alignment: 8)
        defer { memory.deallocate() }
        let preamble = RunLogPreamble(id: id)
        preamble.write(into: memory)
        var filled = RunLogPreamble.byteCount, chain = FrameChain(salt: preamble.salt)
        for record in records {
            filled += seal(record, &chain, into: UnsafeMutableRawBufferPointer(rebasing: memory[filled...]))
            guard filled >= pieceBytes else { continue }
            try file.append(UnsafeRawBufferPointer(rebasing: memory[..<filled]))
            filled = 0
        }
        try file.append(UnsafeRawBufferPointer(rebasing: memory[..<filled]))
        try file.commit(replacing: false)
    }

    private static let sealedFrame = RunRecord.longestUnsealedFrame + 4

    private static func seal(_ record: RunRecord, _ chain: inout FrameChain, into memory: UnsafeMutableRawBufferPointer) -> Int {
        withUnsafeTemporaryAllocation(byteCount: RunRecord.longestUnsealedFrame, alignment: 8) { frame in
            let count = record.writeUnsealed(into: frame)
            return chain.seal(UnsafeRawBufferPointer(rebasing: frame[..<count]), into: memory).written
        }
    }
}
