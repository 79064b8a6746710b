import CommandLineTable
import Pictures
import Quantities
import Screens

/// `harrier screens`: every sample screen in every language or one, and in every size, and the contact sheet that the README shows.
enum ScreensCommand {
    static func run(_ invocation: Invocation) throws {
        let folder = invocation[HarrierCommands.out] ?? "screens"
        var count = 0
        let languages = invocation[HarrierCommands.screenLanguage].map { [Language.at(Int($0))] } ?? Language.all
        for language in languages {
            for panel in ScreenGallery.panels {
                let place = "\(folder)/\(language.tag)/\(panel.name)"
                try OutputFolder.make(place)
                for sample in ScreenGallery.samples {
                    try PictureFile.write(ScreenGallery.picture(of: sample, on: panel, in: language), to: "\(place)/\(sample.name).png")
                    count += 1
                }
            }
        }
        try PictureFile.write(overview(in: languages.count == 1 ? languages[0] : .english), to: "\(folder)/overview.png")
        Console.print("\(count) pictures in \(folder)/, and \(folder)/overview.png")
    }

    /// What a runner meets, in order, on the reference build's panel.
    private static func overview(in language: Language) -> Bitmap {
        let names = [
            "clock", "ready-fixed", "run-primary", "run-heart", "run-lap", "run-track", "lap-banner", "summary-result", "goals", "caffeine",
            "week",
            "calendar",
        ]
        let panel = ScreenGallery.panels[1]
        let pictures = names.compactMap { name in ScreenGallery.samples.first { $0.name == name } }
            .map { ScreenGallery.picture(of: $0, on: panel, in: language) }
        return ContactSheet.tile(pictures, columns: 4, scale: 2)
    }
}
