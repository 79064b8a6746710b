import Glibc
import Reports
import SystemCalls

/// A folder of pages, of which only those that need it are written again.
///
/// What a page was made from stands in its own first lines (``PageMark``), so nothing beside the pages can be lost or disagree with them. A
/// file that Harrier did not write is never replaced and never removed.
struct ReportFolder {
    /// What is done with a page.
    enum Outcome: Hashable {
        /// It is new, or was written again.
        case written
        /// It is as it would be written.
        case kept
    }

    /// The folder.
    let path: String
    private let calls: any FileSystemCalls

    /// A folder that is there.
    init(_ path: String, calls: any FileSystemCalls = LinuxFileSystem.shared) { (self.path, self.calls) = (path, calls) }

    /// Writes a page, whole or not at all, unless the one that is there has its fingerprint.
    ///
    /// Errors: something else has the name; the file cannot be written.
    /// - Parameter bytes: the page, made only if it is needed.
    func put(_ name: String, fingerprint: String, _ bytes: () throws -> [UInt8]) throws -> Outcome {
        if let mark = try ownMark(of: name), mark.fingerprint == fingerprint, fingerprint != PageMark.unsettled { return .kept }
        // A page that a power cut takes is of another length than it says, and made again.
        try WholeFile.write(try bytes(), to: "\(path)/\(name)", permissions: 0o644, durability: .unflushed, calls: calls)
        return .written
    }

    /// The mark of one of Harrier's pages; nil if nothing has the name. Error: something else has it.
    @discardableResult func ownMark(of name: String) throws(CommandFailure) -> PageMark? {
        let path = "\(path)/\(name)"
        guard let mark = mark(of: path) else { return nil }
        guard let mark else {
            throw CommandFailure("\(path) is a file that Harrier did not write, and is left as it is: choose another folder with -o FOLDER")
        }
        return mark
    }

    /// Removes Harrier's own pages of a folder within, all but some.
    /// - Returns: how many were removed.
    func removePages(in folder: String, except names: Set<String>) -> Int {
        guard let stream = opendir("\(path)/\(folder)") else { return 0 }
        defer { closedir(stream) }
        var found: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasSuffix(".html"), !names.contains(name) { found.append("\(path)/\(folder)/\(name)") }
        }
        return found.filter { page in
            guard case .some(.some) = mark(of: page) else { return false }
            return (try? calls.retrying { () throws(Errno) in try calls.unlink(page) }) != nil
        }.count
    }

    /// The mark of a page: nil if nothing has the name, or a file without content; a nil within if it is no page of Harrier's. A page of another length than its mark says
    /// has the mark that never fits.
    private func mark(of path: String) -> PageMark?? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno == ENOENT ? .none : .some(nil) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .some(nil) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return .some(nil) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: PageMark.size)
        let count = read(descriptor, &bytes, bytes.count)
        // What a power cut left of a page, and of nothing that anybody misses.
        if count >= 0, bytes.prefix(count).allSatisfy({ $0 == 0 }) { return .none }
        guard count == bytes.count, let mark = PageMark(bytes) else { return .some(nil) }
        return mark.length == Int(status.st_size) ? mark : mark.unsettled
    }
}
