import Glibc

/// A colour of a page, red, green and blue as six hexadecimal digits.
struct PageColour: Hashable, Sendable {
    let rgb: UInt32
    init(_ rgb: UInt32) { self.rgb = rgb & 0xFF_FFFF }
    init(_ colour: TrackColour) { self.init(UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)) }

    /// `#16202b`.
    var css: String {
        let digits = String(rgb, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Relative luminance (WCAG 2.2).
    private var luminance: Double {
        func linear(_ byte: UInt32) -> Double {
            let value = Double(byte & 0xFF) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb)
    }

    /// Contrast with another colour, 1...21 (WCAG 2.2).
    func contrast(with other: PageColour) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }
}

/// The colours of the pages, in the light and in the dark. The tests hold each pair to WCAG's AA.
struct ReportPalette: Sendable {
    /// The page, a card on it, a field within a card.
    let page, card, field: PageColour
    /// Words, quieter words, links; lines between things, which say nothing.
    let ink, quiet, link, rule: PageColour
    /// Curves, and words about them.
    let pace, heart, cadence, height: PageColour
    /// Heart-rate zones, below the first one and 1 to 5.
    let zones: [PageColour]
    /// The map and the edge of the track on it.
    let map, edge: PageColour
    /// Days of the calendar from the shortest way to the farthest, and the words on each.
    let days: [(fill: PageColour, word: PageColour)]

    static let light = ReportPalette(
        page: PageColour(0xF4F6F8), card: PageColour(0xFFFFFF), field: PageColour(0xEEF2F5), ink: PageColour(0x15202B),
        quiet: PageColour(0x55626F), link: PageColour(0x0A5DAD), rule: PageColour(0xD9E0E6), pace: PageColour(0x0A5DAD),
        heart: PageColour(0xC0243B), cadence: PageColour(0x7443B0), height: PageColour(0x3F6F2A),
        zones: [0x7B8794, 0x6B7885, 0x2B7AB8, 0x2C8350, 0xB46A00, 0xC0243B].map { PageColour($0) }, map: PageColour(0xEEF2F5),
        edge: PageColour(0x1F2D3A),
        days: [
            (PageColour(0xD3E6F8), PageColour(0x15202B)), (PageColour(0x9CC8F0), PageColour(0x15202B)),
            (PageColour(0x2670B8), PageColour(0xFFFFFF)), (PageColour(0x0A4C8F), PageColour(0xFFFFFF)),
        ])

    static let dark = ReportPalette(
        page: PageColour(0x0E141A), card: PageColour(0x172029), field: PageColour(0x1F2A35), ink: PageColour(0xE7EDF3),
        quiet: PageColour(0xA5B1BD), link: PageColour(0x74BAFF), rule: PageColour(0x2C3945), pace: PageColour(0x74BAFF),
        heart: PageColour(0xFF7F8C), cadence: PageColour(0xC7A6F7), height: PageColour(0x9BCF76),
        zones: [0x7F8C99, 0x8D9AA7, 0x5BA9E6, 0x5CBF84, 0xE0A040, 0xFF7F8C].map { PageColour($0) }, map: PageColour(0x0E141A),
        edge: PageColour(0x05090D),
        days: [
            (PageColour(0x1B3A57), PageColour(0xE7EDF3)), (PageColour(0x1F5A91), PageColour(0xFFFFFF)),
            (PageColour(0x5AA5EA), PageColour(0x0E141A)), (PageColour(0xA8D5FF), PageColour(0x0E141A)),
        ])

    /// The custom properties of the style sheet.
    var css: String {
        var css = ""
        for (name, colour) in [
            ("page", page), ("card", card), ("field", field), ("ink", ink), ("quiet", quiet), ("link", link), ("rule", rule),
            ("pace", pace), ("heart", heart), ("cadence", cadence), ("height", height), ("map", map), ("edge", edge),
        ] { css += "--\(name):\(colour.css);" }
        for (place, colour) in zones.enumerated() { css += "--zone\(place):\(colour.css);" }
        for (place, day) in days.enumerated() { css += "--day\(place + 1):\(day.fill.css);--word\(place + 1):\(day.word.css);" }
        return css
    }
}
