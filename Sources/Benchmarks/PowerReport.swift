import Boards
import JSONText

extension PowerBenchmark {
    /// The measured states for programs, each figure a second. What could not be measured is null.
    public var json: JSONObject {
        var object = JSONObject()
        object["states"] = .array(states.map { .object($0.json) })
        object["currents"] = .array(
            board.namedCurrents.map { name, current in
                ["part": .string(name), "milliamperes": .number(current.milliamperes), "source": .string(current.source.rawValue)]
            })
        return object
    }
}

extension Board {
    /// The currents that the board file gives, in the order of the build. No sum of them and no hours are made: a few guesses among them
    /// would look like knowledge.
    public var namedCurrents: [(name: String, current: Current)] {
        let consumers: [(String, Consumer)] =
            [("computer", .computer)] + parts.map { ($0.chip.rawValue, .part($0.chip)) }
            + others.map { ($0.name, .other($0)) } + [("display", .display), ("gps", .gps), ("buzzer", .buzzer)]
        return consumers.compactMap { name, consumer in currents[consumer].map { (name, $0) } }
    }
}

extension PowerBenchmark.State {
    fileprivate var json: JSONObject {
        let figures: [(String, Double?)] = [
            ("seconds", duration.inSeconds), ("switches_per_s", voluntarySwitches), ("cpu_ms_per_s", cpuMilliseconds),
            ("syscalls_per_s", systemCalls), ("i2c_bytes_per_s", i2cBytes), ("i2c_busy_ms_per_s", i2cBusyMilliseconds),
            ("spi_bytes_per_s", spiBytes), ("flash_bytes_per_s", flashBytes), ("flushes_per_s", flushes),
            ("allocations_per_s", allocations),
        ]
        var object = JSONObject()
        object["state"] = .string(name)
        for (key, value) in figures { object[key] = value.map { .number($0) } ?? .null }
        return object
    }
}
