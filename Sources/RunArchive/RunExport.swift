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

extension ArchivedRun {
    /// Most runs that may share a minute, a kind and a distance.
    private static let mostAlike = 999

    /// Writes the run as a file into a folder, whole or not at all, read back and checked.
    ///
    /// The file is named after start, kind and distance, with a number where another run has that name. It holds the run's id, so that
    /// exporting a run again replaces its own file; a file of another run, or of which nobody can tell, is never replaced.
    /// The log is read once more, one record at a time; an error in it, or other records than were folded, end the export.
    /// - Parameter zones: where positions are left out; those of ``PrivacyZones/read(in:calls:)``.
    public func export(
        as format: ExportFormat, hiding zones: PrivacyZones, to folder: String
    ) throws(RunArchiveError) -> ExportedRun {
        let name = ExportName(figures)
        while true {
            let place = place(for: name, "fit", in: folder)
            do throws(ActivityWriteError) {
                let written = try writeFIT(hiding: zones, to: folder, named: place.name, replacing: place.isOwn)
                return ExportedRun(path: "\(folder)/\(place.name)", replacesEarlier: place.isOwn, written: written, damage: damage)
            } catch {
                // Somebody took the name meanwhile: there is one name fewer.
                guard error.isNameTaken, place.number < Self.mostAlike else { throw .file(error) }
            }
        }
    }

    /// The name of this run's earlier file if there is one, else the first that nothing has.
    private func place(for name: ExportName, _ suffix: String, in folder: String) -> (name: String, number: Int, isOwn: Bool) {
        var firstFree: Int?
        for number in 1...Self.mostAlike {
            let path = "\(folder)/\(name.name(number, suffix))"
            guard let kind = try? calls.kind(ofPath: path, followingLinks: false) else {
                if firstFree == nil { firstFree = number }
                // Names are given without gaps; one gap may come from a file that was moved away.
                if let firstFree, number > firstFree { break }
                continue
            }
            if kind == .regular, ActivityReader.run(ofFIT: path, calls: calls) == id { return (name.name(number, suffix), number, true) }
        }
        let number = firstFree ?? Self.mostAlike
        return (name.name(number, suffix), number, false)
    }

    private func writeFIT(
        hiding zones: PrivacyZones, to folder: String, named name: String, replacing: Bool
    ) throws(ActivityWriteError) -> WrittenActivity {
        let description = RunDescription(self)
        var samples: ShownSamples
        do throws(RunArchiveError) { samples = try self.samples(hiding: zones) } catch { throw .points("\(error)") }
        func nextPoint() throws(ActivityWriteError) -> ActivityPoint? {
            do throws(RunArchiveError) {
                while let sample = try samples.next() {
                    if !sample.flags.contains(.isPaused) { return description.point(sample) }
                }
                return nil
            } catch { throw .points("\(error)") }
        }
        return try ActivityFileStore(directory: folder, calls: calls).writeFIT(
            named: name, replacing: replacing, description.summary, laps: description.laps, pauses: description.pauses,
            nextPoint: nextPoint)
    }
}
