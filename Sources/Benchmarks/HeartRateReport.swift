import JSONText

extension HeartRateScore {
    /// The figures under the keys of `harrier bench heart-rate --json`. What is not known is null.
    public var json: JSONObject {
        let figures: [(String, Double)] = [
            ("seconds", seconds), ("windows", Double(windows)), ("mae", meanError), ("median", medianError),
            ("within5_percent", within(percent: 5)), ("within10_percent", within(percent: 10)), ("availability_percent", availability),
            ("mae_shown", meanShownError), ("shown_wrong10_percent", shownWrong), ("wrong_seconds_percent", wrongSecondsPercent),
            ("first_value_s", firstValue),
        ]
        var object = JSONObject()
        object["file"] = .string(file)
        for (name, value) in figures { object[name] = name == "windows" ? .integer(Int64(windows)) : .number(value.inThousandths) }
        return object
    }

    /// The report of several recordings: `files` and their pooled `total`.
    public static func report(_ scores: [HeartRateScore]) -> JSONObject {
        var object = JSONObject()
        object["files"] = .array(scores.map { .object($0.json) })
        object["total"] = .object(pooled(scores).json)
        return object
    }

    /// All recordings' windows together.
    public static func pooled(_ scores: [HeartRateScore]) -> HeartRateScore {
        var total = HeartRateScore(file: "total")
        for score in scores { total.pool(score) }
        return total
    }
}

extension Double {
    /// Rounded to three places, which is more than any of these figures is worth.
    var inThousandths: Double { isFinite && magnitude < 1e12 ? (self * 1000).rounded() / 1000 : .nan }
}
