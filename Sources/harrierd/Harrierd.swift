import CommandLineTable
@preconcurrency import Glibc
import LinuxPeripherals

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
            case .run(let invocation):
                let daemon = try Daemon(invocation)
                try daemon.run()
            }
            return .success
        } catch let error as CommandLineError {
            Log.say("\(error)")
            return .usage
        } catch {
            Log.say("\(error)")
            return .failure
        }
    }
}

/// Sentences for the journal, on the standard error. Nothing is said each second.
enum Log {
    static func say(_ sentence: String) {
        var text = "harrierd: \(sentence)\n"
        _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
