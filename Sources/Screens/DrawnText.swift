/// Where a text or a sign was drawn: the box of its own pixels. Tests check that none overlaps another or leaves the panel.
public struct DrawnText: Hashable, Sendable {
    /// The text.
    public var text: String
    /// Left, top, width and height of its pixels, on the panel.
    public var box: Box
    /// True when a character of it has no glyph in any font.
    public var lacksGlyph: Bool
    /// Rows of a digit, for a main value of a run; nil for other texts.
    public var figureHeight: Int?
    /// Rows of the cell of a font's character; nil for figures, signs and rules.
    public var cellHeight: Int?
    /// True where the box is that of the plate that the text stands on.
    public var isPlate: Bool
    /// A drawn text.
    public init(
        text: String, box: Box, lacksGlyph: Bool, figureHeight: Int? = nil, cellHeight: Int? = nil, isPlate: Bool = false
    ) {
        self.figureHeight = figureHeight
        self.cellHeight = cellHeight
        self.isPlate = isPlate
        self.text = text
        self.box = box
        self.lacksGlyph = lacksGlyph
    }
}

/// A rectangle of pixels.
public struct Box: Hashable, Sendable {
    /// Column of the left edge.
    public var x: Int
    /// Row of the upper edge.
    public var y: Int
    /// Pixels across.
    public var width: Int
    /// Rows.
    public var height: Int
    /// A rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
    /// The column after the right edge.
    public var maxX: Int { x + width }
    /// The row after the lower edge.
    public var maxY: Int { y + height }
    /// True if a pixel is in both.
    public func overlaps(_ other: Box) -> Bool { x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY }
    /// True if every pixel of the other is in this one.
    public func contains(_ other: Box) -> Bool { x <= other.x && y <= other.y && other.maxX <= maxX && other.maxY <= maxY }
}

/// Collects what is drawn, for tests.
final class DrawingLog {
    /// Texts and signs in order.
    var texts: [DrawnText] = []
}
