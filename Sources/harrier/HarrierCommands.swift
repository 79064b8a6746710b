import Benchmarks
import Calendar
import CommandLineTable
import Quantities
import Recordings
import RunCore
import Screens

/// The options and commands of `harrier`: one table for parsing, help, completion and the man page.
enum HarrierCommands {
    static let data = Option.folder("data", help: "where runs and settings are kept; else $HARRIER_DATA_DIR, else $XDG_DATA_HOME/harrier")
    static let json = Option.flag("json", help: "print one JSON document instead of text")
    static let length = Option.duration(
        "for", in: .seconds(10)...(.seconds(24 * 3600)), help: "stop after this much simulated time (default: 10min)")
    static let day = Option.flag(
        "day", help: "a whole day in fast motion: coffee, walks, a run, goals reached; in a folder of its own unless --data names one")
    static let speed = Option.speed("speed", help: "how fast time goes; without it 10 in a terminal, max otherwise")
    static let seed = Option.integer(
        "seed", in: 0...Int(UInt32.max),
        help: "the same seed gives the same run, bit for bit, if the data folder is the same too: a watch learns the runner's stride"
    ).defaulting(
        to: 1)
    static let board = Option.file("board", help: "a board file; its display and its buttons are drawn")
    static let braille = Option.flag("braille", help: "draw pixels as braille dots: half as wide and half as high")
    static let blocks = Option.flag("blocks", help: "draw pixels as half blocks, whatever room they take")
    static let language = Option<UInt8?>.value(
        "language", valueName: "TAG", expected: "one of \(languageTags.joined(separator: ", "))", completion: .words(languageTags),
        help: "the language of the watch's screens (\(languageNames)); without it, as set on the watch",
        show: { Language.at(Int($0)).tag }, read: { Language.index(ofTag: $0).flatMap { UInt8(exactly: $0) } })
    static let screenLanguage = Option<UInt8?>.value(
        "language", valueName: "TAG", expected: "one of \(languageTags.joined(separator: ", "))", completion: .words(languageTags),
        help: "only in this language (\(languageNames)); without it, in all", show: { Language.at(Int($0)).tag },
        read: { Language.index(ofTag: $0).flatMap { UInt8(exactly: $0) } })
    private static let languageTags = Language.all.map(\.tag)
    private static let languageNames = Language.all.map { "\($0.tag) \($0.name)" }.joined(separator: ", ")
    static let date = Option<UTCInstant?>.value(
        "date", valueName: "UTC", expected: "an instant such as 2026-09-21T14:13:20Z",
        help: "when the simulated run begins; without it now. The watch shows UTC then", show: { $0.iso8601 },
        read: { UTCInstant(iso8601: $0) })
    static let record = Option.file("record", help: "write the window as a recording of a terminal (asciicast) instead of showing it")
    static let recordedLength = Option.duration(
        "record-for", in: .seconds(1)...WindowRecorder.longest, help: "how long the recording is; without it until the end")
    static let size = Option<WindowSize?>.value(
        "size", valueName: "COLUMNSxROWS", expected: "the size of a window such as 120x40, from 10x1 to 400x200",
        help: "the size of the recorded window", show: { "\($0.columns)x\($0.rows)" }, read: { WindowSize($0) }
    ).defaulting(to: WindowSize(columns: 120, rows: 40))
    static let out = Option.folder("out", help: "the folder to write to")
    static let wiredBoard = Option.file("board", help: "the board file to draw").required()
    static let drawing = Option.file("out", help: "the file to write; without it the drawing or table goes to the standard output")
    static let asTable = Option.flag("table", help: "a table of the wires in Markdown, in place of the drawing in SVG")
    static let hold = Option.number("hold", in: 0.05...10, valueName: "SECONDS", help: "hold the button for this long; else for 0.1")
    static let units = Option<DistanceUnit?>.choice(
        "units", valueName: "UNIT", help: "distances and paces in this; else as set on the watch")
    static let index = Option.file("index", help: "an index.csv that lists the recordings").required()
    static let split = Option.text("split", valueName: "NAME", help: "only rows of this split")
    static let maximumSpeed = Option.number(
        "max-speed", in: 1...100, valueName: "M/S", help: "the greatest believable speed, m/s (rides: 30)")
    static let eachSecond = Option.flag("each-second", help: "as a replay plays them: a point each second on the line between two")
    static let hours = Option.number("hours", in: 0.01...10_000, help: "simulated hours").defaulting(to: 1)
    static let faults = Option.flag("faults", help: "runs in which a part is wrong, silent or late, by kind")
    static let seeds = Option.integer("seeds", in: 1...1000, help: "how many seeds").defaulting(to: 6)

    static let pulseColumns = Option.text("ppg", valueName: "COLUMN[,COLUMN]", help: "optical columns, up to three; else ppg, ppg1 or r")
    static let axes = Option.text("acc", valueName: "X,Y,Z", help: "acceleration columns; else ax_mg,ay_mg,az_mg if they are there")
    static let accelerationUnit = Option<RecordingColumns.AccelerationUnit?>.choice(
        "acc-unit", valueName: "UNIT", help: "the unit of the acceleration columns; else by their names")
    static let seconds = Option.integer("seconds", in: 2...100_000, help: "seconds of input").defaulting(to: 60)

    static let recording = Argument<String>.one("FILE", completion: .files, help: "a FIT, GPX or TCX file, gzipped or not")
    static let files = Argument<[String]>.oneOrMore("FILE", completion: .files, help: "FIT, GPX or TCX files, gzipped or not")
    static let pulseRecordings = Argument<[String]>.oneOrMore(
        "FILE", completion: .files, help: "recordings, .csv or .csv.gz, with their truth beside them (NAME.hr.csv, .beats.csv or .rr.csv)")
    static let run = Argument<String?>.optional(
        "RUN", completion: .suggestions(["last"]), help: "its number in `harrier list`, the start of its id, or `last`")
    static let button = Argument<String>.one("BUTTON", completion: .words(["start", "lap", "page"]), help: "start, lap or page")

    static let table = CommandLineTable(program: program, version: versionText)

    static var versionText: String {
        let version = SoftwareVersion.current
        return "\(version.major).\(version.minor).\(version.patch)"
    }

    private static let program = Command(
        "harrier", summary: "A running watch that anyone can build: simulate it, replay runs through it, read its runs.",
        options: [data.specification],
        subcommands: [
            simulate, replay, ImportCommand.command, ListCommand.command, show, ExportCommand.command, PrivacyCommand.command,
            CardCommand.command,
            DeleteCommand.command,
            ReportCommand.command,
            CalendarCommand.command, RecordsCommand.command, RankCommand.command, DaysCommand.command, TotalsCommand.command,
            CompareCommand.command,
            GoalsCommand.command, AwardsCommand.command, DrinksCommand.command, CaffeineCommand.command,
            RunnersCommand.command, ShareCommand.command,
            SettingsCommand.command,
            screens, wiring, doctor, StatusCommand.command, press,
            ChipsCommand.command, bench,
        ],
        examples: [
            .init("harrier simulate", "see a watch at work in the terminal"),
            .init("harrier replay MY_RUN.fit", "put a real run through the same watch"),
        ])

    private static let simulate = Command(
        "simulate", summary: "Run the watch on a simulated runner.",
        discussion: """
            The keys of the terminal are the watch's buttons: s START, l LAP, p PAGE, in capitals held; + and - change the speed, space \
            stands still, q ends. Until you press a button, the simulated runner presses them. At the end the run is saved and its FIT \
            file written. Where nobody has answered the watch's questions yet, a made-up profile stands in for it.
            """,
        options: [
            day.specification, length.specification, speed.specification, seed.specification, date.specification, language.specification,
            board.specification, braille.specification, blocks.specification, record.specification, recordedLength.specification,
            size.specification, json.specification,
        ],
        examples: [
            .init("harrier simulate --for 10min --speed 20", "ten minutes, twenty times as fast"),
            .init("harrier simulate --day", "a day with the watch in about three minutes"),
            .init("harrier simulate --record run.cast --record-for 15s", "a recording that asciinema plays"),
        ])

    private static let replay = Command(
        "replay", summary: "Put a recorded run through the watch, at any speed.",
        discussion: """
            The watch measures the distance anew; timer, pauses, laps, kind and date are the recording's own. Silences of more than four \
            hours, and many long ones among few points, are jumped, points whose time the others contradict are left out, and no more than 240 hours are played, so every file \
            ends. What is left out or done otherwise is said at the end, with --json in `recording.notes`, beside the recording's own \
            figures. A recording without places is played as a run indoors: its distance is that of the strides.
            """, arguments: [recording.specification],
        options: [
            speed.specification, language.specification, board.specification, braille.specification, blocks.specification,
            record.specification, recordedLength.specification, size.specification, json.specification,
        ],
        examples: [.init("harrier replay MY_RUN.fit --speed max", "as fast as it goes")])

    private static let show = Command(
        "show", summary: "Show a run: totals, laps, splits, a small plot.", arguments: [run.specification],
        options: [units.specification, json.specification],
        examples: [.init("harrier show last", "the newest run")])

    private static let screens = Command(
        "screens", summary: "Write every screen of the watch as a PNG picture.",
        options: [out.specification, screenLanguage.specification],
        examples: [
            .init("harrier screens --out pictures", "one folder a language and size"),
            .init("harrier screens --out pictures --language es", "the same, only in Spanish"),
        ])

    private static let wiring = Command(
        "wiring", summary: "Draw which pin of the Raspberry Pi goes to which part of a board.",
        options: [wiredBoard.specification, drawing.specification, asTable.specification],
        examples: [
            .init("harrier wiring --board boards/pi-zero-2w.json --out wiring.svg", "a picture for the soldering table"),
            .init("harrier wiring --board boards/pi-zero-2w.json --table --out wiring.md", "the same in words"),
        ])

    private static let doctor = Command(
        "doctor", summary: "Check this machine and the parts of a board; each line says what is wrong and what to do.",
        discussion: """
            With a board file each of its parts is looked at for some seconds: chips are set up by their drivers and say what they measure, \
            buttons count presses, the receiver its satellites. Stop harrierd before. The exit status is 1 when something keeps a watch from \
            running, and not for a part that it can do without.
            """,
        options: [
            examinedBoard.specification, examinedSeconds.specification, testPicture.specification, testSound.specification,
            gpsd.specification, json.specification,
        ],
        examples: [
            .init("harrier doctor --board boards/pi-zero-2w.json", "what a watch would miss here"),
            .init("harrier doctor --board mine.json --seconds 20 --show --buzz", "time to press every button, a picture, a sound"),
        ])
    static let examinedBoard = Option.file("board", help: "the board file whose parts are looked at")
    static let examinedSeconds = Option.integer("seconds", in: 1...600, help: "how long parts are looked at").defaulting(to: 3)
    static let testPicture = Option.flag("show", help: "draw a picture on the display meanwhile")
    static let testSound = Option.flag("buzz", help: "sound the buzzer once")
    static let gpsd = Option.text("gpsd", valueName: "HOST:PORT", help: "where gpsd listens").defaulting(to: "127.0.0.1:2947")

    private static let press = Command(
        "press", summary: "Press a button of a running harrierd.",
        discussion: """
            For boards whose buttons have the driver "control": a watch with buttons of its own refuses. `harrier status --follow` shows the \
            screen beside it.
            """, arguments: [button.specification], options: [hold.specification],
        examples: [.init("harrier press start --hold 1.2", "stop the run")])

    private static let bench = Command(
        "bench",
        summary:
            "Measure: the watch's cost and power, distance, standing still, simulated tracks, file formats, a long history, heart rate, steps.",
        subcommands: [
            Command(
                "watch", summary: "The whole watch on simulated values under a virtual clock, rendering included.",
                options: [hours.specification, seed.specification, json.specification],
                examples: [.init("harrier bench watch --hours 1 --seed 1", "one simulated hour")]),
            PowerBenchCommand.command,
            Command(
                "distance", summary: "Distance of recordings against their device's own.",
                options: [
                    index.specification, split.specification, maximumSpeed.specification, eachSecond.specification, json.specification,
                ],
                examples: [.init("harrier bench distance --index runs/index.csv --split dev", "a folder of recordings")]),
            Command(
                "still", summary: "Distance of receivers that did not move.",
                options: [index.specification, split.specification, json.specification],
                examples: [.init("harrier bench still --index gpsd/index.csv", "a folder of receiver logs")]),
            Command(
                "tracks", summary: "Simulated tracks by receiver noise, with and without Doppler.",
                options: [seeds.specification, faults.specification, json.specification],
                examples: [
                    .init("harrier bench tracks --seeds 6", "the whole table"),
                    .init("harrier bench tracks --faults --seeds 20", "with parts that are wrong, silent or late"),
                ]),
            Command(
                "files", summary: "Reading and writing activity files.", arguments: [files.specification], options: [json.specification],
                examples: [.init("harrier bench files MY_RUN.fit", "records a second, memory")]),
            ArchiveBenchCommand.command,
            Command(
                "heart-rate", summary: "Heart rate of recordings against the truth beside them.",
                arguments: [pulseRecordings.specification],
                options: [pulseColumns.specification, axes.specification, accelerationUnit.specification, json.specification],
                examples: [
                    .init("harrier bench heart-rate ppg/*.csv.gz", "a folder of recordings"),
                    .init("harrier bench heart-rate mine.csv --ppg green,ir --acc x,y,z --acc-unit g", "columns by other names"),
                ]),
            Command(
                "steps", summary: "Steps of recordings against their counts.",
                options: [index.specification, split.specification, json.specification],
                examples: [.init("harrier bench steps --index steps/index.csv --split dev", "a folder of walks")]),
            Command(
                "cost", summary: "Heart rate and steps on synthetic input, for counting instructions from outside.",
                options: [seconds.specification, json.specification],
                examples: [.init("valgrind --tool=callgrind harrier bench cost --seconds 60", "instructions of a minute")]),
        ])
}
