import JSONText

/// One line of `harrier doctor`: what was looked at, how it is, and what to do.
struct Finding {
    /// How bad it is.
    enum Verdict: String {
        /// As it should be.
        case ok
        /// A watch runs, but misses something.
        case warning
        /// A watch cannot run like this.
        case problem
    }

    /// What was looked at: `gpsd`, `bus i2c`.
    let part: String
    let verdict: Verdict
    /// How it is.
    let text: String
    /// What to do; nil when all is well.
    let advice: String?

    static func ok(_ part: String, _ text: String) -> Finding { Finding(part: part, verdict: .ok, text: text, advice: nil) }
    static func warning(_ part: String, _ text: String, _ advice: String) -> Finding {
        Finding(part: part, verdict: .warning, text: text, advice: advice)
    }
    static func problem(_ part: String, _ text: String, _ advice: String) -> Finding {
        Finding(part: part, verdict: .problem, text: text, advice: advice)
    }

    var json: JSONValue {
        [
            "part": .string(part), "verdict": .string(verdict.rawValue), "text": .string(text),
            "advice": advice.map { .string($0) } ?? .null,
        ]
    }
}
