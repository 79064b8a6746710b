import Glibc
import Quantities
import RunCore
import RunLog
import SystemCalls

/// The archive's index: what was folded of each log, so that it need not be read again while it stays the same.
///
/// It is a cache and nothing more: deleted, damaged, of another version or impossible to write, it changes no answer. It lies in the data
/// folder (`archive.index`), and for a folder that cannot be written, as on a card that is read-only, in the user's folder of caches.
struct ArchiveIndex {
    private let places: [ArchiveIndexPlace]
    private let files: [ArchiveIndexFile]
    private let calls: any FileSystemCalls

    /// Reads what there is.
    init(_ places: [ArchiveIndexPlace], calls: any FileSystemCalls) {
        (self.places, self.calls) = (places, calls)
        files = places.map { ArchiveIndexFile(reading: $0.path, calls: calls) }
    }

    /// The start by which a run is ordered; nil if the log must be asked, a nil within if it was never known.
    func start(of log: StoredLog) -> UTCInstant?? {
        for file in files { if let start = file.start(of: log) { return start } }
        return nil
    }

    /// What is kept of a run; nil if the log must be folded.
    func run(of log: StoredLog) -> IndexedRun? {
        for file in files { if let run = file.run(of: log) { return run } }
        return nil
    }

    /// A keeper of what is folded now. `logs` are all there are: rows of others go.
    func keeper(of logs: [StoredLog]) -> ArchiveIndexKeeper {
        ArchiveIndexKeeper(zip(places, files).map { ($0, $1) }, logs: logs, calls: calls)
    }
}

/// A place in which an index may lie.
struct ArchiveIndexPlace {
    /// The file.
    var path: String
    /// Folders that are made for it, from the top down; those of a data folder are there already.
    var folders: [String] = []
}

/// Adds rows to the index as logs are folded, some at a time, so that an interrupted work is not lost. The first place that can be written
/// takes them; where none can, they are forgotten.
struct ArchiveIndexKeeper {
    /// Bytes that are gathered before they are written: some fifty rows, a second's work.
    private static let most = 16 << 10

    private var places: [(place: ArchiveIndexPlace, file: ArchiveIndexFile)]
    private let logs: [StoredLog]
    private let calls: any FileSystemCalls
    private var waiting: [UInt8] = []
    /// True once the first of the places has a file to which rows can be added.
    private var isReady = false

    init(_ places: [(ArchiveIndexPlace, ArchiveIndexFile)], logs: [StoredLog], calls: any FileSystemCalls) {
        self.places = places.map { (place: $0.0, file: $0.1) }
        (self.logs, self.calls) = (logs, calls)
    }

    /// Keeps what was folded of a log, unless the log may have changed meanwhile.
    mutating func keep(_ run: IndexedRun, of log: StoredLog, in directory: DataDirectory, at now: UTCInstant) {
        guard !places.isEmpty, log.stamp.isSettled(at: now), log.sourceStamp.isSettled(at: now),
            FileStamp(ofPath: directory.log(log.id, in: log.folder)) == log.stamp, let row = ArchiveIndexFile.row(of: log, run)
        else { return }
        waiting += row
        if waiting.count >= Self.most { flush() }
    }

    /// Writes what waits, and takes out what is of no use any more.
    mutating func finish() {
        flush()
        // An empty folder may be a card that is not there now.
        guard !isReady, !logs.isEmpty, let (place, file) = places.first, file.rowCount > 0, isWorthCleaning(file) else { return }
        rewrite(file, at: place)
    }

    private mutating func flush() {
        while !waiting.isEmpty, let (place, file) = places.first {
            if !isReady { isReady = file.isWhole && !isWorthCleaning(file) || rewrite(file, at: place) }
            if isReady, append(waiting, to: place.path) { break }
            places.removeFirst()
            isReady = false
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// True if a run is gone, so that nothing of it should be left, or if most rows are replaced by later ones.
    private func isWorthCleaning(_ file: ArchiveIndexFile) -> Bool {
        if file.rowCount > 2 * file.ids.count + 64 { return true }
        let ids = Set(logs.map(\.id))
        return file.ids.contains { !ids.contains($0) }
    }

    /// Puts a file with those rows into place that are still believed.
    @discardableResult private func rewrite(_ file: ArchiveIndexFile, at place: ArchiveIndexPlace) -> Bool {
        for folder in place.folders { try? calls.makeDirectory(folder, mode: 0o700) }
        do throws(WholeFileError) {
            // Lost in a power cut, it is made again.
            let whole = try WholeFile(place.path, permissions: 0o640, durability: .unflushed, calls: calls)
            var bytes = ArchiveIndexFile.header
            for log in logs {
                guard let row = file.row(of: log) else { continue }
                bytes += row
                if bytes.count >= Self.most {
                    try Self.append(bytes, to: whole)
                    bytes.removeAll(keepingCapacity: true)
                }
            }
            try Self.append(bytes, to: whole)
            try whole.commit()
            return true
        } catch { return false }
    }

    private static func append(_ bytes: [UInt8], to file: WholeFile) throws(WholeFileError) {
        let result: Result<Void, WholeFileError> = bytes.withUnsafeBytes { raw in
            do throws(WholeFileError) { return .success(try file.append(raw)) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Adds rows to the end of whatever has the name now. In one write, so that two programs that add at once do not mix their rows.
    private func append(_ rows: [UInt8], to path: String) -> Bool {
        let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        guard let descriptor = try? calls.retrying({ () throws(Errno) in try calls.open(path, flags: flags, mode: 0) }) else {
            return false
        }
        defer { calls.close(descriptor) }
        guard (try? calls.kind(descriptor)) == .regular else { return false }
        let result: Result<Void, Errno> = rows.withUnsafeBytes { raw in
            do throws(Errno) { return .success(try calls.writeAll(descriptor, raw)) } catch { return .failure(error) }
        }
        return (try? result.get()) != nil
    }
}
