import CommandLineTable
import HealthCore
import JSONText
import Quantities

/// `harrier share today`: the day's goals as a text to be sent to others.
enum ShareCommand {
    static let command = Command(
        "share", summary: "Say what was done today, in a text for others.",
        options: [HarrierCommands.json.specification],
        subcommands: [
            Command(
                "today", summary: "Today's goals and points.",
                examples: [.init("harrier share today | wl-copy", "into the clipboard")])
        ], standsFor: "today")

    static func run(_ invocation: Invocation) throws {
        let desk = try ChangeDesk(invocation)
        let text = ShareText.text(GoalsReport(desk.book, at: desk.now, in: PlayCommands.localZone()))
        guard invocation[HarrierCommands.json] else { return Console.print(text) }
        Console.print(JSONObject(["text": .string(text)]))
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
