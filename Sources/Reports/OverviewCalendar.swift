import Calendar
import Quantities
import RunCore
import Training

// The months of a history as on a wall, a year to be opened at a time.
extension OverviewPage {
    /// Years that a page shows, the latest ones.
    private static var mostYears: Int { 60 }

    var calendar: Markup {
        var first: [CivilDate: ReportedRun] = [:], far: [CivilDate: Distance] = [:]
        for reported in history.runs {
            guard let day = reported.figures.day else { continue }
            if first[day] == nil { first[day] = reported }
            far[day, default: .zero] += reported.figures.distance
        }
        let years = Set(first.keys.map(\.year)).sorted(by: >).prefix(Self.mostYears)
        guard let latest = years.first else { return .none }
        // Four shades at the quarters of all days.
        let sorted = far.values.sorted(), quarters = [1, 2, 3].map { sorted[min(sorted.count - 1, sorted.count * $0 / 4)] }
        func shade(_ distance: Distance) -> Int { 1 + quarters.filter { distance >= $0 }.count }
        let details = years.map { year -> Markup in
            let months = (1...12).compactMap { CivilDate(year: year, month: $0, day: 1) }.filter { start in
                let end = start.adding(days: 31).startOfMonth
                return today >= start && today < end || far.keys.contains { $0 >= start && $0 < end }
            }
            let tables = months.reversed().map { start -> Markup in month(start, first, shade: { far[$0].map(shade) }) }.joined()
            return
                "<details\(year == latest ? " open=\"open\"" as Markup : "")><summary>\(year)</summary>\n<div class=\"calendar\">\n\(tables)</div></details>\n"
        }.joined()
        return "<section>\(.phrase(.calendar, in: "h2"))\n\(.phrase(.calendarNote, in: "p", " class=\"note\""))\n\(details)</section>\n"
    }

    private func month(_ start: CivilDate, _ first: [CivilDate: ReportedRun], shade: (CivilDate) -> Int?) -> Markup {
        let grid = MonthGrid(containing: start, weekBegins: weekBegins)
        let names = (0..<7).map { place -> Markup in
            let day = (weekBegins.daysAfterMonday + place) % 7
            return "<th scope=\"col\"><span data-w=\"\(day)\">\(String(ReportText.weekdays[day].prefix(1)))</span></th>"
        }.joined()
        let weeks = grid.weeks.map { week -> Markup in
            let cells = week.map { day -> Markup in
                guard let day else { return "<td></td>" }
                let today: Markup = day == self.today ? "today" : ""
                guard let run = first[day], let shade = shade(day) else {
                    return today.text.isEmpty ? "<td><span>\(day.day)</span></td>" : "<td class=\"\(today)\"><span>\(day.day)</span></td>"
                }
                let number: Markup =
                    history.pages.contains(run.id) ? "<a href=\"runs/\(run.pageName)\">\(day.day)</a>" : "<span>\(day.day)</span>"
                return "<td class=\"d\(shade)\(today.text.isEmpty ? "" : " today" as Markup)\">\(number)</td>"
            }.joined()
            return "<tr>\(cells)</tr>\n"
        }.joined()
        return "<table><caption>\(.month(start))</caption><thead><tr>\(names)</tr></thead><tbody>\n\(weeks)</tbody></table>\n"
    }
}
