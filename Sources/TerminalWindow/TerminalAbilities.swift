/// What a terminal can show, as its environment says.
public struct TerminalAbilities: Hashable, Sendable {
    /// The characters that its font has.
    public enum Glyphs: Sendable {
        /// Unicode's blocks, lines and braille.
        case unicode
        /// The fonts of the Linux console: 256 or 512 characters, with lines, half and full blocks, but neither braille nor quadrants.
        case console
    }

    /// Whether colours may be sent.
    public var hasColours = true
    /// The characters.
    public var glyphs = Glyphs.unicode
    /// The characters that a panel may be drawn with, the best first.
    public var styles = PanelPicture.Style.allCases
    /// Whether a frame is announced, so that a terminal which knows the mode shows it whole (mode 2026). Others pass it over.
    public var announcesFrames = true

    /// Everything that terminals of today can.
    public init() {}

    /// - Parameters:
    ///   - term: `TERM`.
    ///   - noColour: `NO_COLOR`: any text but an empty one means no colours (no-color.org).
    ///   - forced: draw the panel with these characters and no others.
    public init(term: String?, noColour: String?, forced: PanelPicture.Style? = nil) {
        let isConsole = term == "linux"
        hasColours = (noColour ?? "").isEmpty && term.map { !$0.hasPrefix("vt") } ?? true
        glyphs = isConsole ? .console : .unicode
        announcesFrames = !isConsole
        styles = forced.map { [$0] } ?? (isConsole ? [.halfBlocks] : PanelPicture.Style.allCases)
    }
}
