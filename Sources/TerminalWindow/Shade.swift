/// What a character of the window is drawn as: an ink and a ground, named by what they are for. A terminal without colours shows none of
/// them (``TerminalAbilities/hasColours``), so nothing may be told by a shade alone.
public enum Shade: UInt8, CaseIterable, Sendable {
    /// The terminal's own colours.
    case plain
    /// Labels and hints.
    case faint
    /// The title.
    case strong
    /// What somebody did, and a value worth a look.
    case accent
    /// The watch's case.
    case metal
    /// The watch's strap.
    case strap
    /// A button that is up.
    case button
    /// A button that is down.
    case pressed
    /// A panel whose pixels shine, with full light and dimmed.
    case oled, oledDim
    /// A memory LCD: dark on silver, and in the dark.
    case silver, silverDim
    /// Heart-rate zones.
    case zone1, zone2, zone3, zone4, zone5
    /// The way as the watch has it.
    case track
    /// The part of a bar that is done.
    case bar

    /// The parameters of `CSI … m`, in the 256 colours that every terminal of today has.
    var sequence: StaticString {
        switch self {
        case .plain: "0"
        case .faint: "0;38;5;245"
        case .strong: "0;1"
        case .accent: "0;38;5;215"
        case .metal: "0;38;5;240"
        case .strap: "0;38;5;24"
        case .button: "0;38;5;250"
        case .pressed: "0;1;38;5;208"
        case .oled: "0;38;5;255;48;5;16"
        case .oledDim: "0;38;5;244;48;5;16"
        case .silver: "0;38;5;16;48;5;252"
        case .silverDim: "0;38;5;16;48;5;245"
        case .zone1: "0;38;5;250"
        case .zone2: "0;38;5;75"
        case .zone3: "0;38;5;77"
        case .zone4: "0;38;5;214"
        case .zone5: "0;38;5;203"
        case .track: "0;38;5;110"
        case .bar: "0;38;5;75"
        }
    }

    /// The shade of a heart-rate zone, 1...5; plain for any other number.
    static func zone(_ number: Int) -> Shade {
        switch number {
        case 1: .zone1
        case 2: .zone2
        case 3: .zone3
        case 4: .zone4
        case 5: .zone5
        default: .plain
        }
    }
}
