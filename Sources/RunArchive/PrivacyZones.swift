import Glibc
import Quantities
import RunLog
import SystemCalls

/// The circles in which the positions of runs are hidden from whoever a run is shown or given to.
///
/// What is hidden is the place alone: time, distance, heart rate and height of those seconds stay. A circle's edge still tells about its
/// middle where many tracks end on it, so a zone should be larger than it need be and its middle not be the front door.
///
/// The runner's zones lie in the data folder's file `privacy-zones`, readable by its owner only. Its first line says what it is, each further
/// one is a zone. A file that cannot be read as that is an error, and never no zones: what is shown uncut cannot be taken back.
public struct PrivacyZones: Hashable, Sendable, CustomStringConvertible {
    /// The zones, in the order in which they were added.
    public private(set) var zones: [PrivacyZone] = []

    /// Most zones that are kept.
    public static let most = 256

    /// No zones: nothing is hidden.
    public init() {}

    /// Zones; of two alike one counts.
    public init(_ zones: [PrivacyZone]) { for zone in zones where !self.zones.contains(zone) { self.zones.append(zone) } }

    /// How many there are, and not where they lie.
    public var description: String { "\(zones.count) privacy zones" }

    /// True if nothing is hidden.
    public var isEmpty: Bool { zones.isEmpty }

    /// True if a position is not to be shown.
    public func hides(_ position: Coordinate) -> Bool { zones.contains { $0.contains(position) } }

    /// Adds a zone, unless it is there. Errors: there are too many.
    public mutating func add(_ zone: PrivacyZone) throws(PrivacyZonesError) {
        guard !zones.contains(zone) else { return }
        guard zones.count < Self.most else { throw .tooMany(most: Self.most) }
        zones.append(zone)
    }

    /// Takes out the zone of a number, which counts from 1 on; false if there is none.
    public mutating func remove(number: Int) -> Bool {
        guard number >= 1, number <= zones.count else { return false }
        zones.remove(at: number - 1)
        return true
    }
}

/// Why zones could not be kept or read. None of the sentences tells where a zone lies.
public enum PrivacyZonesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is there and cannot be read.
    case unreadable(path: String, Errno)
    /// The file holds something else than zones, from this line on, counted from 1.
    case malformed(path: String, line: Int)
    /// There is no room for one more.
    case tooMany(most: Int)
    /// The file could not be written.
    case file(WholeFileError)

    /// A sentence for the runner.
    public var description: String {
        switch self {
        case .unreadable(let path, let errno):
            "the privacy zones in \(path) cannot be read (\(errno)), and without them nothing is shown or exported: make the file readable"
        case .malformed(let path, let line):
            "line \(line) of the privacy zones in \(path) is none, and without them nothing is shown or exported: correct it, or set the "
                + "zones anew with `harrier privacy clear` and `harrier privacy add LATITUDE,LONGITUDE,METRES`"
        case .tooMany(let most): "there are \(most) privacy zones, which is as many as are kept: remove one with `harrier privacy remove N`"
        case .file(let error): "the privacy zones are as they were: \(error)"
        }
    }
}

// MARK: - The file

extension PrivacyZones {
    /// What the file begins with.
    private static let firstLine = "Harrier privacy zones, version 1: latitude,longitude,metres"
    /// The most bytes that are read: several times what is ever written.
    private static let mostBytes = 64 << 10

    static func path(in directory: DataDirectory) -> String { directory.path + "/privacy-zones" }

    /// What changes when the zones of a data folder do, and tells nothing of where they lie: whoever has what was made from it could try
    /// places until it fits. Nil while they may change without it, because they were written a moment ago. Ask for it before ``read(in:calls:)``.
    public static func state(in directory: DataDirectory, at now: UTCInstant) -> String? {
        let stamp = FileStamp(ofPath: path(in: directory))
        return stamp.isSettled(at: now) ? stamp.text : nil
    }

    /// The zones of a data folder; none if it has no such file.
    public static func read(
        in directory: DataDirectory, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(PrivacyZonesError) -> PrivacyZones {
        let path = path(in: directory)
        let bytes: [UInt8]?
        do throws(Errno) { bytes = try contents(of: path, calls) } catch { throw .unreadable(path: path, error) }
        guard let bytes else { return PrivacyZones() }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard bytes.count < mostBytes, lines.first.map({ $0.elementsEqual(firstLine.utf8) }) == true else {
            throw .malformed(path: path, line: 1)
        }
        // The last line has an end too, or it may have been cut.
        guard lines.last?.isEmpty == true else { throw .malformed(path: path, line: lines.count) }
        var zones = PrivacyZones()
        for (number, line) in lines.enumerated().dropFirst().dropLast() where !line.isEmpty {
            guard let zone = PrivacyZone(String(decoding: line, as: UTF8.self)) else { throw .malformed(path: path, line: number + 1) }
            try zones.add(zone)
        }
        return zones
    }

    /// The bytes of a file; nil only if nothing has its name. A link to nowhere is not nothing.
    private static func contents(of path: String, _ calls: any FileSystemCalls) throws(Errno) -> [UInt8]? {
        do throws(Errno) {
            _ = try calls.retrying { () throws(Errno) in try calls.kind(ofPath: path, followingLinks: false) }
        } catch {
            if error == .notFound { return nil }
            throw error
        }
        let descriptor = try calls.retrying { () throws(Errno) in
            try calls.open(path, flags: O_RDONLY | O_CLOEXEC | O_NONBLOCK, mode: 0)
        }
        defer { calls.close(descriptor) }
        guard try calls.retrying({ () throws(Errno) in try calls.kind(descriptor) }) == .regular else { throw .invalid }
        return try calls.readFirst(descriptor, most: mostBytes)
    }

    /// Keeps the zones in a data folder, in place of those that it had.
    public func write(
        in directory: DataDirectory, calls: any FileSystemCalls = LinuxFileSystem.shared
    ) throws(PrivacyZonesError) {
        let text = ([Self.firstLine] + zones.map(\.text)).map { $0 + "\n" }.joined()
        do throws(WholeFileError) {
            try WholeFile.write(Array(text.utf8), to: Self.path(in: directory), permissions: 0o600, calls: calls)
        } catch { throw .file(error) }
    }
}
