import Glibc
import LinuxPeripherals

/// Lines of a descriptor that is shared with others, such as the standard input, as they come. It is never made non-blocking and never
/// closed; after its end the rest of the program goes on.
final class LineInput {
    private static let longestLine = 256
    /// Bytes a wake-up before other sources get their turn.
    private static let chunk = 4096

    private let descriptor: Int32
    private let loop: EventLoop
    private let take: (String) -> Void
    private var line: [UInt8] = []
    private var isWatched = false

    /// Listens to a descriptor. A file, or whatever cannot be waited for, is read at once to its end. A terminal whose foreground is another
    /// program's is left alone: reading it would stop this one.
    init(_ descriptor: Int32, on loop: EventLoop, line take: @escaping (String) -> Void) {
        self.descriptor = descriptor
        self.loop = loop
        self.take = take
        guard isatty(descriptor) == 0 || tcgetpgrp(descriptor) == getpgrp() else { return }
        do {
            try loop.add(descriptor, .readable) { [weak self] _, _ in
                guard let self, !readSome() else { return }
                stop()
            }
            isWatched = true
        } catch {
            while readSome() {}
        }
    }

    deinit { stop() }

    private func stop() {
        if isWatched { loop.remove(descriptor) }
        isWatched = false
    }

    /// Reads once; false at the end.
    private func readSome() -> Bool {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else {
            if count < 0, errno == EINTR || errno == EAGAIN { return isWatched }
            if !line.isEmpty { finishLine() }
            return false
        }
        for byte in bytes[..<count] {
            if byte == UInt8(ascii: "\n") {
                finishLine()
            } else if line.count < Self.longestLine {
                line.append(byte)
            }
        }
        return true
    }

    private func finishLine() {
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        take(text)
    }
}
