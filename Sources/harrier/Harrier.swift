import CommandLineTable
import Glibc
import LinuxPeripherals

/// `harrier`: the watch on a computer.
@main
struct Harrier {
    static func main() {
        StandardStreams.openMissing()
        // As other command line programs: whoever reads the output may stop, and that ends the program without a word. Some callers
        // (systemd, Python) start programs with the signal ignored.
        signal(SIGPIPE, SIG_DFL)
        let status = run(Array(CommandLine.arguments.dropFirst()))
        exit((status == .success && Console.hasFailed ? .failure : status).rawValue)
    }

    static func run(_ words: [String]) -> ExitStatus {
        do {
            switch try HarrierCommands.table.parse(words) {
            case .print(let text): Console.print(text)
            case .run(let invocation): try obey(invocation)
            }
            return .success
        } catch let error as CommandLineError {
            Console.error("\(error)")
            return .usage
        } catch let error as UsageFailure {
            Console.error("\(error)")
            return .usage
        } catch {
            Console.endProgress()
            Console.error("\(error)")
            return .failure
        }
    }

    private static func obey(_ invocation: Invocation) throws {
        switch invocation.path {
        case ["simulate"]: try PlayCommands.simulate(invocation)
        case ["replay"]: try PlayCommands.replay(invocation)
        case ["import"]: try ImportCommand.run(invocation)
        case ["list"]: try ListCommand.run(invocation)
        case ["show"]: try RunCommands.show(invocation)
        case ["report"]: try ReportCommand.run(invocation)
        case ["delete"]: try DeleteCommand.run(invocation)
        case ["calendar"]: try CalendarCommand.run(invocation)
        case ["records"]: try RecordsCommand.run(invocation)
        case ["rank"]: try RankCommand.run(invocation)
        case ["days"]: try DaysCommand.run(invocation)
        case ["totals"]: try TotalsCommand.run(invocation)
        case ["compare"]: try CompareCommand.run(invocation)
        case ["status"]: try StatusCommand.run(invocation)
        case ["export"]: try ExportCommand.run(invocation)
        case ["card"]: try CardCommand.run(invocation)
        case ["privacy", "list"], ["privacy", "add"], ["privacy", "remove"], ["privacy", "clear"]: try PrivacyCommand.run(invocation)
        case ["settings", "list"], ["settings", "get"], ["settings", "set"], ["settings", "unset"]: try SettingsCommand.run(invocation)
        case ["screens"]: try ScreensCommand.run(invocation)
        case ["wiring"]: try WiringCommand.run(invocation)
        case ["press"]: try PressCommand.run(invocation)
        case ["chips"]: try ChipsCommand.run(invocation)
        case ["bench", "distance"]: try BenchCommands.distance(invocation)
        case ["bench", "still"]: try BenchCommands.still(invocation)
        case ["bench", "heart-rate"]: try BenchCommands.heartRate(invocation)
        case ["bench", "steps"]: try BenchCommands.steps(invocation)
        case ["bench", "cost"]: try BenchCommands.cost(invocation)
        case ["bench", "tracks"]: try BenchCommands.tracks(invocation)
        case ["bench", "watch"]: try BenchCommands.watch(invocation)
        case ["bench", "power"]: try PowerBenchCommand.run(invocation)
        case ["bench", "files"]: try BenchCommands.files(invocation)
        case ["bench", "archive"]: try ArchiveBenchCommand.run(invocation)
        case ["doctor"]: try DoctorCommand.run(invocation)
        default: try obeyOfDay(invocation)
        }
    }

    /// The commands about the day, which have subcommands of their own.
    private static func obeyOfDay(_ invocation: Invocation) throws {
        switch invocation.path.first {
        case "goals": try GoalsCommand.run(invocation)
        case "awards": try AwardsCommand.run(invocation)
        case "caffeine": try CaffeineCommand.run(invocation)
        case "drinks": try DrinksCommand.run(invocation)
        case "runners": try RunnersCommand.run(invocation)
        case "share": try ShareCommand.run(invocation)
        default: throw CommandFailure("`harrier \(invocation.path.joined(separator: " "))` is not there")
        }
    }
}
