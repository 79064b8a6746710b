import CommandLineTable

/// A program with every kind of option and argument, and commands two levels deep.
enum SampleProgram {
    enum Split: String, CaseIterable, Sendable { case dev, test }

    static let data = Option.folder("data", help: "where runs are kept").defaulting(to: "/var/lib/sample")
    static let length = Option.duration("for", in: .seconds(1)...(.seconds(86_400)), help: "how long").defaulting(to: .seconds(600))
    static let speed = Option.speed("speed", help: "how fast time passes").defaulting(to: .times(1))
    static let seed = Option.integer("seed", letter: "s", in: 0...4_294_967_295, help: "the runner's seed").defaulting(to: 1)
    static let json = Option.flag("json", help: "print JSON")
    static let index = Option.file("index", help: "the index of recordings").required()
    static let split: Option<Split?> = .choice("split", valueName: "PART", help: "only this part")
    static let maxSpeed = Option.number("max-speed", in: 1...100, valueName: "M", help: "the largest believed speed, in m/s")
    static let only = Option.integer("only", in: 1...9, help: "only these").repeatable()
    static let file = Argument.one("FILE", completion: .files, help: "a recording")
    static let files = Argument.oneOrMore("FILE", completion: .files, help: "recordings")
    static let run = Argument.optional("RUN", completion: .suggestions(["newest"]), help: "a run; the last one when left out")

    static let table = CommandLineTable(
        program: Command(
            "sample", summary: "A sample watch", discussion: "It keeps runs.\n\nIt never loses one.", options: [data.specification],
            subcommands: [
                Command(
                    "simulate", summary: "Run the watch on a simulated runner",
                    options: [length.specification, speed.specification, seed.specification, json.specification],
                    examples: [.init("sample simulate --for 10min --speed max", "ten minutes at once")]),
                Command("replay", summary: "Replay a recording", arguments: [file.specification], options: [speed.specification]),
                Command("show", summary: "Show a run", arguments: [run.specification], options: [json.specification]),
                Command(
                    "bench", summary: "Measure",
                    subcommands: [
                        Command(
                            "distance", summary: "Measure distances",
                            options: [index.specification, split.specification, maxSpeed.specification, json.specification]),
                        Command("files", summary: "Measure files", arguments: [files.specification], options: [only.specification]),
                    ]),
            ]),
        version: "1.2.3")

    /// A program without commands, as a daemon is.
    static let daemon = CommandLineTable(
        program: Command("sampled", summary: "The sample's daemon", options: [data.specification, index.specification]), version: "1.2.3",
        manualSection: 8)

    static func invocation(_ line: String) throws -> Invocation? {
        guard case .run(let invocation) = try table.parse(words(line)) else { return nil }
        return invocation
    }

    static func printed(_ line: String) throws -> String? {
        guard case .print(let text) = try table.parse(words(line)) else { return nil }
        return text
    }

    static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
