import Quantities

/// What the window of a played watch says: the watch itself, and beside it what happens. A value; ``draw(_:_:)`` makes characters of it.
public struct WatchWindow: Sendable {
    /// How a panel looks.
    public enum Look: Sendable {
        /// An OLED: pixels shine.
        case oled
        /// A memory LCD: pixels are dark on silver, and stay when the light goes.
        case memoryLCD
    }

    /// How bright the panel is.
    public enum Light: Sendable {
        /// As bright as it gets.
        case on
        /// Less.
        case dim
        /// Without light: an OLED shows nothing.
        case off
    }

    /// A button of the watch.
    public struct Button: Hashable, Sendable {
        /// What it is for.
        public var role: ButtonRole
        /// The key that presses it.
        public var key: String
        /// Whether it is down.
        public var isDown: Bool
        /// A button.
        public init(_ role: ButtonRole, key: String, isDown: Bool = false) { (self.role, self.key, self.isDown) = (role, key, isDown) }

        var name: String {
            switch role {
            case .start: "START"
            case .lap: "LAP"
            case .page: "PAGE"
            }
        }
    }

    /// A value as it is, and as the watch shows it.
    public struct Figure: Hashable, Sendable {
        /// What it is.
        public var name: String
        /// What is true; nil where nobody knows.
        public var truth: String?
        /// What the watch shows.
        public var shown: String
        /// Its unit.
        public var unit: String
        /// A figure.
        public init(_ name: String, truth: String?, shown: String, unit: String) {
            (self.name, self.truth, self.shown, self.unit) = (name, truth, shown, unit)
        }
    }

    /// Something that happened.
    public struct Happening: Hashable, Sendable {
        /// When, by the watch's clock.
        public var time: String
        /// What.
        public var text: String
        /// True if somebody pressed something.
        public var isPress: Bool
        /// A happening.
        public init(_ time: String, _ text: String, isPress: Bool = false) { (self.time, self.text, self.isPress) = (time, text, isPress) }
    }

    /// What is played.
    public var title = ""
    /// The frame, of the size that the window's layout asks for.
    public var frame = Bitmap(width: 0, height: 0)
    /// The panel's colours.
    public var look = Look.oled
    /// The panel's light.
    public var light = Light.on
    /// The buttons, from top to bottom.
    public var buttons: [Button] = []
    /// The time of day in the simulation.
    public var time = ""
    /// How fast it goes.
    public var speed = ""
    /// True while the simulated time stands.
    public var isPaused = false
    /// How much of it is over, 0...1, and in words.
    public var progress = 0.0, progressText = ""
    /// What is true against what is shown.
    public var figures: [Figure] = []
    /// The heart-rate zone, 1...5; 0 below the first; nil where it is not known.
    public var zone: Int?
    /// What was written to the card.
    public var card = ""
    /// The way, in the order of time.
    public var track: [TrackPoint] = []
    /// What happened, the newest last.
    public var happenings: [Happening] = []
    /// What the watch shows, in a line.
    public var line = ""
    /// What the keys do, a line each.
    public var keys: [String] = []

    /// An empty window.
    public init() {}

    /// The window as characters.
    public func draw(_ layout: WindowLayout, _ abilities: TerminalAbilities) -> CharacterGrid {
        var drawing = WindowDrawing(self, layout, abilities)
        drawing.draw()
        return drawing.grid
    }
}

/// A place of the way, in metres from where it began.
public struct TrackPoint: Hashable, Sendable {
    /// Metres to the east.
    public var east: Double
    /// Metres to the north.
    public var north: Double
    /// The heart-rate zone there, 1...5; 0 where it is not known.
    public var zone: Int
    /// A place.
    public init(east: Double, north: Double, zone: Int = 0) { (self.east, self.north, self.zone) = (east, north, zone) }
}
