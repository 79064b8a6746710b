import Boards
import CommandLineTable
@preconcurrency import Glibc
import WatchDaemon

/// `harrierd`: the watch itself. Composition only: what is decided is decided in `WatchCore`.
@main
struct Harrierd {
    static func main() {
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ words: [String]) -> ExitStatus {
        do {
            switch try DaemonCommand.table.parse(words) {
            case .print(let text): print(text)
            case .run(let invocation): try Daemon(options(invocation)).run()
            }
            return .success
        } catch let error as CommandLineError {
            say("\(error)")
            return .usage
        } catch {
            say("\(error)")
            return .failure
        }
    }

    private static func options(_ invocation: Invocation) throws -> Daemon.Options {
        let board = try Board.load(path: try invocation.required(DaemonCommand.board))
        var options = Daemon.Options(board: board, dataPath: dataPath(invocation), say: say)
        options.gpsd = invocation[DaemonCommand.gpsd]
        return options
    }

    private static func dataPath(_ invocation: Invocation) -> String {
        if let path = invocation[DaemonCommand.data] { return path }
        return getenv("HARRIER_DATA_DIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/var/lib/harrier"
    }

    /// Sentences for the journal, on the standard error.
    private static func say(_ sentence: String) {
        var text = "harrierd: \(sentence)\n"
        _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
