import CommandLineTable
import Testing

@Suite struct HelpTextTests {
    @Test("A command's help has usage, options with defaults, and an example")
    func commandHelp() throws {
        let expected = """
            Run the watch on a simulated runner.

            Usage: sample simulate [options]

            Options:
                  --for DURATION  how long (default: 10min)
                  --speed max|N   how fast time passes (default: 1)
              -s, --seed N        the runner's seed (default: 1)
                  --json          print JSON
                  --data DIR      where runs are kept (default: /var/lib/sample)
              -h, --help          show this help

            Example:
              sample simulate --for 10min --speed max
                  ten minutes at once

            """
        #expect(try SampleProgram.printed("simulate --help") == expected)
        #expect(SampleProgram.table.help(for: ["simulate"]) == expected)
    }

    @Test("The program's help lists its commands")
    func programHelp() throws {
        let help = try #require(try SampleProgram.printed("-h"))
        #expect(help.hasPrefix("A sample watch.\n\nUsage: sample [options] COMMAND\n\nIt keeps runs.\n\nIt never loses one.\n"))
        for command in SampleProgram.table.program.subcommands { #expect(help.contains("\n  \(command.name) ")) }
        #expect(help.contains("`sample help COMMAND`"))
    }

    @Test(
        "Usage lines show what must be given",
        arguments: [
            ("replay", "Usage: sample replay [options] FILE\n"), ("show", "Usage: sample show [options] [RUN]\n"),
            ("bench distance", "Usage: sample bench distance --index FILE [options]\n"),
            ("bench files", "Usage: sample bench files [options] FILE…\n"),
            ("bench", "Usage: sample bench [options] COMMAND\n"),
        ])
    func usage(path: String, line: String) {
        #expect(SampleProgram.table.help(for: SampleProgram.words(path)).contains(line))
    }

    @Test("Help is asked for before anything is missed, and fits 80 columns")
    func helpFirst() throws {
        for line in ["bench distance -h", "replay --help", "bench --help", "completion --help", "manual -h", "--help"] {
            let help = try #require(try SampleProgram.printed(line))
            #expect(help.contains("Usage: "))
            #expect(help.split(separator: "\n").filter { !$0.contains("bash-completion") }.allSatisfy { $0.count <= 80 })
        }
    }

    @Test(
        "U-C18: `help` says what `--help` says",
        arguments: [("help", "--help"), ("help simulate", "simulate --help"), ("help bench distance", "bench distance --help")])
    func helpCommand(line: String, option: String) throws {
        #expect(try SampleProgram.printed(line) == SampleProgram.printed(option))
    }

    @Test("U-C18: `help` of what is not there says so, with what was perhaps meant", arguments: ["help simluate", "help bench simulate"])
    func helpOfNothing(line: String) {
        #expect(throws: CommandLineError.self) { try SampleProgram.table.parse(SampleProgram.words(line)) }
    }

    @Test("U-C18: a daemon has a man page of its section and completion scripts by options", arguments: CompletionShell.allCases)
    func daemonTexts(shell: CompletionShell) throws {
        guard case .print(let script) = try SampleProgram.daemon.parse(["--completion", shell.rawValue]),
            case .print(let page) = try SampleProgram.daemon.parse(["--manual"])
        else {
            Issue.record("both are printed")
            return
        }
        for word in ["sampled", "index", "manual", "fish"] { #expect(script.contains(word), "\(word)") }
        #expect(page.hasPrefix(".TH \"SAMPLED\" 8"))
        #expect(page.contains("\\-\\-index FILE"))
    }

    @Test("U-C18: words that are only suggested are offered, and others taken")
    func suggestions() throws {
        for shell in CompletionShell.allCases { #expect(SampleProgram.table.completion(for: shell).contains("newest")) }
        #expect(try SampleProgram.invocation("show 3")?[SampleProgram.run] == "3")
    }

    @Test("The version is the program's name and number")
    func version() throws {
        #expect(try SampleProgram.printed("--version") == "sample 1.2.3\n")
    }

    @Test("The man page names every command, option and exit status")
    func manual() throws {
        let page = try #require(try SampleProgram.printed("manual"))
        #expect(page.hasPrefix(".TH \"SAMPLE\" 1"))
        for text in ["simulate", "replay", "bench distance", "\\-\\-max\\-speed M", "\\-s, \\-\\-seed N", ".SH EXIT STATUS", "(required)"] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(!page.contains("\n\n"))
    }

    @Test("Completion scripts name every command and option", arguments: CompletionShell.allCases)
    func completion(shell: CompletionShell) throws {
        let script = try #require(try SampleProgram.printed("completion \(shell.rawValue)"))
        for word in ["simulate", "distance", "max-speed", "dev", "completion"] { #expect(script.contains(word), "\(word)") }
        #expect(SampleProgram.table.completion(for: shell) == script)
    }
}
