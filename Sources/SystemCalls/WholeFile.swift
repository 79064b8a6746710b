import Glibc

/// The one way to put a file into place: its name stands for the whole content, or for what it stood for before.
///
/// The content is written under a temporary name in the same directory, flushed, renamed, and the directory flushed. Whatever fails, an
/// older file of the name is untouched and the temporary one is removed. Only regular files, or nothing, are replaced by renaming: a
/// directory or a link in that place is refused, because renaming would put a file where somebody else's device or file was meant.
public final class WholeFile {
    /// How far a new file must have come when ``commit(replacing:)`` returns.
    public enum Durability: Hashable, Sendable {
        /// The content and the name are on the disk.
        case flushed
        /// The kernel has it: for what is made again after a power cut, such as frames of a display.
        case unflushed
    }

    /// The name that the file is to have.
    public let path: String
    /// The name under which the content may be read back before it is committed.
    public let temporaryPath: String
    private let calls: any FileSystemCalls
    private let durability: Durability
    private var descriptor: Int32
    private var length: Int64 = 0
    private var isTemporaryThere = true

    /// Begins a file. `permissions` are those of open(2), narrowed by the process's umask.
    ///
    /// Errors: the place is taken by something that is no regular file; the temporary file cannot be made.
    public init(
        _ path: String, permissions: UInt32, durability: Durability = .flushed, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(WholeFileError) {
        try Self.checkReplaceable(path, calls)
        let parts = Self.parts(of: path)
        guard !parts.name.isEmpty else { throw WholeFileError(path, .refused(.directory)) }
        // The process id keeps two programs apart; a left-over of a process that had the same id is replaced.
        let temporary = "\(parts.directory)/.\(parts.name).\(getpid()).part"
        do throws(Errno) {
            descriptor = try Self.make(temporary, permissions, calls)
        } catch { throw WholeFileError(path, .system(.making, error)) }
        self.path = path
        temporaryPath = temporary
        self.calls = calls
        self.durability = durability
    }

    deinit {
        closeDescriptor()
        removeTemporary()
    }

    /// Makes a new file, which is never a link that somebody laid in wait.
    private static func make(_ path: String, _ permissions: UInt32, _ calls: any FileSystemCalls) throws(Errno) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        func open() throws(Errno) -> Int32 {
            try calls.retrying { () throws(Errno) in try calls.open(path, flags: flags, mode: permissions) }
        }
        do throws(Errno) { return try open() } catch {
            guard error == .exists else { throw error }
        }
        try calls.retrying { () throws(Errno) in try calls.unlink(path) }
        return try open()
    }

    /// Adds bytes to the end.
    public func append(_ bytes: UnsafeRawBufferPointer) throws(WholeFileError) {
        try write(bytes, at: length)
        length &+= Int64(bytes.count)
    }

    /// Replaces the first bytes, which are there already.
    public func overwriteStart(_ bytes: UnsafeRawBufferPointer) throws(WholeFileError) { try write(bytes, at: 0) }

    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(WholeFileError) {
        do throws(Errno) { try calls.writeAll(descriptor, bytes, at: offset) } catch {
            throw WholeFileError(path, .system(.writing, error))
        }
    }

    /// Flushes and closes the temporary file; nothing can be added afterwards.
    public func finish() throws(WholeFileError) {
        guard descriptor >= 0 else { return }
        defer { closeDescriptor() }
        guard durability == .flushed else { return }
        do throws(Errno) {
            try calls.retrying { () throws(Errno) in try calls.synchronize(descriptor) }
        } catch { throw WholeFileError(path, .system(.flushing, error)) }
    }

    /// Gives the file its name. Without `replacing`, a name that was taken meanwhile is an error (``WholeFileError/isTaken``).
    ///
    /// When only the last step fails, flushing the directory, the new file already has its name: it is whole, and may be lost to a power
    /// cut. On Linux nobody can tell then which of the two files a power cut leaves, so this is an error all the same.
    public func commit(replacing: Bool = true) throws(WholeFileError) {
        try finish()
        try Self.checkReplaceable(path, calls)
        do throws(Errno) {
            try calls.retrying { () throws(Errno) in
                if replacing { try calls.rename(temporaryPath, to: path) } else { try renameToUnused() }
            }
            isTemporaryThere = false
        } catch { throw WholeFileError(path, .system(.renaming, error)) }
        guard durability == .flushed else { return }
        do throws(Errno) { try calls.synchronizeDirectory(Self.parts(of: path).directory) } catch {
            throw WholeFileError(path, .system(.flushing, error))
        }
    }

    /// A file system that cannot promise it (`EINVAL`) is asked first and believed.
    private func renameToUnused() throws(Errno) {
        do throws(Errno) { return try calls.rename(temporaryPath, toUnused: path) } catch {
            guard error == .invalid || error == .notImplemented else { throw error }
        }
        do throws(Errno) {
            _ = try calls.kind(ofPath: path, followingLinks: false)
        } catch {
            guard error == .notFound else { throw error }
            return try calls.rename(temporaryPath, to: path)
        }
        throw .exists
    }

    private func closeDescriptor() {
        if descriptor >= 0 { calls.close(descriptor) }
        descriptor = -1
    }

    private func removeTemporary() {
        guard isTemporaryThere else { return }
        isTemporaryThere = false
        try? calls.retrying { () throws(Errno) in try calls.unlink(temporaryPath) }
    }

    private static func checkReplaceable(_ path: String, _ calls: any FileSystemCalls) throws(WholeFileError) {
        let kind: FileKind
        do throws(Errno) {
            kind = try calls.retrying { () throws(Errno) in try calls.kind(ofPath: path, followingLinks: false) }
        } catch {
            if error == .notFound { return }
            throw WholeFileError(path, .system(.making, error))
        }
        guard kind == .regular else { throw WholeFileError(path, .refused(kind)) }
    }

    /// The directory and the last component of a path.
    static func parts(of path: String) -> (directory: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}

extension WholeFile {
    /// Writes bytes to a place that the user named: whole under its name where that is a regular file or nothing, straight into it where
    /// it is a device, a pipe or a socket, or a link that leads to one (`/dev/stdout`). A link to anything else is refused: whether the
    /// link or the file behind it was meant, nobody can tell.
    /// - Returns: true if a file has the name now, false if the bytes went straight into what was there.
    @discardableResult public static func write(
        _ bytes: [UInt8], to path: String, permissions: UInt32, durability: Durability = .flushed,
        calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(WholeFileError) -> Bool {
        if try isSpecial(path, calls) {
            try writeStraight(bytes, into: path, calls)
            return false
        }
        let file = try WholeFile(path, permissions: permissions, durability: durability, calls: calls)
        let result: Result<Void, WholeFileError> = bytes.withUnsafeBytes { raw in
            do throws(WholeFileError) { return .success(try file.append(raw)) } catch { return .failure(error) }
        }
        try result.get()
        try file.commit()
        return true
    }

    /// True for the names under which Linux shows a process its own open files: whatever a shell put behind them was meant.
    private static func isOwnDescriptor(_ path: String) -> Bool {
        path == "/dev/stdout" || path == "/dev/stderr" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
    }

    private static func isSpecial(_ path: String, _ calls: any FileSystemCalls) throws(WholeFileError) -> Bool {
        if isOwnDescriptor(path) { return true }
        do throws(Errno) {
            let kind = try calls.retrying { () throws(Errno) in try calls.kind(ofPath: path, followingLinks: false) }
            guard kind == .link else { return kind == .special }
            if try calls.retrying({ () throws(Errno) in try calls.kind(ofPath: path, followingLinks: true) }) == .special { return true }
        } catch {
            // What cannot be looked at is refused, with its reason, when the file is made.
            return false
        }
        throw WholeFileError(path, .refused(.link))
    }

    private static func writeStraight(_ bytes: [UInt8], into path: String, _ calls: any FileSystemCalls) throws(WholeFileError) {
        do throws(Errno) {
            // Neither made nor cut: what is there takes the bytes. A terminal does not become this process's own.
            let descriptor = try calls.retrying { () throws(Errno) in
                try calls.open(path, flags: O_WRONLY | O_NOCTTY | O_CLOEXEC, mode: 0)
            }
            defer { calls.close(descriptor) }
            let result: Result<Void, Errno> = bytes.withUnsafeBytes { raw in
                do throws(Errno) { return .success(try calls.writeAll(descriptor, raw)) } catch { return .failure(error) }
            }
            try result.get()
        } catch { throw WholeFileError(path, .system(.writing, error)) }
    }
}
