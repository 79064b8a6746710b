import Boards
import CommandLineTable
@preconcurrency import Glibc
import WatchDaemon

/// `harrierd`: the watch itself. Composition only: what is decided is decided in `WatchCore`.
@main
struct Harrierd {
    /// Where somebody ran and what the heart did is for the watch's own user and group: files 0640, folders 0750 (N16).
    private static let closedToOthers: mode_t = 0o027

    static func main() {
        Journal.open()
        umask(closedToOthers)
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ words: [String]) -> ExitStatus {
        do {
            switch try DaemonCommand.table.parse(words) {
            case .print(let text): return Self.printed(text)
            case .run(let invocation): try Daemon(options(invocation)).run()
            }
            return .success
        } catch let error as CommandLineError {
            Journal.say("\(error)")
            return .usage
        } catch {
            Journal.say("\(error)")
            return .failure
        }
    }

    /// Whoever redirects the text must hear that it is not whole (U-C15).
    private static func printed(_ text: String) -> ExitStatus {
        let isWritten = fputs(text, stdout) >= 0 && fflush(stdout) == 0
        if !isWritten { Journal.say("the output could not be written (\(String(cString: strerror(errno))))") }
        return isWritten ? .success : .failure
    }

    private static func options(_ invocation: Invocation) throws -> Daemon.Options {
        let board = try Board.load(path: try invocation.required(DaemonCommand.board))
        var options = Daemon.Options(board: board, dataPath: dataPath(invocation), say: Journal.say)
        options.gpsd = invocation[DaemonCommand.gpsd]
        return options
    }

    private static func dataPath(_ invocation: Invocation) -> String {
        if let path = invocation[DaemonCommand.data] { return path }
        return getenv("HARRIER_DATA_DIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/var/lib/harrier"
    }
}
