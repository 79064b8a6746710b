import JSONText

extension HeartRateScore {
    /// The figures under the keys of `harrier bench heart-rate --json`. What is not known is null.
    public var json: JSONValue {
        [
            "file": file.json, "seconds": Self.rounded(seconds).json, "windows": windows.json, "mae": Self.rounded(meanError).json,
            "median": Self.rounded(medianError).json, "within5_percent": Self.rounded(within(percent: 5)).json,
            "within10_percent": Self.rounded(within(percent: 10)).json, "availability_percent": Self.rounded(availability).json,
            "mae_shown": Self.rounded(meanShownError).json, "shown_wrong10_percent": Self.rounded(shownWrong).json,
            "wrong_seconds_percent": Self.rounded(wrongSecondsPercent).json, "first_value_s": Self.rounded(firstValue).json,
        ]
    }

    /// The report of several recordings: `files` and their pooled `total`.
    public static func report(_ scores: [HeartRateScore]) -> JSONValue {
        ["files": .array(scores.map(\.json)), "total": pooled(scores).json]
    }

    /// All recordings' windows together.
    public static func pooled(_ scores: [HeartRateScore]) -> HeartRateScore {
        var total = HeartRateScore(file: "total")
        for score in scores { total.pool(score) }
        return total
    }

    /// The head of the table for people.
    public static let tableHead =
        "windows    MAE median  5 %  10 % | shown    MAE >10 bpm | wrong s  first s  recording\n"
        + "          bpm    bpm    %     % |     %    bpm       % |       %"

    /// This recording's line of the table.
    public var tableRow: String {
        let cells = [
            Self.cell("\(windows)", 7), Self.cell(meanError, 6), Self.cell(medianError, 6), Self.cell(within(percent: 5), 5, 0),
            Self.cell(within(percent: 10), 5, 0), "|", Self.cell(availability, 5, 1), Self.cell(meanShownError, 6),
            Self.cell(shownWrong, 7), "|", Self.cell(wrongSecondsPercent, 7), Self.cell(firstValue, 8, 1), " \(file)",
        ]
        return cells.joined(separator: " ")
    }

    private static func rounded(_ value: Double) -> Double { BenchmarkFormat.rounded(value) }
    private static func cell(_ text: String, _ width: Int) -> String { BenchmarkFormat.cell(text, width) }
    private static func cell(_ value: Double, _ width: Int, _ places: Int = 2) -> String { BenchmarkFormat.cell(value, width, places) }
}

extension StepBenchmark {
    /// The figures under the keys of `harrier bench steps --json`. What is not known is null.
    public var json: JSONValue {
        var sets = JSONObject()
        for name in self.sets { sets[name] = summary(set: name).json }
        var placements = JSONObject()
        for name in self.placements { placements[name] = summary(placement: name).json }
        return ["records": .array(records.map(\.json)), "sets": sets.json, "placements": placements.json]
    }

    /// Lines of the table for people.
    public var tableRows: [String] {
        func row(_ name: String, _ summary: Summary) -> String {
            [
                BenchmarkFormat.cell("\(summary.n)", 4), BenchmarkFormat.cell(summary.meanAbsolutePercent, 7),
                BenchmarkFormat.cell(summary.biasPercent, 7), BenchmarkFormat.cell(summary.worstPercent, 7),
                BenchmarkFormat.cell(summary.falsePerMinute, 7), " \(name)",
            ].joined(separator: " ")
        }
        return ["   n mean %  bias % worst % false/min  set or placement"] + sets.map { row($0, summary(set: $0)) }
            + placements.map { row("oxford, \($0)", summary(placement: $0)) }
    }
}

extension StepBenchmark.Record {
    /// The record's keys.
    public var json: JSONValue {
        [
            "record": record.json, "set": set.json, "placement": placement.json, "true_steps": trueSteps.json,
            "counted": BenchmarkFormat.rounded(counted).json, "error_percent": BenchmarkFormat.rounded(errorPercent).json,
            "minutes": BenchmarkFormat.rounded(minutes).json,
        ]
    }
}

extension StepBenchmark.Summary {
    /// The summary's keys.
    public var json: JSONValue {
        [
            "n": n.json, "mean_abs_percent": BenchmarkFormat.rounded(meanAbsolutePercent).json,
            "bias_percent": BenchmarkFormat.rounded(biasPercent).json, "worst_percent": BenchmarkFormat.rounded(worstPercent).json,
            "false_per_minute": BenchmarkFormat.rounded(falsePerMinute).json,
        ]
    }
}

/// Numbers for the reports: three places in JSON, fixed places in tables, `-` for what is not known.
enum BenchmarkFormat {
    static func rounded(_ value: Double) -> Double { value.isFinite && value.magnitude < 1e12 ? (value * 1000).rounded() / 1000 : .nan }

    static func cell(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }

    static func cell(_ value: Double, _ width: Int, _ places: Int = 2) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return cell("-", width) }
        var scale = 1
        for _ in 0..<places { scale *= 10 }
        let units = Int((value.magnitude * Double(scale)).rounded())
        let digits = String(units % scale)
        let fraction = places == 0 ? "" : "." + String(repeating: "0", count: places - digits.count) + digits
        return cell("\(value < 0 && units > 0 ? "-" : "")\(units / scale)\(fraction)", width)
    }
}
