import Quantities
import RunCore
import Training

// Where a run's figures come from, and how exact they are.
extension RunPage {
    func notes(_ curves: CurvesMarkup) -> Markup {
        var notes: [Markup] = [source]
        if case .imported(let file) = reported.run.origin, let device = file.device, !device.isEmpty {
            notes.append(.phrase(.sourceDevice, .text(Self.isolated(device)), in: "li"))
        }
        notes.append(.phrase(distance, in: "li"))
        let reckoned = seconds.reckonedShare(of: figures.distance)
        if distance == .distanceByPlaces, reckoned >= 0.005 {
            notes.append(.phrase(.reckonedShare, .number(decimal(reckoned * 100, 0)), in: "li"))
        }
        if totals.fixes > 0, let error = seconds.medianError, distance == .distanceByPlaces {
            notes.append(.phrase(.accuracy, .number(decimal(error.meters, 1)), in: "li"))
        }
        let timer = figures.timer.inSeconds
        if timer > 0 {
            let known = min(1, Double(totals.heartRateSoFar.validMilliseconds) / 1000 / timer)
            if known > 0 { notes.append(.phrase(.heartRateKnown, .number(decimal((known * 100).rounded(.down), 0)), in: "li")) }
        }
        let pauses = totals.clock.pauses.filter { $0.cause != .stopMenu }
        if !pauses.isEmpty {
            let paused = pauses.reduce(Duration.zero) { $0 + .milliseconds(Int64(($1.to ?? totals.latest).millisecondsSince($1.from))) }
            notes.append(.phrase(.pausesNote, .number("\(pauses.count)"), .text(ReportText.time(paused)), in: "li"))
        }
        notes += reported.damage.sentences
        if let stretch = curves.secondsAStretch {
            notes.append(.phrase(.thinned, .number("\(stretch)"), .number("\(curves.secondsARow)"), in: "li"))
        }
        if let map, map.every == 1 { notes.append(.phrase(.thinnedTrack, .number(decimal(map.tolerance, 1)), in: "li")) }
        if let map, map.every > 1 { notes.append(.phrase(.thinnedPlaces, .number("\(map.every)"), in: "li")) }
        return "<section>\(.phrase(.notes, in: "h2"))\n<ul class=\"plain\">\n\(notes.joined("\n"))\n</ul></section>\n"
    }

    private var source: Markup {
        guard case .imported(let file) = reported.run.origin else {
            let software = totals.header.software
            guard !reported.damage.isHeaderLost else { return .none }
            return .phrase(
                .sourceRecorded, .text("\(software.major).\(software.minor).\(software.patch)"), .text("\(totals.header.deviceSerial)"),
                in: "li")
        }
        guard !file.fileName.isEmpty else { return .phrase(.sourceUnknown, in: "li") }
        return .phrase(.sourceImported, .text(Self.isolated(file.fileName)), .text(Self.isolated(file.format)), in: "li")
    }

    /// A name from a file within a sentence: it keeps its own direction of writing and does not turn the sentence's (UAX 9, first strong
    /// isolate).
    private static func isolated(_ name: String) -> String { "\u{2068}\(name)\u{2069}" }

    private var distance: ReportPhrase {
        if totals.hasOdometer { return .distanceCounted }
        return figures.type == .indoorRun ? .distanceByStrides : .distanceByPlaces
    }
}
