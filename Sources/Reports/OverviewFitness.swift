import Calendar
import Quantities
import RunCore
import Training

// Load, form, oxygen uptake, and the pace at an easy heart rate.
extension OverviewPage {
    private var width: Double { CurveDrawing.width }
    private var height: Double { CurveDrawing.height }

    private func drawing(
        _ name: ReportPhrase, className: Markup, ticks: [(share: Double, label: Markup)], dates: [(share: Double, label: Markup)],
        alt: Markup,
        _ paths: Markup
    ) -> Markup {
        var labels = Markup.none, days = Markup.none, grid = ""
        for tick in ticks where tick.share > 0.02 && tick.share < 0.98 {
            labels += "<span style=\"top:\(ChartScale.percent(tick.share))%\">\(tick.label)</span>"
            grid += "M0 \(Int(rounding: tick.share * height))h\(Int(width))"
        }
        for date in dates {
            if date.share < 0.95 { days += "<span style=\"left:\(ChartScale.percent(date.share))%\">\(date.label)</span>" }
            grid += "M\(Int(rounding: date.share * width)) 0v\(Int(height))"
        }
        return """
            <div class="curve \(className)">
            <div class="ys" aria-hidden="true">\(labels)</div>
            <div class="plot"><svg role="img" viewBox="0 0 \(Int(width)) \(Int(height))" preserveAspectRatio="none">\(.phrase(name, in: "title"))\(alt)<path class="grid" d="\(grid)"/>\(paths)</svg></div>
            <div class="xs" aria-hidden="true">\(days)</div></div>

            """
    }

    /// Months along an axis of days, few.
    private func months(from first: CivilDate, to last: CivilDate) -> [(share: Double, label: Markup)] {
        let span = first.days(to: last)
        guard span > 0 else { return [] }
        let step = max(1, (span / 30 + 5) / 6)
        var month = first.startOfMonth, ticks: [(share: Double, label: Markup)] = [], number = 0
        while month <= last {
            if month >= first, number % step == 0 {
                ticks.append((Double(first.days(to: month)) / Double(span), .month(month, isShort: span < 500)))
            }
            if month >= first { number += 1 }
            let next = month.adding(days: 31).startOfMonth
            guard next > month else { break }
            month = next
        }
        return ticks
    }

    var fitness: Markup {
        guard runs.contains(where: { $0.load != nil }) else {
            return "<section>\(.phrase(.fitnessTitle, in: "h2"))\n\(.phrase(.loadUnknown, in: "p", " class=\"quiet\""))\n</section>\n"
        }
        let days = TrainingDay.all(of: runs, by: history.rule, today: today)
        guard days.count > 1, let first = days.first, let last = days.last else {
            return "<section>\(.phrase(.fitnessTitle, in: "h2"))\n\(.phrase(.loadUnknown, in: "p", " class=\"quiet\""))\n</section>\n"
        }
        let values = days.flatMap { [$0.fitness, $0.fatigue, $0.form] }
        let low = min(0, values.min() ?? 0), high = max(values.max() ?? 1, 1), room = (high - low) * 0.06
        let bottom = low - room, top = high + room
        func y(_ value: Double) -> Int { Int(rounding: height * (1 - (value - bottom) / (top - bottom))) }
        func x(_ place: Int) -> Int { Int(rounding: width * Double(place) / Double(days.count - 1)) }
        func line(_ value: (TrainingDay) -> Double) -> String {
            days.enumerated().map { place, day in "\(place == 0 ? "M" : "L")\(x(place)) \(y(value(day)))" }.joined()
        }
        let most = days.map(\.load).max() ?? 0
        let loads = days.enumerated().map { place, day in
            day.load > 0 && most > 0 ? "M\(x(place)) \(Int(height))v-\(max(2, Int(rounding: day.load / most * height * 0.3)))" : ""
        }.joined()
        let ticks = ChartScale.ticks(from: bottom, to: top, about: 3, least: 1).map { tick in
            (share: 1 - (tick - bottom) / (top - bottom), label: Markup.number(decimal(tick, 0)))
        }
        let alt = Markup.phrase(
            .fitnessChart, .number(decimal(last.fitness, 1)), .number(decimal(last.fatigue, 1)), .number(decimal(last.form, 1)), in: "desc")
        let paths: Markup = """
            <path style="stroke:var(--quiet);stroke-opacity:.55;stroke-width:2;stroke-linecap:butt" d="\(loads)"/><path style="stroke:var(--heart)" d="\(line(\.fatigue))"/><path style="stroke:var(--height);stroke-dasharray:5 4" d="\(line(\.form))"/><path style="stroke:var(--pace);stroke-width:2.5" d="\(line(\.fitness))"/>
            """
        func legend(_ phrase: ReportPhrase, _ colour: Markup, _ value: Markup) -> Markup {
            "<li><i style=\"background:var(--\(colour))\"></i>\(.phrase(phrase)) \(value)</li>"
        }
        let entries = [
            legend(.fitness, "pace", "<b>\(.number(decimal(last.fitness, 1)))</b>"),
            legend(.fatigue, "heart", "<b>\(.number(decimal(last.fatigue, 1)))</b>"),
            legend(.form, "height", "<b>\(.number(decimal(last.form, 1)))</b>"), legend(.loadOfDay, "quiet", ""),
        ].joined()
        let chart = drawing(
            .fitnessTitle, className: "", ticks: ticks, dates: months(from: first.day, to: last.day), alt: alt, paths)
        return """
            <section>\(.phrase(.fitnessTitle, in: "h2"))
            \(chart)<ul class="legend">\(entries)</ul>
            <p class="note">\(.phrase(.fitnessNote)) \(.phrase(history.rule == .banister ? .ruleBanister : .ruleEdwards)).</p>
            </section>

            """
    }

    var fitnessFigures: Markup {
        let body: Markup
        if let uptake = RunnerOxygenUptake(of: runs, on: today) {
            body = """
                <p class="figure">\(.phrase(.uptakeValue, .number(decimal(uptake.milliliters, 1)), .number(decimal(uptake.spread, 1)))) \(.phrase(.uptakeUnit, in: "small"))</p>
                \(.phrase(.uptakeNote, .number("\(uptake.runs)"), .day(uptake.latest), in: "p", " class=\"note\""))
                """
        } else {
            body = "<p class=\"figure\">--</p>\n\(.phrase(.uptakeUnknown, in: "p", " class=\"note\""))"
        }
        return "<section>\(.phrase(.uptake, in: "h2"))\n\(body)\n</section>\n"
    }

    // MARK: - Pace at an easy heart rate

    private struct EasyRun {
        var day: CivilDate
        var speed: Double
    }

    /// Runs that the line's median is over.
    private static var medianOver: Int { 7 }

    var trend: Markup {
        let aerobic = runs.compactMap { run -> (EasyRun, AerobicPace)? in
            guard let pace = run.aerobicPace, let day = run.figures.day, day <= today, pace.pace.secondsPerKilometer > 0 else { return nil }
            return (EasyRun(day: day, speed: 1000 / pace.pace.secondsPerKilometer), pace)
        }
        // The band depends on the greatest heart rate: only what is measured in the same band as the latest run is beside it.
        let band = aerobic.last.map { ($0.1.lowerBeats, $0.1.upperBeats) }
        let easy: [EasyRun] = aerobic.compactMap { run, pace in
            band?.0 == pace.lowerBeats && band?.1 == pace.upperBeats ? run : nil
        }
        guard let band, let first = easy.first, let last = easy.last, easy.count > 1, first.day < last.day else {
            return "<section>\(.phrase(.trend, in: "h2"))\n\(.phrase(.trendNone, in: "p", " class=\"quiet\""))\n</section>\n"
        }
        let speeds = easy.map(\.speed), low = speeds.min() ?? 0, high = speeds.max() ?? 1, least = 0.4
        let room = max((high - low) * 0.1, (least - (high - low)) / 2, 0.02), bottom = max(0.1, low - room), top = high + room
        let span = Double(first.day.days(to: last.day))
        func y(_ speed: Double) -> Int { Int(rounding: height * (1 - (speed - bottom) / (top - bottom))) }
        // Dots at the ends are whole too.
        func x(_ day: CivilDate) -> Int { Int(rounding: 8 + (width - 16) * Double(first.day.days(to: day)) / span) }
        var dots = "", line = ""
        for (place, run) in easy.enumerated() {
            dots += "M\(x(run.day)) \(y(run.speed))h0"
            let window = speeds[max(0, place - Self.medianOver + 1)...place].sorted()
            line += "\(place == 0 ? "M" : "L")\(x(run.day)) \(y(window[window.count / 2]))"
        }
        let paces = ChartScale.paces(slowest: unit.meters / bottom, fastest: unit.meters / top, about: 4).map { pace in
            (
                share: 1 - (unit.meters / pace - bottom) / (top - bottom),
                label: "<span>\(ReportText.time(seconds: Int64(rounding: pace)))</span>" as Markup
            )
        }
        let chart = drawing(
            .trend, className: "of-pace", ticks: paces, dates: months(from: first.day, to: last.day),
            alt: .phrase(.trendChart, .day(first.day), .day(last.day), in: "desc"),
            "<path class=\"dots\" style=\"stroke:var(--quiet);stroke-opacity:.8\" d=\"\(dots)\"/><path class=\"line\" style=\"stroke-width:2.5\" d=\"\(line)\"/>"
        )
        return """
            <section>\(.phrase(.trend, in: "h2"))
            \(chart)\(.phrase(.trendNote, .number("\(band.0)"), .number("\(band.1)"), in: "p", " class=\"note\""))
            </section>

            """
    }
}
