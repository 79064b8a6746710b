import Calendar
import Quantities
import RunCore
import Training

/// The first page of a report: what the whole history amounts to, and the way to each run.
public struct OverviewPage {
    let history: ReportedHistory
    let today: CivilDate
    let weekBegins: Weekday
    let unit: ReportUnit
    let unreadable: Int
    let runs: [TrainedRun]

    /// A page.
    /// - Parameters:
    ///   - today: the day up to which form, streak and predictions go.
    ///   - unreadable: how many logs could not be read.
    public init(_ history: ReportedHistory, today: CivilDate, weekBegins: Weekday, in unit: ReportUnit, unreadable: Int = 0) {
        self.history = history
        self.today = today
        self.weekBegins = weekBegins
        self.unit = unit
        self.unreadable = unreadable
        runs = history.runs.map(\.run)
    }

    /// The page without its mark.
    public var text: String { frame.text }

    var frame: PageFrame {
        let sections =
            runs.isEmpty
            ? "<section>\(.phrase(.noRuns, in: "p"))\n\(remarks)</section>\n"
            : [totals, months, calendar, records, fitness, fitnessFigures, predictions, trend, list].joined()
        let content: Markup = "<h1>\(.phrase(.reportTitle))</h1>\n\(sections)"
        let header: Markup = "<span class=\"brand\">Harrier</span>\n<span class=\"quiet\">\(.phrase(.asOf, .day(today)))</span>"
        return PageFrame(title: .phrase(.reportTitle, in: "title"), header: header, content: content)
    }

    /// The way to a run's page; plain words where it has none.
    func link(_ id: RunID, _ content: Markup) -> Markup {
        history.pages.contains(id) ? "<a href=\"runs/\("\(id)").html\">\(content)</a>" : content
    }

    // MARK: - Totals

    private var totals: Markup {
        let tally = RunTally(runs), streak = RunStreak(runs, today: today)
        func fact(_ phrase: ReportPhrase, _ value: Markup, _ className: Markup = "") -> Markup {
            "<div\(className.text.isEmpty ? "" : " class=\"\(className)\"" as Markup)>\(.phrase(phrase, in: "dt"))<dd>\(value)</dd></div>\n"
        }
        var facts = fact(.distance, .amount(unit.amount(tally.distance), unit.phrase), "big as-distance")
        facts += fact(.energy, .amount(ShownNumber.text(ShownNumber.kilocalories(of: tally.energy)), .kcal), "big as-energy")
        facts += fact(.runs, .number("\(tally.runs)"), "big")
        facts += fact(.time, "<span>\(ReportText.time(tally.timer))</span>")
        facts += fact(.averagePace, "<span>\(unit.pace(tally.averagePace))\u{A0}\(.phrase(unit.perUnit, in: "small"))</span>")
        if let ascent = tally.ascent { facts += fact(.ascent, .amount(ShownNumber.text(ShownNumber.meters(of: ascent)), .meters)) }
        if let energy = tally.energy { facts += fact(.drumsticks, .number(decimal(energy.drumsticks, 1))) }
        facts += fact(.streak, .number("\(streak.current)"))
        facts += fact(.streakLongest, .number("\(streak.longest)"))
        return """
            <section><div class="head">\(.phrase(.totals, in: "h2"))<button type="button" id="unit-toggle" class="needs-script">\(.phrase(.showEnergy, in: "span", " class=\"as-distance\""))\(.phrase(.showDistance, in: "span", " class=\"as-energy\""))</button></div>
            <dl class="facts totals">
            \(facts)</dl>
            \(remarks)</section>

            """
    }

    private var remarks: Markup {
        var remarks: [Markup] = []
        let undated = runs.filter { $0.figures.day == nil }.count, tooFast = runs.filter(\.isTooFast).count
        if undated > 0 { remarks.append(.phrase(.undated, .number("\(undated)"), in: "p", " class=\"note\"")) }
        if tooFast > 0 { remarks.append(.phrase(.tooFastList, .number("\(tooFast)"), in: "p", " class=\"note\"")) }
        if unreadable > 0 { remarks.append(.phrase(.unreadable, .number("\(unreadable)"), in: "p", " class=\"note\"")) }
        if history.pages.count < runs.count {
            remarks.append(.phrase(.olderWithoutPage, .number("\(history.pages.count)"), in: "p", " class=\"note\""))
        }
        return remarks.joined("\n")
    }

    // MARK: - Months

    /// Months that have a bar.
    private static let bars = 12

    private var months: Markup {
        let tallies = PeriodTally.all(of: runs, by: .month)
        guard let last = tallies.last?.start else { return .none }
        let byMonth = Dictionary(uniqueKeysWithValues: tallies.map { ($0.start, $0.tally) })
        // Up to today, unless that would be an empty year.
        var starts: [CivilDate] = [], month = today > last && last.days(to: today) < 300 ? today.startOfMonth : last
        while starts.count < Self.bars {
            starts.insert(month, at: 0)
            month = month.adding(days: -1).startOfMonth
        }
        let shown = starts.map { byMonth[$0] ?? RunTally() }
        let farthest = shown.map(\.distance).max() ?? .zero, most = shown.compactMap(\.energy).max() ?? .zero
        func bar(_ share: Double) -> Markup {
            let share = share.isFinite ? min(max(share, 0), 1) : 0, height = share > 0 ? max(1, share * 100) : 0
            return
                "<svg aria-hidden=\"true\" viewBox=\"0 0 10 100\" preserveAspectRatio=\"none\"><rect x=\"1\" width=\"8\" y=\"\(decimal(100 - height, 1))\" height=\"\(decimal(height, 1))\"/></svg>"
        }
        let bars = zip(starts, shown).map { start, tally -> Markup in
            let distance = unit.isMiles ? tally.distance.miles : tally.distance.kilometers
            let label: Markup = tally.runs > 0 ? .number(decimal(distance.rounded(.down), 0), in: "b") : "<b>\u{A0}</b>"
            let kcal = ShownNumber.kilocalories(of: tally.energy)
            let energy: Markup = kcal.map { .number("\($0)", in: "b") } ?? "<b>\u{A0}</b>"
            return """
                <div><div class="as-distance">\(label)\(bar(farthest > .zero ? tally.distance / farthest : 0))</div><div class="as-energy">\(energy)\(bar(most > .zero ? (tally.energy ?? .zero) / most : 0))</div>\(.month(start, isShort: true))</div>

                """
        }.joined()
        return """
            <section><div class="head">\(.phrase(.months, in: "h2"))<span class="quiet"><span class="as-distance">\(.phrase(.monthsDistance)), \(.phrase(unit.phrase))</span><span class="as-energy">\(.phrase(.monthsEnergy)), \(.phrase(.kcal))</span></span></div>
            <div class="months">
            \(bars)</div>
            <details><summary>\(.phrase(.monthsTable))</summary>
            \(monthTable(tallies))</details></section>

            """
    }

    private func monthTable(_ tallies: [PeriodTally]) -> Markup {
        func row(_ name: Markup, _ tally: RunTally) -> Markup {
            """
            <tr>\(name)\(TableMarkup.number(.number("\(tally.runs)")))\(TableMarkup.number(.number(unit.amount(tally.distance))))\(TableMarkup.number("\(ReportText.time(tally.timer))"))\(TableMarkup.number("\(unit.pace(tally.averagePace))"))\(TableMarkup.number(.number(ShownNumber.text(ShownNumber.kilocalories(of: tally.energy)))))\(TableMarkup.number(.number(ShownNumber.text(ShownNumber.meters(of: tally.ascent)))))</tr>

            """
        }
        var rows: [Markup] = []
        for tally in tallies.reversed() { rows.append(row("<th scope=\"row\" class=\"nowrap\">\(.month(tally.start))</th>", tally.tally)) }
        for tally in PeriodTally.all(of: runs, by: .year).reversed() {
            rows.append(row("<th scope=\"row\">\(tally.start.year)</th>", tally.tally))
        }
        let head = TableMarkup.head([
            (.month, false), (.runs, true), (unit.phrase, true), (.time, true), (.averagePace, true), (.kcal, true), (.ascent, true),
        ])
        return TableMarkup.table(head, rows)
    }

    // MARK: - Records and predictions

    private var records: Markup {
        let book = RecordBook(runs)
        let groups: [(RecordClass, ReportPhrase)] = [(.run, .recordsRuns), (.indoorRun, .recordsIndoor), (.walk, .recordsWalks)]
        let shown = groups.filter { !book.all($0.0).isEmpty }
        let tables = shown.map { group, name -> Markup in
            let rows = book.all(group).map { record -> Markup in
                let day = record.start.map { CivilDateTime($0, offset: record.zone ?? .utc).date }
                let when: Markup = link(record.run, day.map { .day($0) } ?? .phrase(.timeUnknown))
                let pace: Markup =
                    record.effort.map { "\(unit.pace($0.pace))\(.phrase(unit.perUnit, in: "small", " class=\"hide-narrow per\""))" } ?? ""
                let origin: Markup = record.origin.isRecorded ? "" : .phrase(.imported, in: "span", " class=\"badge\"")
                return """
                    <tr>\(.phrase(ReportPhrase(record.kind), in: "th", " scope=\"row\""))\(TableMarkup.number(unit.markup(record.value, of: record.kind)))\(TableMarkup.number(pace))<td class="nowrap">\(when)</td><td class="hide-narrow">\(origin)</td></tr>

                    """
            }
            let head: Markup =
                "<thead><tr>\(.phrase(.record, in: "th", " scope=\"col\""))\(.phrase(.best, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(.pace, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(.heldBy, in: "th", " scope=\"col\""))<td class=\"hide-narrow\"></td></tr></thead>\n"
            let caption: Markup = shown.count > 1 || group != .run ? .phrase(name, in: "caption") : ""
            return TableMarkup.table(head, rows, caption: caption)
        }.joined()
        let body: Markup = shown.isEmpty ? .phrase(.noRecords, in: "p") : "\(tables)\(.phrase(.recordsNote, in: "p", " class=\"note\""))"
        return "<section>\(.phrase(.records, in: "h2"))\n\(body)\n</section>\n"
    }

    private var predictions: Markup {
        let all = RacePrediction.all(from: runs, on: today)
        var body: Markup = .phrase(.noPredictions, in: "p", " class=\"quiet\"")
        if !all.isEmpty {
            let rows = RacePrediction.races.map { race -> Markup in
                let name = Markup.phrase(ReportPhrase(race), in: "th", " scope=\"row\"")
                guard let prediction = all.first(where: { $0.race == race }) else {
                    return "<tr>\(name)\(TableMarkup.number("--"))\(TableMarkup.number("--"))\(TableMarkup.number("--"))<td></td></tr>\n"
                }
                let basis: Markup = "\(.phrase(ReportPhrase(prediction.source))) \(ReportText.time(prediction.effort.elapsed))"
                return """
                    <tr>\(name)\(TableMarkup.number("<b>\(ReportText.time(prediction.time))</b>"))\(TableMarkup.number("\(ReportText.time(prediction.fastest))"))\(TableMarkup.number("\(ReportText.time(prediction.slowest))"))<td class="nowrap hide-narrow">\(link(prediction.run, basis))</td></tr>

                    """
            }
            let head = TableMarkup.head(
                [(.race, false), (.predicted, true), (.from, true), (.to, true)],
                .phrase(.basedOn, in: "th", " scope=\"col\" class=\"hide-narrow\""))
            body = "\(TableMarkup.table(head, rows))\(.phrase(.predictionsNote, in: "p", " class=\"note\""))"
        }
        return "<section>\(.phrase(.predictions, in: "h2"))\n\(body)\n</section>\n"
    }

    // MARK: - The list

    private var list: Markup {
        let hasHeart = runs.contains { $0.figures.averageHeartRate != nil }
        let newestFirst = history.runs.filter { $0.figures.start != nil }.reversed() + history.runs.filter { $0.figures.start == nil }
        let rows = newestFirst.map { reported -> Markup in
            let figures = reported.figures
            let when: Markup = figures.localStart.map { .moment($0) } ?? .phrase(.timeUnknown)
            var badges = Markup.none
            if !reported.run.origin.isRecorded { badges += .phrase(.imported, in: "span", " class=\"badge\"") }
            if !reported.damage.isNone { badges += .phrase(.damaged, in: "span", " class=\"badge\"") }
            let beats: Markup =
                hasHeart ? "<td class=\"num n\">\(ShownNumber.text(ShownNumber.beats(of: figures.averageHeartRate)))</td>" : ""
            return """
                <tr><th scope="row" class="nowrap">\(link(reported.id, when))</th>\(.phrase(reported.kind, in: "td", " class=\"hide-narrow\""))<td class="num n">\(unit.amount(figures.distance))</td><td class="num">\(ReportText.time(figures.timer))</td><td class="num">\(unit.pace(figures.averagePace))</td>\(beats)<td class="hide-narrow">\(badges)</td></tr>

                """
        }
        var head: Markup =
            "\(.phrase(.date, in: "th", " scope=\"col\""))\(.phrase(.kind, in: "th", " scope=\"col\" class=\"hide-narrow\""))\(.phrase(unit.phrase, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(.time, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(.pace, in: "th", " scope=\"col\" class=\"num\""))"
        if hasHeart { head += .phrase(.heartRate, in: "th", " scope=\"col\" class=\"num\"") }
        let table = TableMarkup.table("<thead><tr>\(head)<td class=\"hide-narrow\"></td></tr></thead>\n", rows)
        return "<section id=\"runs\">\(.phrase(.listTitle, in: "h2"))\n\(table)</section>\n"
    }
}
