/// A place on the drawing, in pixels from its top left corner.
public struct Point: Hashable, Sendable {
    /// To the right.
    public var x: Int
    /// Down.
    public var y: Int
    /// A place.
    public init(x: Int, y: Int) {
        (self.x, self.y) = (x, y)
    }
}

/// A rectangle on the drawing.
public struct Box: Hashable, Sendable {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// To the right edge.
    public var width: Int
    /// To the lower edge.
    public var height: Int

    /// A rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The right edge.
    public var right: Int { x + width }
    /// The lower edge.
    public var bottom: Int { y + height }

    /// True when the two have an area in common.
    public func intersects(_ other: Box) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }
}

/// A line of text on the drawing.
public struct Label: Hashable, Sendable {
    /// Where its place is in relation to the text.
    public enum Anchor: String, Sendable {
        /// At its left end.
        case start
        /// In its middle.
        case middle
        /// At its right end.
        case end
    }

    /// The words.
    public var text: String
    /// Its place on the base line.
    public var at: Point
    /// How it lies about its place.
    public var anchor: Anchor
    /// Height of the letters, pixels.
    public var size: Int
    /// The colour.
    public var colour: String
    /// Whether it is bold.
    public var isBold: Bool

    /// A line of text.
    public init(
        text: String, at: Point, anchor: Anchor = .start, size: Int = 12, colour: String = "#222222", isBold: Bool = false
    ) {
        (self.text, self.at, self.anchor, self.size, self.colour, self.isBold) = (text, at, anchor, size, colour, isBold)
    }

    /// What it covers. All letters of the typeface are as wide: 0.6 of the size, in the widest of the faces that a browser may take 0.62.
    public var box: Box {
        let width = Label.width(of: text, size: size)
        let left =
            switch anchor {
            case .start: at.x
            case .middle: at.x - width / 2
            case .end: at.x - width
            }
        return Box(x: left, y: at.y - size * 4 / 5, width: width, height: size)
    }

    static func width(of text: String, size: Int) -> Int { (text.count * size * 62 + 99) / 100 }
}
