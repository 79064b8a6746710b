import Boards
import Quantities

extension Board {
    /// Whatever measures in this build and is made up, each in a word for the journal: the runner must never take it for the truth.
    public var simulatedParts: [String] {
        let chips = parts.filter { bus(named: $0.bus)?.node == .simulated }.map { "the \($0.chip.rawValue.uppercased())" }
        return gps == .simulated ? chips + ["the position"] : chips
    }
}
