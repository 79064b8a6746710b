extension Board {
    /// What draws current in a build.
    public enum Consumer: Hashable, Sendable {
        /// The computer itself, without anything attached.
        case computer
        /// A chip among the parts, of which each is there once.
        case part(Chip)
        /// A chip that Harrier does not use.
        case other(OtherChip)
        /// The display, without a light.
        case display
        /// The receiver with its antenna.
        case gps
        /// What buzzes.
        case buzzer
    }

    /// A current, and how far to trust it.
    public struct Current: Hashable, Sendable {
        /// Where a figure comes from.
        public enum Source: String, CaseIterable, Sendable {
            /// Measured on a build like this one, by a meter.
            case measured
            /// The maker's typical figure for the way the part is used.
            case dataSheet = "data-sheet"
            /// An estimate, or the figure of a similar part.
            case guess
        }

        /// Milliamperes at the consumer's own supply while a run is recorded, 0...5000: at 5 V for the computer, at 3.3 V for the rest. For
        /// a buzzer, while it sounds.
        public var milliamperes: Double
        /// Where the figure comes from.
        public var source: Source
        /// A current.
        public init(milliamperes: Double, source: Source) {
            self.milliamperes = milliamperes
            self.source = source
        }
    }
}
