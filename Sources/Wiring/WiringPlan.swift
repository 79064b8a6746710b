import Boards

/// Which terminal of which part goes to which pin of the header: computed from a board file, drawn by ``WiringDrawing`` and written out by
/// ``WiringTable``.
public struct WiringPlan: Hashable, Sendable {
    /// Where a wire from a terminal ends.
    public enum End: Hashable, Sendable {
        /// At a pin of the header.
        case pin(HeaderPin)
        /// At a terminal of another part, both counted from 0.
        case terminal(part: Int, index: Int)
    }

    /// A terminal of a part, with its one wire.
    public struct Terminal: Hashable, Sendable {
        /// What breakout boards print beside it.
        public var name: String
        /// What its wire carries.
        public var signal: Signal
        /// What the wire does at the header, such as `SDA` or `START`; empty for supply and ground.
        public var use: String
        /// Where its wire ends.
        public var end: End
    }

    /// A part.
    public struct Part: Hashable, Sendable {
        /// What it is.
        public var title: String
        /// What else there is to say about it, each a few words.
        public var remarks: [String]
        /// Its terminals from the top.
        public var terminals: [Terminal]
    }

    /// What the build is called.
    public var title: String
    /// The parts that have wires.
    public var parts: [Part]
    /// Sentences for whoever solders it.
    public var notes: [String]

    /// Plans the wires of a board. What is simulated has none; what cannot be led to the header is named in a note instead.
    public init(_ board: Board) {
        var planner = WiringPlanner()
        planner.add(board)
        title = board.name
        parts = planner.parts
        notes = planner.notes
    }

    /// The pins that have a wire, with all terminals that go there.
    public var usedPins: [HeaderPin: [(part: Part, terminal: Terminal)]] {
        var used: [HeaderPin: [(part: Part, terminal: Terminal)]] = [:]
        for part in parts {
            for terminal in part.terminals {
                if case .pin(let pin) = terminal.end { used[pin, default: []].append((part, terminal)) }
            }
        }
        return used
    }
}
