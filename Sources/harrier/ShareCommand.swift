import Calendar
import CommandLineTable
import HealthCore
import JSONText
import Pictures
import Quantities
import ScreenModels
import Screens
import WatchCore

/// `harrier share today`: the day's goals as a text to be sent to others.
enum ShareCommand {
    static let picture = Option.file("picture", help: "also draw the watch's page of goals, as a PNG file that is replaced if it is there")

    static let command = Command(
        "share", summary: "Say what was done today, in a text for others.",
        options: [picture.specification, HarrierCommands.json.specification],
        subcommands: [
            Command(
                "today", summary: "Today's goals and points.",
                examples: [
                    .init("harrier share today | wl-copy", "into the clipboard"),
                    .init("harrier share today --picture today.png", "with a picture of the watch"),
                ])
        ], standsFor: "today")

    static func run(_ invocation: Invocation) throws {
        let desk = try ChangeDesk(invocation)
        let report = GoalsReport(desk.book, at: desk.now, in: PlayCommands.localZone()), text = ShareText.text(report)
        if let path = invocation[picture] { try draw(report, desk.book, at: desk.now, to: path) }
        guard invocation[HarrierCommands.json] else { return Console.print(text) }
        Console.print(JSONObject(["text": .string(text)]))
    }
}

extension ShareCommand {
    /// The page of goals as the watch shows it, four pixels for one.
    private static func draw(_ report: GoalsReport, _ book: HealthBook, at now: UTCInstant, to path: String) throws {
        let marks = report.goals.map { named, progress in
            GoalMark(kind: GoalKind(named.goal.type), percent: progress.percent, isAwarded: book.isAwarded(named.id, on: report.date))
        }
        let page = GoalsPage(
            goals: InView(marks), count: UInt8(clamping: marks.count), pointsToday: UInt32(clamping: report.points),
            points: report.pointsInAll)
        let screen = Screen(
            status: StatusStrip(time: TimeOfDay(PlayCommands.localZone().local(now).time), batteryPercent: nil),
            page: marks.isEmpty ? .message(.noGoals) : .goals(page),
            labels: ButtonLabels(),
            units: book.settings.usesMiles ? .imperial : .metric)
        var picture = Bitmap(width: 128, height: 128)
        ScreenRenderer.render(screen, language: Language.at(Int(book.settings.language)), into: &picture)
        try PictureFile.write(picture, to: path, scale: 4)
    }
}

/// What is told to others of a day.
enum ShareText {
    static func text(_ report: GoalsReport) -> String {
        var did: [String] = []
        if let steps = report.amounts.steps { did.append("\(steps) steps") }
        if report.amounts.walked > .zero { did.append(kilometers(report.amounts.walked) + " km walked") }
        if report.amounts.ran > .zero { did.append(kilometers(report.amounts.ran) + " km run") }
        var lines = ["My day with my Harrier watch: \(did.joined(separator: ", "))."]
        for (goal, progress) in report.goals {
            guard let percent = progress.percent else { continue }
            lines.append("\(progress.isReached ? "✓" : "·") \(GoalText.title(goal)): \(percent)%")
        }
        if report.points > 0 { lines.append("\(report.points) points today.") }
        return lines.joined(separator: "\n")
    }

    private static func kilometers(_ distance: Distance) -> String { RunReport.amount(distance) }
}
