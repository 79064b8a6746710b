import Calendar
import Quantities
import RunCore
import Training

/// The page of one run.
public struct RunPage {
    let reported: ReportedRun
    let totals: RunTotals
    let unit: ReportUnit
    let seconds: RunSeconds
    let axes: CurveAxes
    let map: MapMarkup?

    /// A page.
    /// - Parameters:
    ///   - reported: the run in its history.
    ///   - totals: the fold of its log.
    ///   - seconds: its seconds, without what the runner hides.
    public init(_ reported: ReportedRun, _ totals: RunTotals, _ seconds: RunSeconds, in unit: ReportUnit) {
        self.reported = reported
        self.totals = totals
        self.unit = unit
        var seconds = seconds
        seconds.finish()
        let last = seconds.seconds.last
        axes = CurveAxes(
            meters: Double(last?.millimeters ?? 0) / 1000,
            seconds: max(Double(last?.milliseconds ?? 0), Double(totals.latest.milliseconds)) / 1000)
        map = MapMarkup(seconds.track, in: unit)
        self.seconds = seconds
    }

    var figures: RunFigures { reported.figures }

    /// The page as a file's bytes.
    public func bytes(fingerprint: String) -> [UInt8] { PageMark.page(frame.text, fingerprint: fingerprint) }

    var frame: PageFrame {
        let curves = CurvesMarkup(seconds, in: axes, frame: map?.frame, unit)
        let content = [head, mapSection, curves.markup, zones, splits, laps, efforts, standing, notes(curves)].joined()
        var page = PageFrame(title: title, header: header, content: content)
        page.rows = curves.rows
        page.isOverTime = curves.rows != nil && axes.meters <= 0
        return page
    }

    // MARK: - Head

    private var title: Markup {
        let distance = "\(unit.amount(figures.distance)) \(unit.isMiles ? "mi" : "km")"
        // What is the same in all languages: a browser's tab has no room for more.
        return "<title>\(figures.day.map { "\($0) · " } ?? "")\(distance) · Harrier</title>"
    }

    private var header: Markup {
        func link(_ id: RunID?, _ phrase: ReportPhrase, _ arrow: (Markup, Markup), _ rel: Markup) -> Markup {
            guard let id else { return .none }
            return "<a rel=\"\(rel)\" href=\"\("\(id)").html\">\(arrow.0)\(.phrase(phrase))\(arrow.1)</a>\n"
        }
        return """
            <span class="brand">Harrier</span>
            <nav class="runs"><a href="../index.html">\(.phrase(.toOverview))</a>
            \(link(reported.previous, .previousRun, ("← ", ""), "prev"))\(link(reported.next, .nextRun, ("", " →"), "next"))</nav>
            """
    }

    private var head: Markup {
        let moment: Markup = figures.localStart.map { .moment($0, isLong: true) } ?? .phrase(.timeUnknown)
        var line: [Markup] = []
        if case .imported = reported.run.origin { line.append(.phrase(.imported, in: "span", " class=\"badge\"")) }
        if !reported.damage.isNone { line.append(.phrase(.damaged, in: "span", " class=\"badge\"")) }
        if let ofDay = reported.ofDay, ofDay.count > 1 {
            line.append(.phrase(.ofDay, .number("\(ofDay.number)"), .number("\(ofDay.count)"), in: "span", " class=\"badge\""))
        }
        let badges: Markup = line.isEmpty ? "" : "<p>\(line.joined())</p>\n"
        return "<h1>\(.phrase(reported.kind)) · \(moment)</h1>\n\(badges)"
    }

    private var facts: Markup {
        var facts: [Markup] = []
        func add(_ phrase: ReportPhrase, _ value: Markup?, isBig: Bool = false) {
            guard let value else { return }
            facts.append("<div\(isBig ? " class=\"big\"" as Markup : "")>\(.phrase(phrase, in: "dt"))<dd>\(value)</dd></div>\n")
        }
        func whole(_ number: Int64?, _ unit: ReportPhrase) -> Markup? { number.map { .amount("\($0)", unit) } }
        add(.distance, .amount(unit.amount(figures.distance), unit.phrase), isBig: true)
        add(.time, "<span>\(ReportText.time(figures.timer))</span>", isBig: true)
        add(.averagePace, figures.averagePace.map { "<span>\(unit.pace($0))\u{A0}\(.phrase(unit.perUnit, in: "small"))</span>" })
        add(.averageHeartRate, whole(ShownNumber.beats(of: figures.averageHeartRate), .bpm))
        add(.greatestHeartRate, whole(ShownNumber.beats(of: figures.maximumHeartRate), .bpm))
        add(.averageCadence, whole(ShownNumber.steps(of: figures.averageCadence), .spm))
        add(.ascent, whole(ShownNumber.meters(of: figures.ascent), .meters))
        add(.descent, whole(ShownNumber.meters(of: figures.descent), .meters))
        add(.energy, whole(ShownNumber.kilocalories(of: figures.energy), .kcal))
        add(.drumsticks, figures.energy.map { .number(decimal($0.drumsticks, 2)) })
        add(.steps, figures.steps.map { .number("\($0)") })
        add(.moving, "<span>\(ReportText.time(figures.moving))</span>")
        add(.elapsed, "<span>\(ReportText.time(figures.elapsed))</span>")
        add(.load, reported.load.map { .number(decimal($0, 0)) })
        return "<dl class=\"facts\">\n\(facts.joined())</dl>\n"
    }

    private var mapSection: Markup {
        let map = map?.markup ?? "<p class=\"quiet\">\(.phrase(.noMap))</p>\n"
        return
            "<section>\(.phrase(.mapTitle, in: "h2", " class=\"hidden\""))\n<div class=\"wide\">\n<div>\(map)</div>\n\(facts)</div></section>\n"
    }
}
