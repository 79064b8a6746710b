import RunCore

/// The running state that links each frame to the one before it.
///
/// A frame's checksum is the CRC-32C of its type, length and payload, started from the checksum of the frame before, mixed with the
/// file's salt. So neither an old frame beyond a cut nor a frame of another run can be taken for a continuation.
struct FrameChain: Hashable {
    /// The file's salt.
    let salt: UInt32
    /// The checksum of the frame before; 0 before the first.
    var previous: UInt32 = 0

    init(salt: UInt32, previous: UInt32 = 0) {
        self.salt = salt
        self.previous = previous
    }

    /// The checksum that a frame with this type, length and payload must have here.
    func checksum(of headAndPayload: UnsafeRawBufferPointer) -> UInt32 { CRC32C.extend(previous ^ salt, over: headAndPayload) }

    /// Copies unsealed frames (type, length, payload) into `memory`, adding each one's checksum, as far as there is room.
    /// Returns the bytes taken from `frames` and the bytes written; a frame is never split.
    mutating func seal(_ frames: UnsafeRawBufferPointer, into memory: UnsafeMutableRawBufferPointer) -> (taken: Int, written: Int) {
        var taken = 0, written = 0
        while let end = UnsealedFrames.end(ofFrameAt: taken, in: frames) {
            let frame = UnsafeRawBufferPointer(rebasing: frames[taken..<end])
            guard memory.count - written >= frame.count + 4 else { break }
            UnsafeMutableRawBufferPointer(rebasing: memory[written..<written + frame.count]).copyMemory(from: frame)
            previous = checksum(of: frame)
            memory.storeBytes(of: previous.littleEndian, toByteOffset: written + frame.count, as: UInt32.self)
            written += frame.count + 4
            taken = end
        }
        return (taken, written)
    }
}

/// Frames that wait to be written: type, payload length and payload each, one after the other, without checksums.
public enum UnsealedFrames {
    /// Calls `body` with the type and the bytes (type, length, payload) of each whole frame.
    public static func forEach(in frames: UnsafeRawBufferPointer, _ body: (UInt8, UnsafeRawBufferPointer) -> Void) {
        var position = 0
        while let end = end(ofFrameAt: position, in: frames) {
            body(frames[position], UnsafeRawBufferPointer(rebasing: frames[position..<end]))
            position = end
        }
    }

    /// Where the frame that begins at `position` ends; nil if none is whole there.
    public static func end(ofFrameAt position: Int, in frames: UnsafeRawBufferPointer) -> Int? {
        guard frames.count - position >= RunLogFormat.frameHead else { return nil }
        let end = position + RunLogFormat.frameHead + Int(frames[position + 1])
        return end <= frames.count ? end : nil
    }

    /// Bytes that the frames take in a file, checksums included.
    static func sealedSize(of frames: UnsafeRawBufferPointer) -> Int {
        var size = 0
        forEach(in: frames) { size += $1.count + 4 }
        return size
    }
}

extension UnsealedFrames {
    /// The type of the frame that says how many records are missing at its place; its payload is that number in four bytes.
    public static let gapType = RunLogFormat.FrameType.gap.rawValue

    /// True if losing the frame loses seconds, and neither the run's header nor an event.
    public static func holdsOnlySeconds(_ frame: UnsafeRawBufferPointer) -> Bool {
        frame.first == RunLogFormat.FrameType.sample.rawValue || frame.first == RunLogFormat.FrameType.smoothedHeartRate.rawValue
    }

    /// The run that the first frame, a header, begins; nil if it is no header.
    public static func runID(ofHeaderIn frames: UnsafeRawBufferPointer) -> RunID? {
        guard frames.first == RunLogFormat.FrameType.header.rawValue, end(ofFrameAt: 0, in: frames) != nil else { return nil }
        let payload = UnsafeRawBufferPointer(rebasing: frames[RunLogFormat.frameHead...])
        guard case .header(let header)? = RunRecord(type: .header, payload: payload) else { return nil }
        return header.id
    }
}
