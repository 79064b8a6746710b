import JSONText
import Recordings

/// The figures of several recordings. One that is not there is named and left out: nobody has all of them.
public struct HeartRateReport: Sendable {
    /// The recordings that were measured.
    public private(set) var scores: [HeartRateScore] = []
    /// The paths at which there is nothing.
    public private(set) var missing: [String] = []

    /// Measures recordings; `progress` hears of each before its turn. One that is there but cannot be read or has no truth is an error.
    public init(
        paths: [String], benchmark: HeartRateBenchmark = HeartRateBenchmark(), progress: (String) -> Void = { _ in }
    ) throws(BenchmarkFailure) {
        for path in paths {
            if LineFile.isMissing(path) {
                missing.append(path)
                continue
            }
            progress(path)
            scores.append(try benchmark.run(path: path))
        }
    }

    /// All recordings' windows together.
    public var total: HeartRateScore {
        var total = HeartRateScore(file: "total")
        for score in scores { total.pool(score) }
        return total
    }

    /// `files`, their pooled `total` and what is `missing`, for `harrier bench heart-rate --json`.
    public var json: JSONObject {
        var object = JSONObject()
        object["files"] = .array(scores.map { .object($0.json) })
        object["total"] = .object(total.json)
        object["missing"] = .array(missing.map { .string($0) })
        return object
    }
}

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
}

extension Double {
    /// Rounded to three places, which is more than any of these figures is worth.
    var inThousandths: Double { isFinite && magnitude < 1e12 ? (self * 1000).rounded() / 1000 : .nan }
}
