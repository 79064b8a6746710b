import Testing

@testable import Reports

/// WCAG 2.2 AA: words 4.5 to 1, what is drawn 3 to 1.
@Suite struct ReportPaletteTests {
    static let words = 4.5, drawn = 3.0

    struct Theme: Sendable, CustomTestStringConvertible {
        let name: String, palette: ReportPalette
        var testDescription: String { name }
    }
    static let themes = [Theme(name: "light", palette: .light), Theme(name: "dark", palette: .dark)]

    @Test("Words can be read on whatever they stand", arguments: themes)
    func words(theme: Theme) {
        let palette = theme.palette
        for ground in [palette.page, palette.card, palette.field, palette.map] {
            for (name, colour) in [("ink", palette.ink), ("quiet", palette.quiet), ("link", palette.link)] {
                #expect(colour.contrast(with: ground) >= Self.words, "\(name) on \(ground.css): \(colour.contrast(with: ground))")
            }
        }
        // The curves' names have their colours.
        for colour in [palette.pace, palette.heart, palette.cadence, palette.height] {
            #expect(colour.contrast(with: palette.card) >= Self.words, "\(colour.css): \(colour.contrast(with: palette.card))")
        }
        for day in palette.days {
            #expect(day.word.contrast(with: day.fill) >= Self.words, "\(day.fill.css): \(day.word.contrast(with: day.fill))")
        }
    }

    @Test("Curves, bars and the track can be told from their ground", arguments: themes)
    func drawings(theme: Theme) {
        let palette = theme.palette
        for colour in [palette.pace, palette.heart, palette.cadence, palette.height] {
            #expect(colour.contrast(with: palette.field) >= Self.drawn, "\(colour.css)")
        }
        for colour in palette.zones {
            #expect(colour.contrast(with: palette.card) >= Self.drawn, "\(colour.css): \(colour.contrast(with: palette.card))")
        }
        for step in 0...24 {
            let colour = PageColour(
                TrackColour(of: .metersPerSecond(Double(step)), slowest: .metersPerSecond(0), fastest: .metersPerSecond(24)))
            #expect(colour.contrast(with: palette.edge) >= Self.drawn, "\(colour.css) on its edge")
            // In the dark the track stands out by itself, in the light by its edge.
            #expect(max(colour.contrast(with: palette.map), palette.edge.contrast(with: palette.map)) >= Self.drawn)
        }
    }

    @Test("Contrast is that of WCAG's own examples")
    func formula() {
        #expect(abs(PageColour(0x000000).contrast(with: PageColour(0xFFFFFF)) - 21) < 1e-9)
        #expect(abs(PageColour(0x777777).contrast(with: PageColour(0xFFFFFF)) - 4.478) < 0.001)
        #expect(PageColour(0x0A0B0C).css == "#0a0b0c")
    }
}
