/// Where things stand on a card, in pixels.
struct CardLayout {
    /// Free at the left and the right.
    let margin = 64.0
    let width: Double, height: Double
    /// Base lines and sizes of the two lines at the top.
    let title: (y: Double, size: Double), subtitle: (y: Double, size: Double)
    /// The picture of the way.
    let picture: (x: Double, y: Double, width: Double, height: Double)
    let distance: (y: Double, size: Double, width: Double)
    /// The line above the figures, their labels' and their values' base lines.
    let rule: Double, label: (y: Double, size: Double), value: (y: Double, size: Double)
    /// The base line of the drumsticks, the height of one, and how many are drawn at most.
    let drumsticks: (y: Double, height: Double, most: Int)
    let footer: Double

    init(_ shape: ResultCard.Shape) {
        (width, height) = (Double(shape.width), Double(shape.height))
        switch shape {
        case .square:
            title = (112, 50)
            subtitle = (160, 28)
            picture = (40, 200, 1000, 490)
            distance = (832, 148, 540)
            rule = 872
            label = (922, 27)
            value = (984, 62)
            drumsticks = (826, 74, 3)
            footer = 1046
        case .story:
            title = (262, 62)
            subtitle = (322, 34)
            picture = (40, 376, 1000, 760)
            distance = (1318, 200, 952)
            rule = 1366
            label = (1424, 32)
            value = (1502, 78)
            drumsticks = (1652, 96, 5)
            footer = 1752
        }
    }
}
