import ActivityFiles
import Glibc
import RunArchive
import SystemCalls

/// Finds the files that may hold runs under a name: that file, those of a folder and of the folders in it, those in a zip archive.
///
/// In folders and archives names say which files may be activities; what a file is, its content says. Hidden files are passed over, links in
/// folders are not followed, so that nothing outside is read. Nothing is unpacked under the names in an archive: they are only shown.
struct ImportWalk {
    /// Something that was found.
    enum Found {
        /// A file to read, and the name to show.
        case file(ImportFile, shown: String)
        /// A file that cannot be read.
        case refused(ImportRefusal, shown: String)
    }

    /// Files that are no activities by their names.
    private(set) var passedOver = 0
    /// Where an archive within an archive is put while it is read; the first that can be written counts.
    let scratch: [String]
    private let limits = ZipLimits()

    init(scratch: [String]) { self.scratch = scratch }

    /// Folders in folders are followed so far.
    static let depth = 16

    /// Finds everything under a name. What is named may be a link.
    mutating func walk(_ path: String, _ body: (Found) throws -> Void) throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return try body(.refused(.unreadable(.cannotOpen(path: path, errno: errno)), shown: ShownName.cleaned(path)))
        }
        if status.st_mode & S_IFMT == S_IFDIR { return try folder(path, depth: 0, body) }
        try file(path, size: Int64(status.st_size), isRegular: status.st_mode & S_IFMT == S_IFREG, body)
    }

    // MARK: - Folders

    private mutating func folder(_ path: String, depth: Int, _ body: (Found) throws -> Void) throws {
        guard let names = Self.names(in: path) else {
            return try body(.refused(.unreadable(.cannotOpen(path: path, errno: errno)), shown: ShownName.cleaned(path)))
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                if depth < Self.depth { try folder(path, depth: depth + 1, body) } else { passedOver += 1 }
            case S_IFREG where ImportName(name) != .other:
                try file(path, size: Int64(status.st_size), isRegular: true, body)
            default: passedOver += 1
            }
        }
    }

    private static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                })
        }
        return names
    }

    private mutating func file(_ path: String, size: Int64, isRegular: Bool, _ body: (Found) throws -> Void) throws {
        let shown = ShownName.cleaned(path)
        guard isRegular, RecordingFile.isZip(path) else {
            let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
            let open = { () throws(ActivityFault) -> any ByteSource in try FileByteSource(path: path) }
            return try body(.file(ImportFile(name: name, size: size, open: open, openOriginal: open), shown: shown))
        }
        let archive: ZipArchive
        do throws(ZipFault) { archive = try ZipArchive(path: path, limits: limits) } catch {
            return try body(.refused(.archive(error), shown: shown))
        }
        try entries(of: archive, shown: shown, isInner: false, body)
    }

    // MARK: - Archives

    private mutating func entries(of archive: ZipArchive, shown: String, isInner: Bool, _ body: (Found) throws -> Void) throws {
        for place in 0..<archive.count {
            guard let entry = archive.entry(place), !ImportName.isHidden(entry.name) else { continue }
            let shown = "\(shown): \(entry.name)"
            switch ImportName(entry.name) {
            case .other: passedOver += 1
            case .activity:
                try body(entry.fault.map { .refused(.archive($0), shown: shown) } ?? .file(Self.file(entry, of: archive), shown: shown))
            case .archive:
                let inner: ZipArchive
                do throws(ZipFault) { inner = try self.inner(entry, of: archive, isInner: isInner) } catch {
                    try body(.refused(.archive(error), shown: shown))
                    continue
                }
                try entries(of: inner, shown: shown, isInner: true, body)
            }
        }
    }

    private static func file(_ entry: ZipArchive.Entry, of archive: ZipArchive) -> ImportFile {
        func opened(_ open: () throws(ZipFault) -> any ByteSource) throws(ActivityFault) -> any ByteSource {
            do throws(ZipFault) { return try open() } catch { throw .damagedZip(offset: 0) }
        }
        return ImportFile(
            name: entry.name, size: entry.packedBytes,
            open: { () throws(ActivityFault) in try opened { () throws(ZipFault) in try archive.openUnpacked(entry) } },
            openOriginal: { () throws(ActivityFault) in try opened { () throws(ZipFault) in try archive.open(entry) } })
    }

    /// An archive within the archive, as Garmin sends them: copied to a file without a name, because an archive is read from its end.
    private func inner(_ entry: ZipArchive.Entry, of archive: ZipArchive, isInner: Bool) throws(ZipFault) -> ZipArchive {
        guard !isInner else { throw .tooDeep }
        guard entry.statedBytes <= limits.innerBytes else { throw .tooLarge(limit: limits.innerBytes) }
        let file = try ScratchFile(in: scratch)
        try file.fill(from: try archive.open(entry), most: limits.innerBytes)
        return try ZipArchive(descriptor: file.take(), limits: limits)
    }
}
