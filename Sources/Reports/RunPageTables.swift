import Quantities
import RunCore
import Training

// What a run's page tells in tables.
extension RunPage {
    var zones: Markup {
        guard let times = figures.timeInZones, times.count == 6 else { return .none }
        let all = times.reduce(Duration.zero, +).inSeconds
        guard all > 0 else { return .none }
        let b = totals.header.zones.lowerBounds, bounds = [b.0, b.1, b.2, b.3, b.4].map { Int($0) }
        let most = times.map(\.inSeconds).max() ?? 1
        let rows = (0...5).reversed().map { zone -> Markup in
            let name: Markup = zone == 0 ? .phrase(.zoneBelow) : "\(.phrase(.zone)) \(zone)"
            let range: Markup =
                switch zone {
                case 0: .phrase(.zoneRange, .number("0"), .number("\(bounds[0] - 1)"))
                case 5: .phrase(.zoneFrom, .number("\(bounds[4])"))
                default: .phrase(.zoneRange, .number("\(bounds[zone - 1])"), .number("\(bounds[zone] - 1)"))
                }
            let share = times[zone].inSeconds / all
            return """
                <tr><th scope="row">\(name)</th><td class="nowrap hide-narrow">\(range)</td>\(TableMarkup.number("\(ReportText.time(times[zone]))"))\(TableMarkup.number("\(.number(decimal(share * 100, 0)))\u{A0}%"))\(TableMarkup.bar(times[zone].inSeconds / most, "zone\(zone)"))</tr>

                """
        }
        let range = Markup.phrase(.bpm, in: "th", " scope=\"col\" class=\"hide-narrow\"")
        let head: Markup =
            "<thead><tr>\(.phrase(.zone, in: "th", " scope=\"col\""))\(range)\(.phrase(.time, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(.share, in: "th", " scope=\"col\" class=\"num\""))<td></td></tr></thead>\n"
        return "<section>\(.phrase(.zones, in: "h2"))\n\(TableMarkup.table(head, rows))</section>\n"
    }

    // MARK: - Splits

    private struct SplitMeans {
        var beats = 0.0, count = 0
        var first: Double?, last: Double?
    }

    /// Heart rate and height along the splits.
    private func splitMeans(_ count: Int) -> [SplitMeans] {
        var means = [SplitMeans](repeating: SplitMeans(), count: count)
        for index in seconds.seconds.indices {
            let split = Int(rounding: (Double(seconds.seconds[index].millimeters) / 1000 / unit.meters).rounded(.down))
            guard means.indices.contains(split) else { continue }
            if let beats = seconds.value(.heart, at: index) {
                means[split].beats += beats
                means[split].count += 1
            }
            if let height = seconds.value(.height, at: index) {
                if means[split].first == nil { means[split].first = height }
                means[split].last = height
            }
        }
        return means
    }

    /// Splits that a page shows: of a longer run the splits are added up by twos, fives ... in the table.
    private static var mostSplits: Int { 120 }

    var splits: Markup {
        let book = unit.isMiles ? totals.miles : totals.kilometers
        let full = book.doneAt.count
        let restMeters = figures.distance.meters - Double(full) * unit.meters
        guard full > 0 else { return .none }
        var step = 1
        for factor in [2, 5, 10, 20, 50, 100, 1000, 10_000] where full / step > Self.mostSplits { step = factor }
        struct Row {
            var name: String, time: Duration, pace: Pace?, from: Int, to: Int
        }
        var rows: [Row] = []
        var from = 0
        while from < full {
            let to = min(full, from + step)
            let time = Duration.milliseconds(Int64(book.doneAt[to - 1]) - (from > 0 ? Int64(book.doneAt[from - 1]) : 0))
            rows.append(Row(name: "\(to)", time: time, pace: Pace(.meters(Double(to - from) * unit.meters), in: time), from: from, to: to))
            from = to
        }
        if restMeters >= 10, let last = book.doneAt.last {
            let time = figures.timer - .milliseconds(Int64(last))
            let distance = ShownNumber.text(ShownNumber.hundredths(of: .meters(restMeters), inMiles: unit.isMiles), places: 2)
            rows.append(Row(name: "+" + distance, time: time, pace: Pace(.meters(restMeters), in: time), from: full, to: full + 1))
        }
        let means = splitMeans(full + 1)
        let fastest = rows.compactMap { $0.pace?.secondsPerKilometer }.min() ?? 1
        let hasHeart = means.contains { $0.count > 0 }, hasHeight = figures.ascent != nil && means.contains { $0.first != nil }
        let lines = rows.map { row -> Markup in
            let group = means[row.from..<min(row.to, means.count)]
            let count = group.reduce(0) { $0 + $1.count }, beats = group.reduce(0) { $0 + $1.beats }
            var cells: Markup =
                "<th scope=\"row\" class=\"num\">\(row.name.hasPrefix("+") ? "+\(.number(String(row.name.dropFirst())))" : .number(row.name))</th>"
            if step > 1 { cells += TableMarkup.number("\(ReportText.time(row.time))") }
            cells += TableMarkup.number("\(unit.pace(row.pace))")
            if hasHeart { cells += TableMarkup.plain(count > 0 ? decimal(beats / Double(count), 0) : "--") }
            if hasHeight {
                let change = group.compactMap(\.last).last.flatMap { last in group.compactMap(\.first).first.map { last - $0 } }
                let text = decimal(change, 0)
                cells += "<td class=\"num hide-narrow\">\(change.map { $0 >= 0.5 } == true ? "+" : "")\(.number(text))</td>"
            }
            let share = row.pace.map { fastest / max($0.secondsPerKilometer, 1e-9) } ?? 0
            return "<tr>\(cells)\(TableMarkup.bar(share, "fillpace"))</tr>\n"
        }
        var head: Markup = .phrase(unit.phrase, in: "th", " scope=\"col\" class=\"num\"")
        if step > 1 { head += .phrase(.time, in: "th", " scope=\"col\" class=\"num\"") }
        head += .phrase(.pace, in: "th", " scope=\"col\" class=\"num\"")
        if hasHeart { head += .phrase(.heartRate, in: "th", " scope=\"col\" class=\"num\"") }
        if hasHeight { head += .phrase(.upAndDown, in: "th", " scope=\"col\" class=\"num hide-narrow\"") }
        let table = TableMarkup.table("<thead><tr>\(head)<td></td></tr></thead>\n", lines)
        return "<section>\(.phrase(.splits, in: "h2"))\n\(table)\(.phrase(.splitsNote, in: "p", " class=\"note\""))\n</section>\n"
    }

    // MARK: - Laps

    /// Laps that a page shows.
    private static var mostLaps: Int { 300 }

    var laps: Markup {
        let all = totals.laps
        guard all.count > 1 else { return .none }
        let fastest = all.compactMap { $0.pace?.secondsPerKilometer }.min() ?? 1
        let rows = all.prefix(Self.mostLaps).map { lap -> Markup in
            let ended: ReportPhrase =
                switch lap.trigger {
                case .manual: .byButton
                case .distance: .byDistance
                case .time: .byTime
                case nil: .byStop
                }
            let beats = ShownNumber.text(ShownNumber.beats(of: lap.heartRate.average))
            let share = lap.pace.map { fastest / max($0.secondsPerKilometer, 1e-9) } ?? 0
            return """
                <tr><th scope="row" class="num n">\(ReportText.grouped("\(lap.number)"))</th>\(TableMarkup.plain(unit.amount(lap.distance)))\(TableMarkup.number("\(ReportText.time(lap.timer))"))\(TableMarkup.number("\(unit.pace(lap.pace))"))\(TableMarkup.plain(beats))\(.phrase(ended, in: "td", " class=\"hide-narrow\""))\(TableMarkup.bar(share, "fillpace"))</tr>

                """
        }
        let head: Markup = """
            <thead><tr>\(.phrase(.lap, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(unit.phrase, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(.time, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(.pace, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(.heartRate, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(.endedBy, in: "th", " scope=\"col\" class=\"hide-narrow\""))<td></td></tr></thead>

            """
        let rest: Markup =
            all.count > Self.mostLaps ? .phrase(.moreLaps, .number("\(all.count - Self.mostLaps)"), in: "p", " class=\"note\"") : ""
        return "<section>\(.phrase(.laps, in: "h2"))\n\(TableMarkup.table(head, Array(rows)))\(rest)</section>\n"
    }

    // MARK: - Best efforts, records, rank

    private func remark(_ kind: RecordKind) -> Markup {
        guard let step = reported.records.first(where: { $0.record.kind == kind }) else { return .none }
        var remarks: [Markup] = []
        // The first run of a kind sets all there are, which is no news.
        if let before = step.before {
            remarks.append(.phrase(.newRecord, .text(unit.text(before.value, of: kind)), in: "span", " class=\"badge\""))
        }
        if reported.standing.contains(kind) { remarks.append(.phrase(.stillRecord, in: "span", " class=\"badge\"")) }
        return remarks.joined()
    }

    var efforts: Markup {
        if reported.run.isTooFast {
            return "<section>\(.phrase(.efforts, in: "h2"))\n\(.phrase(.tooFast, in: "p"))\n</section>\n"
        }
        var rows: [Markup] = []
        for kind in BestEffortKind.allCases {
            guard let effort = reported.run.efforts[kind] else { continue }
            let best: Markup =
                kind == .hour ? .amount(unit.amount(effort.distance), unit.phrase) : "<span>\(ReportText.time(effort.elapsed))</span>"
            rows.append(
                """
                <tr><th scope="row">\(.phrase(ReportPhrase(kind), in: "span", " class=\"lead\""))\(remark(.effort(kind)))</th>\(TableMarkup.number(best))\(TableMarkup.number("\(unit.pace(effort.pace))\u{A0}\(.phrase(unit.perUnit, in: "small"))"))<td class="num hide-narrow">\(ReportText.time(effort.start.sinceStart))</td></tr>

                """)
        }
        for kind in [RecordKind.longestDistance, .longestTime, .mostClimb] {
            guard let step = reported.records.first(where: { $0.record.kind == kind }) else { continue }
            let remark = remark(kind)
            guard !remark.text.isEmpty else { continue }
            rows.append(
                "<tr><th scope=\"row\">\(.phrase(ReportPhrase(kind), in: "span", " class=\"lead\""))\(remark)</th>\(TableMarkup.number(unit.markup(step.record.value, of: kind)))<td></td><td class=\"hide-narrow\"></td></tr>\n"
            )
        }
        guard !rows.isEmpty else { return .none }
        let head: Markup = """
            <thead><tr>\(.phrase(.effort, in: "th", " scope=\"col\""))\(.phrase(.best, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(.pace, in: "th", " scope=\"col\" class=\"num\""))\(.phrase(.effortStart, in: "th", " scope=\"col\" class=\"num hide-narrow\""))</tr></thead>

            """
        return "<section>\(.phrase(.efforts, in: "h2"))\n\(TableMarkup.table(head, rows))</section>\n"
    }

    var standing: Markup {
        let places: [(ReportPhrase, RunPlace?)] = [
            (.rankAll, reported.rank), (.rankMonth, reported.monthRank), (.rankWeek, reported.weekRank), (.rankDay, reported.dayRank),
        ]
        let facts = places.compactMap { phrase, place -> Markup? in
            guard let place else { return nil }
            return
                "<div>\(.phrase(phrase, in: "dt"))<dd>\(.phrase(.placeOf, .number("\(place.place)"), .number("\(place.count)")))</dd></div>\n"
        }.joined()
        return "<section>\(.phrase(.standing, in: "h2"))\n<dl class=\"facts\">\n\(facts)</dl></section>\n"
    }
}
