/// Where everything of a wiring plan is drawn: the header in the middle, the parts of each row of pins on its side, and between them vertical
/// lanes in which the wires run. The pins stand on multiples of ``pitch`` and the terminals half-way between, so that no two horizontal
/// pieces ever lie on each other.
public struct WiringLayout: Sendable {
    /// A pin with the field that names it, where its wires begin.
    public struct Pin: Sendable {
        /// The pin.
        public var pin: HeaderPin
        /// The middle of its contact.
        public var contact: Point
        /// The field beside it.
        public var field: Box
        /// What stands in the field.
        public var label: Label
        /// What its wires carry; nil for a pin without any.
        public var signal: Signal?
        /// Where its wires begin.
        public var anchor: Point
    }

    /// A part, where its wires end.
    public struct Part: Sendable {
        /// Its outline.
        public var box: Box
        /// What stands in it, the names of its terminals last.
        public var labels: [Label]
        /// Where its wires end, one for each terminal.
        public var anchors: [Point]
    }

    /// The number of the pin on a wire, beside the part.
    public struct Tag: Sendable {
        /// Its outline.
        public var box: Box
        /// The number.
        public var label: Label
        /// What the wire carries.
        public var signal: Signal
    }

    /// A wire, piece by piece.
    public struct Wire: Sendable {
        /// Which part, from 0.
        public var part: Int
        /// Which of its terminals, from 0.
        public var terminal: Int
        /// What it carries.
        public var signal: Signal
        /// The net it belongs to: wires of one net are connected, and may lie on each other.
        public var net: Int
        /// Its corners, from the pin, or from the terminal of another part, to the terminal.
        public var corners: [Point]
    }

    /// The parts, in the order of the plan.
    public internal(set) var parts: [Part] = []
    /// The forty pins.
    public internal(set) var pins: [Pin] = []
    /// The outline of the header.
    public internal(set) var header = Box(x: 0, y: 0, width: 0, height: 0)
    /// The wires.
    public internal(set) var wires: [Wire] = []
    /// The numbers on the wires.
    public internal(set) var tags: [Tag] = []
    /// Title, notes and what else stands outside parts and header.
    public internal(set) var labels: [Label] = []
    /// A sample of each kind of wire, with its label.
    public internal(set) var legend: [(signal: Signal, from: Point, to: Point, label: Label)] = []
    /// The size of the drawing.
    public internal(set) var width = 0
    /// The size of the drawing.
    public internal(set) var height = 0

    /// From pin to pin, and from terminal to terminal.
    public static let pitch = 20

    /// Lays a plan out.
    public init(_ plan: WiringPlan) {
        var builder = LayoutBuilder(plan)
        self = builder.build()
    }

    init() {}
}
