import ActivityFiles
import RunCore
import RunLog
import SystemCalls

/// A file that was made from a run.
public struct ExportedRun: Hashable, Sendable {
    /// The file.
    public var path: String
    /// True if an earlier export of the same run was replaced.
    public var replacesEarlier: Bool
    /// What was written.
    public var written: WrittenActivity
    /// What the run's log lacks, and so the file too.
    public var damage: RunDamage
}

/// How a run is written for other software.
public struct RunExport: Hashable, Sendable {
    /// The kind of file.
    public var format: ExportFormat
    /// Whether it is packed with gzip: smaller, and taken by most sites as it is.
    public var isPacked: Bool
    /// Where positions are left out; those of ``PrivacyZones/read(in:calls:)``. Nothing is exported without them being stated.
    public var zones: PrivacyZones

    /// An export.
    public init(_ format: ExportFormat, isPacked: Bool = false, hiding zones: PrivacyZones) {
        (self.format, self.isPacked, self.zones) = (format, isPacked, zones)
    }

    /// The end of its files' names, without the first dot.
    public var fileExtension: String { format.fileExtension + (isPacked ? ".gz" : "") }
}

extension ArchivedRun {
    /// Most runs that may share a minute, a kind and a distance.
    private static let mostAlike = 999

    /// Writes the run as a file into a folder, whole or not at all, read back and checked.
    ///
    /// The file is named after start, kind and distance, with a number where another run has that name. It holds the run's id, so that
    /// exporting a run again replaces its own file of the same format; a file of another run, or of which nobody can tell, is never replaced.
    /// The log is read once more, one record at a time; an error in it, or other records than were folded, end the export.
    public func export(_ export: RunExport, to folder: String) throws(RunArchiveError) -> ExportedRun {
        let name = ExportName(figures)
        while true {
            let place = place(for: name, export, in: folder)
            do throws(ActivityWriteError) {
                let written = try write(export, to: folder, named: place.name, replacing: place.isOwn)
                return ExportedRun(path: "\(folder)/\(place.name)", replacesEarlier: place.isOwn, written: written, damage: damage)
            } catch {
                // Somebody took the name meanwhile: there is one name fewer.
                guard error.isNameTaken, place.number < Self.mostAlike else { throw .file(error) }
            }
        }
    }

    /// Writes the run as the file of a name that the runner chose, in place of whatever file has it.
    public func export(_ export: RunExport, toFile path: String) throws(RunArchiveError) -> ExportedRun {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let isOwn = ActivityReader.run(of: path, as: export.format, isPacked: export.isPacked, calls: calls) == id
        do throws(ActivityWriteError) {
            let written = try write(export, to: folder, named: name, replacing: true)
            return ExportedRun(path: path, replacesEarlier: isOwn, written: written, damage: damage)
        } catch { throw .file(error) }
    }

    /// The run as the bytes of a file, checked as those on a disk are: for a pipe.
    public func exported(_ export: RunExport) throws(RunArchiveError) -> [UInt8] {
        do throws(ActivityWriteError) {
            let description = RunDescription(self)
            var points = try points(description, hiding: export.zones)
            return try ActivityFileStore.bytes(
                export.format, gzip: export.isPacked, description.summary, laps: description.laps, pauses: description.pauses,
                nextPoint: { () throws(ActivityWriteError) in try points.next() }
            ).bytes
        } catch { throw .file(error) }
    }

    /// The name of this run's earlier file if there is one, else the first that nothing has.
    private func place(for name: ExportName, _ export: RunExport, in folder: String) -> (name: String, number: Int, isOwn: Bool) {
        var firstFree: Int?
        for number in 1...Self.mostAlike {
            let candidate = name.name(number, export.fileExtension), path = "\(folder)/\(candidate)"
            guard let kind = try? calls.kind(ofPath: path, followingLinks: false) else {
                if firstFree == nil { firstFree = number }
                // Names are given without gaps; one gap may come from a file that was moved away.
                if let firstFree, number > firstFree { break }
                continue
            }
            guard kind == .regular else { continue }
            if ActivityReader.run(of: path, as: export.format, isPacked: export.isPacked, calls: calls) == id {
                return (candidate, number, true)
            }
        }
        let number = firstFree ?? Self.mostAlike
        return (name.name(number, export.fileExtension), number, false)
    }

    private func write(
        _ export: RunExport, to folder: String, named name: String, replacing: Bool
    ) throws(ActivityWriteError) -> WrittenActivity {
        let description = RunDescription(self)
        var points = try points(description, hiding: export.zones)
        return try ActivityFileStore(directory: folder, calls: calls).write(
            export.format, named: name, replacing: replacing, gzip: export.isPacked, description.summary, laps: description.laps,
            pauses: description.pauses, nextPoint: { () throws(ActivityWriteError) in try points.next() })
    }

    private func points(_ description: RunDescription, hiding zones: PrivacyZones) throws(ActivityWriteError) -> ExportedPoints {
        do throws(RunArchiveError) { return ExportedPoints(description, try samples(hiding: zones)) } catch { throw .points("\(error)") }
    }
}

/// The points of a file: a run's seconds without those of its pauses.
private struct ExportedPoints {
    private let description: RunDescription
    private var samples: ShownSamples
    /// True if a second that is left out began a piece.
    private var startsPiece = false

    init(_ description: RunDescription, _ samples: ShownSamples) { (self.description, self.samples) = (description, samples) }

    mutating func next() throws(ActivityWriteError) -> ActivityPoint? {
        do throws(RunArchiveError) {
            while let sample = try samples.next() {
                var point = description.point(sample)
                if startsPiece { point.startsPiece = true }
                startsPiece = point.startsPiece && sample.flags.contains(.isPaused)
                if !sample.flags.contains(.isPaused) { return point }
            }
            return nil
        } catch { throw .points("\(error)") }
    }
}
