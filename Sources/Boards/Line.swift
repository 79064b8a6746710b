extension Board {
    /// One line of a GPIO chip.
    public struct Line: Hashable, Sendable {
        /// The chip: its character device, such as `/dev/gpiochip0`, or the label that the kernel gives it, such as `pinctrl-bcm2835`, which
        /// stays the same when another kernel numbers the devices otherwise.
        public var chip: String
        /// The line's offset on it, which on a Pi is the BCM number of the pin.
        public var offset: UInt32
        /// A line.
        public init(chip: String, offset: UInt32) {
            self.chip = chip
            self.offset = offset
        }

        /// True when the chip is named by its label: whoever opens it looks for the device whose label this is.
        public var isNamedByLabel: Bool { !chip.hasPrefix("/") }

        /// The GPIO chips of the 40-pin header, by the labels in Linux: drivers/pinctrl/bcm/pinctrl-bcm2835.c for all models up to the
        /// Raspberry Pi 3 and the Zero 2 W and, with a label of its own, for the Raspberry Pi 4; drivers/pinctrl/pinctrl-rp1.c for the
        /// Raspberry Pi 5.
        private static let headerLabels: [String] = ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"]

        /// The label of the header's chip on the reference build.
        static let header = "pinctrl-bcm2835"

        /// True when the line is on the 40-pin header of a Raspberry Pi, as far as its chip's name tells; then the offset is the BCM number.
        public var isOnHeader: Bool {
            offset < 28 && (Line.headerLabels.contains(chip) || chip == "/dev/gpiochip0")
        }

        /// True when both names mean one line: the header's chip goes by its device and by its label.
        func isSame(as other: Line) -> Bool { self == other || (isOnHeader && other.isOnHeader && offset == other.offset) }
    }
}
