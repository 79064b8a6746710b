import Quantities

/// What goes where in a window of a size: which panel, in which characters, and whether there is room for more beside or below it.
public struct WindowLayout: Hashable, Sendable {
    /// A panel's size in pixels.
    public struct Panel: Hashable, Sendable {
        /// Pixels a row.
        public var width: Int
        /// Rows.
        public var height: Int
        /// A size.
        public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
    }

    /// The window.
    public let columns: Int, rows: Int
    /// The panel that is drawn; nil where there is room for text only.
    public let panel: Panel?
    /// Its characters.
    public let style: PanelPicture.Style
    /// Where the panel's upper left character stands.
    let left: Int, top: Int
    /// Rows of strap above and below the case.
    let strap: Int
    /// Where the column beside the watch begins, and how wide it is; nil if there is none.
    let side: (left: Int, width: Int)?
    /// The first row of the lines below the watch; nil if all is beside it.
    let footer: Int?
    /// True if nothing is said but what the keys do.
    let isAlone: Bool

    /// Panels that screens are laid out for, the largest first.
    private static let panels = [Panel(width: 144, height: 168), Panel(width: 128, height: 128), Panel(width: 128, height: 64)]
    /// The case beside the panel, left and right; a button, a blank and its name.
    static let edge = 2, buttonWidth = 8
    /// What the column needs to be of use, and how wide it gets.
    static let sideWidth = 36, widestSide = 60
    /// Lines below the watch that are wanted where there is no column, and the least of them.
    static let footerRows = 4, leastFooter = 1
    private static let longestStrap = 4

    /// Compares all parts.
    public static func == (a: WindowLayout, b: WindowLayout) -> Bool {
        a.columns == b.columns && a.rows == b.rows && a.panel == b.panel && a.style == b.style && a.left == b.left && a.top == b.top
    }
    /// Hashes what tells layouts apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(columns)
        hasher.combine(rows)
        hasher.combine(panel)
    }

    /// The layout of a window for a watch with a panel.
    ///
    /// The panel itself is drawn if it fits, else a smaller one, else there is only text. Larger characters are taken where they leave room
    /// for the lines below.
    /// - Parameter isAlone: nothing is said beside the watch but what the keys do.
    public init(columns: Int, rows: Int, panel wanted: Panel, styles: [PanelPicture.Style], isAlone: Bool = false) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        self.isAlone = isAlone
        let smaller = Self.panels.filter { $0.width <= wanted.width && $0.height <= wanted.height && $0 != wanted }
        var choice: (panel: Panel, style: PanelPicture.Style, picture: PanelPicture)?
        for panel in [wanted] + smaller where choice == nil {
            for style in styles where choice == nil {
                let picture = PanelPicture(width: panel.width, height: panel.height, style: style)
                let hasSide = !isAlone && columns >= Self.width(picture) + Self.sideWidth
                let below = hasSide ? 0 : isAlone || style == styles.last ? Self.leastFooter : Self.footerRows
                if Self.width(picture) <= columns, picture.rows + 2 + below <= rows { choice = (panel, style, picture) }
            }
        }
        guard let (panel, style, picture) = choice else {
            (self.panel, style, left, top, strap, side, footer) = (nil, .halfBlocks, 0, 0, 0, nil, 0)
            return
        }
        self.panel = panel
        self.style = style
        let watch = Self.width(picture), free = columns - watch
        let hasSide = !isAlone && free >= Self.sideWidth
        let sideWidth = hasSide ? min(Self.widestSide, free - 4) : 0
        let margin = max(0, (free - sideWidth) / (hasSide ? 3 : 2))
        left = margin + Self.edge
        side = hasSide ? (left: margin + watch + margin, width: sideWidth) : nil
        let below = hasSide ? 0 : isAlone ? Self.leastFooter : min(7, max(Self.leastFooter, rows - picture.rows - 2))
        let spare = rows - picture.rows - 2 - below
        strap = min(Self.longestStrap, max(0, spare / 2))
        let height = picture.rows + 2 + 2 * strap
        let first = hasSide ? max(0, (rows - height) / 2) : max(0, (rows - height - below) / 2)
        top = first + strap + 1
        footer = hasSide ? nil : first + height
    }

    /// Columns that the watch takes with its buttons.
    private static func width(_ picture: PanelPicture) -> Int { picture.columns + 2 * edge + buttonWidth }
}
