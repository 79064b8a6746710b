import CommandLineTable
import RunCore

/// The options of `harrierd`.
enum DaemonCommand {
    static let board = Option.file("board", help: "the board file: which parts this watch has").required()
    static let data = Option.folder("data", help: "where runs and settings are kept; else $HARRIER_DATA_DIR, else /var/lib/harrier")
    static let gpsd = Option.text("gpsd", valueName: "HOST:PORT", help: "where gpsd listens, in place of what the board file says")

    static let table = CommandLineTable(program: command, version: version, manualSection: 8)

    private static var version: String {
        let version = SoftwareVersion.current
        return "\(version.major).\(version.minor).\(version.patch)"
    }

    private static let command = Command(
        "harrierd", summary: "The watch: reads sensors, position and buttons, records runs, draws the display.",
        discussion: """
            Ends in good order on SIGTERM: a run that is going on stays open in its log and goes on by itself at the next start. \
            On a board whose buttons have the driver "control", `harrier press start` presses one; `harrier status` says what any watch does.
            """,
        options: [board.specification, data.specification, gpsd.specification],
        examples: [.init("harrierd --board boards/simulated.json --data /tmp/watch", "a watch without hardware; its screen is a PNG file")])
}
