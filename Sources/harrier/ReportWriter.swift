import Calendar
import JSONText
import Quantities
import Reports
import RunArchive
import RunCore
import RunLog
import Training

/// What became of a report.
struct ReportOutcome {
    /// The page to open.
    var index: String
    /// Pages of runs that were written, and that were as they should be.
    var written = 0, kept = 0
    /// Pages of runs that are not there any more.
    var removed = 0
    /// Whether the first page was written.
    var isIndexWritten = false
    /// Why runs have no page.
    var failures: [String] = []

    var text: String {
        func pages(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }
        var parts = ["\(pages(written)) written"]
        if kept > 0 { parts.append("\(pages(kept)) unchanged") }
        if removed > 0 { parts.append("\(pages(removed)) without a run removed") }
        return "\(index)\n\(parts.joined(separator: ", "))."
    }

    var json: JSONObject {
        JSONObject([
            "index": .string(index), "written": .integer(Int64(written)), "kept": .integer(Int64(kept)),
            "removed": .integer(Int64(removed)),
            "index_written": .bool(isIndexWritten), "failures": .array(failures.map { .string($0) }),
        ])
    }
}

/// Writes the pages of a history.
struct ReportWriter {
    let archive: RunArchive
    let folder: String
    let unit: ReportUnit
    let weekBegins: Weekday
    /// How many of the newest runs have a page; nil for all.
    let mostPages: Int?
    let now: UTCInstant
    let today: CivilDate

    private static let index = "index.html", runs = "runs"

    /// Brings the folder up to date. Each log is read where the index does not know it, and where its page is to be written.
    func write() throws -> ReportOutcome {
        // What pages are made from is dated before it is read: whatever changes meanwhile makes them again the next time.
        let zonesState = PrivacyZones.state(in: archive.directory, at: now)
        let zones = try PrivacyZones.read(in: archive.directory)
        let states = Dictionary(uniqueKeysWithValues: try archive.logs().map { ($0.id, $0.state(at: now)) })
        let listing = try ProgressBar.during("reading runs") { try archive.list(progress: $0) }
        var history = ReportedHistory(listing.rows.map { ($0.run, ReportedDamage($0.damage)) }, mostPages: mostPages)

        let pages = ReportFolder(folder)
        try OutputFolder.make(folder)
        try pages.ownMark(of: Self.index)
        try OutputFolder.make("\(folder)/\(Self.runs)")
        var outcome = ReportOutcome(index: "\(folder)/\(Self.index)", failures: listing.failures.map { "\($0)" })
        var names: Set<String> = [], failed: Set<RunID> = []
        let reported = history.runs.filter { history.pages.contains($0.id) }
        try ProgressBar.during("writing pages") { progress in
            for (done, run) in reported.enumerated() {
                let fingerprint = fingerprint(of: run, states[run.id] ?? nil, zonesState)
                do {
                    switch try pages.put("\(Self.runs)/\(run.pageName)", fingerprint: fingerprint, { try page(run, zones, fingerprint) }) {
                    case .written: outcome.written += 1
                    case .kept: outcome.kept += 1
                    }
                    names.insert(run.pageName)
                } catch let error as RunArchiveError {
                    outcome.failures.append("\(run.id): \(error)")
                    failed.insert(run.id)
                } catch let error as RunLogError {
                    outcome.failures.append("\(run.id): \(error)")
                    failed.insert(run.id)
                }
                progress(done + 1, reported.count)
            }
        }
        // A page that was not made now may show what is hidden by now.
        outcome.removed = pages.removePages(in: Self.runs, except: names)
        history.removePages(failed)
        let overview = OverviewPage(history, today: today, weekBegins: weekBegins, in: unit, unreadable: listing.failures.count)
        outcome.isIndexWritten = try overview.put(into: pages, named: Self.index) == .written
        return outcome
    }

    private func fingerprint(of run: ReportedRun, _ log: String?, _ zones: String?) -> String {
        guard let log, let zones else { return PageMark.unsettled }
        var fingerprint = ReportFingerprint()
        fingerprint.take(log)
        fingerprint.take(zones)
        fingerprint.take("\(unit)")
        run.put(into: &fingerprint)
        return fingerprint.text
    }

    private func page(_ run: ReportedRun, _ zones: PrivacyZones, _ fingerprint: String) throws -> [UInt8] {
        let origin = run.run.origin
        let archived = try ArchivedRun.read(archive.directory.log(run.id, in: origin.isRecorded ? .recorded : .imported), origin: origin)
        var samples = try archived.samples(hiding: zones), seconds = RunSeconds()
        while let sample = try samples.next() { seconds.take(sample) }
        return RunPage(run, archived.totals, seconds, in: unit).bytes(fingerprint: fingerprint)
    }
}

extension OverviewPage {
    /// It is made each time, and written if it came out otherwise.
    fileprivate func put(into folder: ReportFolder, named name: String) throws -> ReportFolder.Outcome {
        let text = text
        var fingerprint = ReportFingerprint()
        fingerprint.take(text)
        return try folder.put(name, fingerprint: fingerprint.text) { PageMark.page(text, fingerprint: fingerprint.text) }
    }
}

extension ReportedDamage {
    /// The same as the archive tells it.
    init(_ damage: RunDamage) {
        self.init()
        isHeaderLost = damage.isHeaderLost
        (holes, unreadableBytes, lostRecords) = (damage.holes, damage.unreadableBytes, damage.lostRecords)
        (isEndTorn, records) = (damage.isEndTorn, damage.records)
    }
}
