import JSONText
import Peripherals

/// One line of `harrier doctor`: what was looked at, how it is, and what to do.
public struct Finding {
    /// How bad it is.
    public enum Verdict: String, Sendable {
        /// As it should be.
        case ok
        /// A watch runs, but misses something.
        case warning
        /// A watch cannot run like this.
        case problem
    }

    /// What was looked at: `gpsd`, `bus i2c`, `BMP390 at 0x77 on /dev/i2c-1`.
    public let part: String
    /// How bad it is.
    public let verdict: Verdict
    /// How it is.
    public let text: String
    /// What to do; nil when all is well.
    public let advice: String?
    /// What was measured, for programs; units are in the names.
    var values = JSONObject()

    /// Something that is as it should be.
    public static func ok(_ part: String, _ text: String, values: JSONObject = JSONObject()) -> Finding {
        Finding(part: part, verdict: .ok, text: text, advice: nil, values: values)
    }
    /// Something that a watch runs without.
    public static func warning(_ part: String, _ text: String, _ advice: String, values: JSONObject = JSONObject()) -> Finding {
        Finding(part: part, verdict: .warning, text: text, advice: advice, values: values)
    }
    /// Something that keeps a watch from running.
    public static func problem(_ part: String, _ text: String, _ advice: String) -> Finding {
        Finding(part: part, verdict: .problem, text: text, advice: advice)
    }

    /// The line for programs.
    public var json: JSONValue {
        var object = JSONObject([
            "part": .string(part), "verdict": .string(verdict.rawValue), "text": .string(text),
            "advice": advice.map { .string($0) } ?? .null,
        ])
        if !values.members.isEmpty { object["values"] = .object(values) }
        return .object(object)
    }
}

/// What is wrong with something, and what to do about it.
struct Complaint: Hashable {
    var text: String
    var advice: String

    init(_ text: String, _ advice: String) {
        self.text = text
        self.advice = advice
    }

    /// A part's fault. What a watch would do about it by itself is no advice to somebody who looks for the cause.
    init(_ error: ChipError) {
        let sentence = PeripheralError(error)
        text = sentence.problem
        advice =
            switch error.fault {
            case .bus, .wrongIdentity, .notReady, .implausible: sentence.advice
            case .restarted: "check its power and its plugs: its supply fails for moments"
            case .silent, .frozen: "switch the watch off and on; if it stays like this, replace the part"
            }
    }
}
