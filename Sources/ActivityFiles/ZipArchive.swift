import CZip
import Glibc
import Quantities
import SystemCalls

/// The files in a zip archive, read one at a time and never unpacked under their names, which are only shown.
///
/// libzip's own strict check (`ZIP_CHECKCONS`) is left off: it refuses archives that programs wrote in a stream, as sites do, and finds no
/// entries that lie over one another. What bombs need is counted here instead: entries, bytes that they claim, bytes that came out of them.
public final class ZipArchive {
    /// A file in the archive.
    public struct Entry: Hashable, Sendable {
        /// Its place, from 0 on.
        let index: UInt64
        /// Its name, with the folders in the archive, without control characters.
        public let name: String
        /// Bytes that it takes in the archive.
        public let packedBytes: Int64
        /// Bytes that it is said to unpack to.
        public let statedBytes: Int64
        /// Why it cannot be read; nil if it can.
        public let fault: ZipFault?
    }

    private let archive: OpaquePointer
    private let size: Int64
    private let limits: ZipLimits

    /// Opens an archive by its name.
    public convenience init(path: String, limits: ZipLimits = ZipLimits()) throws(ZipFault) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotRead(errno: errno) }
        try self.init(descriptor: descriptor, limits: limits)
    }

    /// Opens an archive that a descriptor is open on, and takes the descriptor.
    public init(descriptor: Int32, limits: ZipLimits = ZipLimits()) throws(ZipFault) {
        var status = stat(), error: Int32 = 0
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw .cannotRead(errno: code)
        }
        let size = Int64(status.st_size)
        guard ZipDirectoryEnd.mostEntries(descriptor, size: size) <= UInt64(clamping: limits.entries) else {
            close(descriptor)
            throw .tooManyEntries(limit: limits.entries)
        }
        guard let opened = zip_fdopen(descriptor, 0, &error) else {
            close(descriptor)
            throw .damaged
        }
        (archive, self.size, self.limits) = (opened, size, limits)
        guard zip_get_num_entries(opened, 0) <= Int64(clamping: limits.entries) else { throw .tooManyEntries(limit: limits.entries) }
        guard claimedBytes() <= size else { throw .overlapping }
    }

    deinit { zip_discard(archive) }

    /// How many entries there are, folders included.
    public var count: Int { Int(clamping: max(0, zip_get_num_entries(archive, 0))) }

    /// An entry by its place; nil for a folder, and for one of which nothing is known.
    public func entry(_ place: Int) -> Entry? {
        guard place >= 0, let status = status(UInt64(clamping: place)), status.valid & UInt64(ZIP_STAT_NAME) != 0, let text = status.name
        else {
            return nil
        }
        let name = ShownName.cleaned(text, most: limits.nameBytes)
        guard !name.isEmpty, !name.hasSuffix("/") else { return nil }
        return Entry(
            index: UInt64(clamping: place), name: name, packedBytes: Int64(clamping: status.comp_size),
            statedBytes: Int64(clamping: status.size), fault: fault(status))
    }

    private func status(_ index: UInt64) -> zip_stat_t? {
        var status = zip_stat_t()
        zip_stat_init(&status)
        return zip_stat_index(archive, index, 0, &status) == 0 ? status : nil
    }

    private func fault(_ status: zip_stat_t) -> ZipFault? {
        if status.valid & UInt64(ZIP_STAT_ENCRYPTION_METHOD) != 0, status.encryption_method != UInt16(ZIP_EM_NONE) { return .encrypted }
        let method = Int32(status.comp_method)
        guard status.valid & UInt64(ZIP_STAT_COMP_METHOD) == 0 || method == ZIP_CM_STORE || method == ZIP_CM_DEFLATE else {
            return .unknownMethod
        }
        return nil
    }

    /// What all entries claim of the archive: more than there is only if they lie over one another.
    private func claimedBytes() -> Int64 {
        var sum: Int64 = 0
        for index in 0..<count {
            guard let status = status(UInt64(index)) else { continue }
            let (next, overflow) = sum.addingReportingOverflow(Int64(clamping: status.comp_size))
            sum = overflow ? .max : next
        }
        return sum
    }

    /// The bytes of an entry as they were put into the archive.
    public func open(_ entry: Entry) throws(ZipFault) -> any ByteSource { ZipEntrySource(try file(entry), of: self, entry) }

    /// The bytes of an entry, unpacked once more where it is a gzip archive itself.
    public func openUnpacked(_ entry: Entry) throws(ZipFault) -> any ByteSource {
        var window = ByteWindow(try open(entry))
        let isPacked = window.fill(2) && window.bytes[window.start] == 0x1F && window.bytes[window.start + 1] == 0x8B
        guard isPacked else { return try open(entry) }
        return GunzippedEntrySource(GzipByteSource(window, limits: ActivityLimits()), of: self, entry)
    }

    private func file(_ entry: Entry) throws(ZipFault) -> OpaquePointer {
        if let fault = entry.fault { throw fault }
        guard let file = zip_fopen_index(archive, entry.index, 0) else { throw .damaged }
        return file
    }

    /// The layers of packing that are counted, each by itself.
    fileprivate enum Layer: Int { case entry, gzip }

    /// What came out of a layer: of all entries before, and of the one that is read now, which may be read several times.
    private struct Tally {
        var before: Int64 = 0
        var current: (index: UInt64, bytes: Int64) = (.max, 0)
    }
    private var tallies = [Tally(), Tally()]

    /// Nil while no more came out of an entry and of the whole archive than their sizes explain; else what is allowed.
    fileprivate func exceeded(by offset: Int64, of layer: Layer, in entry: Entry) -> Int64? {
        var tally = tallies[layer.rawValue]
        if tally.current.index != entry.index {
            tally.before = tally.before.addingSaturating(tally.current.bytes)
            tally.current = (entry.index, 0)
        }
        tally.current.bytes = max(tally.current.bytes, offset)
        tallies[layer.rawValue] = tally
        let ofEntry = allowedBytes(packed: entry.packedBytes), ofAll = allowedBytes(packed: size)
        if offset > ofEntry { return ofEntry }
        return tally.before.addingSaturating(tally.current.bytes) > ofAll ? ofAll : nil
    }

    private func allowedBytes(packed: Int64) -> Int64 {
        let (product, overflow) = max(0, packed).multipliedReportingOverflow(by: limits.unpackingRatio)
        return max(1 << 20, overflow ? .max : product)
    }
}

/// The bytes of an entry.
private final class ZipEntrySource: ByteSource {
    private let file: OpaquePointer
    /// The archive must outlive its open entries.
    private let archive: ZipArchive
    private let entry: ZipArchive.Entry
    private var offset: Int64 = 0

    init(_ file: OpaquePointer, of archive: ZipArchive, _ entry: ZipArchive.Entry) {
        (self.file, self.archive, self.entry) = (file, archive, entry)
    }

    deinit { zip_fclose(file) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, ActivityFault> {
        guard let start = buffer.baseAddress else { return .success(0) }
        let count = zip_fread(file, start, UInt64(buffer.count))
        guard count >= 0 else { return .failure(.damagedZip(offset: offset)) }
        offset &+= count
        if let limit = archive.exceeded(by: offset, of: .entry, in: entry) { return .failure(.tooLarge(limit: limit)) }
        return .success(min(Int(clamping: count), buffer.count))
    }
}

/// What a gzip archive within the zip archive holds, counted.
private final class GunzippedEntrySource: ByteSource {
    private let source: GzipByteSource
    private let archive: ZipArchive
    private let entry: ZipArchive.Entry
    private var offset: Int64 = 0

    init(_ source: GzipByteSource, of archive: ZipArchive, _ entry: ZipArchive.Entry) {
        (self.source, self.archive, self.entry) = (source, archive, entry)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, ActivityFault> {
        let result = source.read(into: buffer)
        guard case .success(let count) = result else { return result }
        offset &+= Int64(count)
        return archive.exceeded(by: offset, of: .gzip, in: entry).map { .failure(.tooLarge(limit: $0)) } ?? result
    }
}
