import JSONText

extension StepBenchmark {
    /// The figures under the keys of `harrier bench steps --json`. What is not known is null.
    public var json: JSONObject {
        var (object, sets, placements) = (JSONObject(), JSONObject(), JSONObject())
        for name in self.sets { sets[name] = .object(summary(set: name).json) }
        for name in self.placements { placements[name] = .object(summary(placement: name).json) }
        object["records"] = .array(records.map { .object($0.json) })
        object["sets"] = .object(sets)
        object["placements"] = .object(placements)
        return object
    }
}

extension StepBenchmark.Record {
    var json: JSONObject {
        var object = JSONObject()
        object["record"] = .string(record)
        object["set"] = .string(set)
        object["placement"] = .string(placement)
        object["true_steps"] = .number(trueSteps)
        object["counted"] = .number(counted.inThousandths)
        object["error_percent"] = .number(errorPercent.inThousandths)
        object["minutes"] = .number(minutes.inThousandths)
        return object
    }
}

extension StepBenchmark.Summary {
    var json: JSONObject {
        var object = JSONObject()
        object["n"] = .integer(Int64(n))
        object["mean_abs_percent"] = .number(meanAbsolutePercent.inThousandths)
        object["bias_percent"] = .number(biasPercent.inThousandths)
        object["worst_percent"] = .number(worstPercent.inThousandths)
        object["false_per_minute"] = .number(falsePerMinute.inThousandths)
        return object
    }
}
