import CommandLineTable
import Glibc
import JSONText
import Pictures
import Quantities
import Reports
import RunArchive
import RunCore
import SystemCalls
import Training

/// `harrier card`: the picture of a run to show around.
enum CardCommand {
    static let output = Option.file("output", letter: "o", help: "the file to write, .png or .svg, replaced if it is there").required()
    static let shape = Option<ResultCard.Shape?>.choice("size", valueName: "SIZE", help: "1080 × 1080 or 1080 × 1920 pixels").defaulting(
        to: .square)
    static let noMap = Option.flag("no-map", help: "without the way: the paces of kilometres or miles instead")
    static let name = Option.text("name", valueName: "NAME", help: "the runner's name, for its top")
    static let language = Option<ReportLanguage?>.value(
        "language", valueName: "TAG", expected: "one of \(languages.joined(separator: ", "))", completion: .words(languages),
        help: "its language (\(languages.joined(separator: ", "))); without it, as LC_ALL, LC_MESSAGES or LANG say", show: { $0.rawValue },
        read: { text in ReportLanguage.allCases.first { $0.rawValue == text || $0.tag == text } })
    private static let languages = ReportLanguage.allCases.map(\.rawValue)

    static let command = Command(
        "card", summary: "Draw a run as a picture to show around: way, distance, time, pace, energy, rank.",
        discussion: """
            The picture holds what it shows and nothing else: no places but as a drawing, no time of day. Where `harrier privacy` hides the \
            way it is not drawn. A PNG is drawn by rsvg-convert (apt-get install librsvg2-bin); for Chinese a font is needed that has it \
            (apt-get install fonts-noto-cjk).
            """, arguments: [HarrierCommands.run.specification],
        options: [
            output.specification, shape.specification, noMap.specification, name.specification, language.specification,
            HarrierCommands.units.specification, ExportCommand.privacyZones.specification, HarrierCommands.json.specification,
        ],
        examples: [
            .init("harrier card last -o card.png", "a square of the newest run"),
            .init("harrier card 3 -o story.png --size story --name Ada", "as high as a telephone"),
            .init("harrier card last -o card.svg --no-map", "without the way"),
        ])

    /// What a picture is written as.
    private enum Kind: String, CaseIterable { case png, svg }

    /// The program that draws, and how long it may take: one second on a Pi.
    private static let drawer = "rsvg-convert", longest = Duration.seconds(60)
    /// Several times what a card takes.
    private static let mostBytes = 32 << 20

    static func run(_ invocation: Invocation) throws {
        let path = try invocation.required(output)
        guard let kind = Kind.allCases.first(where: { path.lowercased().hasSuffix("." + $0.rawValue) }) else {
            throw UsageFailure("a card is a picture: the name after -o must end with .png or .svg")
        }
        let archive = try RunCommands.archive(invocation)
        // A zone that cannot be read or kept ends it here, before anything is written.
        let zones = try PrivacyCommand.add(invocation[ExportCommand.privacyZones], in: archive.directory)
        let run = try RunCommands.find(invocation[HarrierCommands.run], in: archive)
        let shape = invocation[shape], text = try card(of: run, invocation, archive, hiding: zones).svg(shape)
        let bytes = kind == .svg ? Array(text.utf8) : try png(text, shape)
        try WholeFile.write(bytes, to: path, permissions: 0o644)
        if invocation[HarrierCommands.json] {
            return Console.print(
                JSONObject([
                    "file": .string(path), "width": .integer(Int64(shape.width)), "height": .integer(Int64(shape.height)),
                    "bytes": .integer(Int64(bytes.count)),
                ]))
        }
        Console.print("\(path) (\(shape.width) × \(shape.height))")
        RunCommands.printDamage(run.damage)
    }

    private static func card(
        of run: ArchivedRun, _ invocation: Invocation, _ archive: RunArchive, hiding zones: PrivacyZones
    ) throws -> ResultCard {
        let inMiles = RunCommands.unit(invocation, archive) == .mi, book = inMiles ? run.totals.miles : run.totals.kilometers
        var track = TrackPieces()
        if !invocation[noMap] {
            var samples = try run.samples(hiding: zones)
            while let sample = try samples.next() { track.take(sample) }
        }
        // A card is a card without a rank too, where another run cannot be read.
        let rank = (try? RunCommands.history(of: archive)).flatMap { RunRank(of: run.id, among: $0) }
        return ResultCard(
            figures: run.figures, splits: book.doneAt.indices.compactMap { book.pace(of: $0) }, track: track, rank: rank?.all,
            name: invocation[name], inMiles: inMiles,
            language: invocation[language]
                ?? ReportLanguage(environment: { name in getenv(name).map { String(cString: $0) } }))
    }

    private static func png(_ svg: String, _ shape: ResultCard.Shape) throws -> [UInt8] {
        let command = [drawer, "--format=png", "--width=\(shape.width)", "--height=\(shape.height)"]
        let bytes: [UInt8]
        do throws(FilterProgramError) {
            bytes = try FilterProgram.output(of: command, reading: Array(svg.utf8), within: longest, most: mostBytes)
        } catch {
            guard case .notFound(let name) = error else { throw error }
            throw CommandFailure(
                "a PNG is drawn by \(name), which is not here: `apt-get install librsvg2-bin`, or name a file that ends with .svg")
        }
        return try DrawnPNG.picture(bytes, width: shape.width, height: shape.height)
    }
}
