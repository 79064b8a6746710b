import CommandLineTable
import Testing

@Suite struct CommandLineParsingTests {
    typealias Sample = SampleProgram

    @Test("Options that are not given have their defaults, or none")
    func defaults() throws {
        let simulate = try #require(try Sample.invocation("simulate"))
        #expect(simulate.path == ["simulate"])
        #expect(simulate[Sample.length] == .seconds(600))
        #expect(simulate[Sample.speed] == .times(1))
        #expect(simulate[Sample.seed] == 1)
        #expect(!simulate[Sample.json])
        #expect(simulate[Sample.data] == "/var/lib/sample")
        #expect(!simulate.has(Sample.seed))
    }

    @Test(
        "Options are taken in any order and form, before and after the command",
        arguments: [
            "--data /tmp/x simulate --for 90s --speed max --seed 7 --json", "simulate --json --seed=7 --speed=max --for=90s --data=/tmp/x",
            "simulate -s 7 --for 1min30s --data /tmp/x --json --speed max",
        ])
    func forms(line: String) throws {
        let simulate = try #require(try Sample.invocation(line))
        #expect(simulate[Sample.length] == .seconds(90))
        #expect(simulate[Sample.speed] == .maximum)
        #expect(simulate[Sample.seed] == 7)
        #expect(simulate[Sample.json])
        #expect(simulate[Sample.data] == "/tmp/x")
        #expect(simulate.has(Sample.seed))
    }

    @Test("Commands nest, and required options are there")
    func nesting() throws {
        let bench = try #require(try Sample.invocation("bench distance --index i.csv --split dev --max-speed 12.5"))
        #expect(bench.path == ["bench", "distance"])
        #expect(try bench.required(Sample.index) == "i.csv")
        #expect(bench[Sample.split] == .dev)
        #expect(bench[Sample.maxSpeed] == 12.5)
        #expect(throws: CommandLineError.self) { try bench.required(Option.text("other", valueName: "X", help: "")) }
    }

    @Test("Words fill the arguments in order")
    func arguments() throws {
        #expect(try #require(try Sample.invocation("replay run.fit"))[Sample.file] == "run.fit")
        #expect(try #require(try Sample.invocation("bench files a.fit b.gpx"))[Sample.files] == ["a.fit", "b.gpx"])
        #expect(try #require(try Sample.invocation("show"))[Sample.run] == nil)
        #expect(try #require(try Sample.invocation("show 3"))[Sample.run] == "3")
        #expect(try #require(try Sample.invocation("replay -- --odd-name"))[Sample.file] == "--odd-name")
        #expect(try #require(try Sample.invocation("replay -"))[Sample.file] == "-")
        #expect(try #require(try Sample.invocation("replay -33.86,151.2"))[Sample.file] == "-33.86,151.2")
    }

    @Test("An option that may be repeated has all its values, in order; none when it is not given")
    func repeated() throws {
        #expect(try #require(try Sample.invocation("bench files a.fit --only 3 --only=1 --only 3"))[Sample.only] == [3, 1, 3])
        #expect(try #require(try Sample.invocation("bench files a.fit"))[Sample.only] == [])
        #expect(throws: CommandLineError.self) { try Sample.invocation("bench files a.fit --only 3 --only x") }
        #expect(try #require(try Sample.printed("bench files --help")).contains("any number of times"))
    }

    @Test(
        "What is wrong is said, with what is allowed and what was perhaps meant",
        arguments: [
            ("", "a command is missing: expected one of simulate, replay, show, bench, help, completion, manual\nSee `sample --help`."),
            ("bench", "a command is missing: expected one of distance, files\nSee `sample bench --help`."),
            ("simluate", "there is no command \"simluate\"; did you mean simulate?\nSee `sample --help`."),
            ("xyzzy", "there is no command \"xyzzy\"\nSee `sample --help`."),
            ("bench watch", "there is no command \"watch\"\nSee `sample bench --help`."),
            ("simulate --sped 2", "there is no option --sped; did you mean --speed?\nSee `sample simulate --help`."),
            ("simulate --zzz", "there is no option --zzz\nSee `sample simulate --help`."),
            ("simulate -x", "there is no option -x\nSee `sample simulate --help`."),
            ("simulate --version", "there is no option --version\nSee `sample simulate --help`."),
            ("simulate --seed", "--seed needs a value: expected a whole number from 0 to 4294967295\nSee `sample simulate --help`."),
            ("simulate --seed --json", "--seed needs a value: expected a whole number from 0 to 4294967295\nSee `sample simulate --help`."),
            (
                "simulate --seed -1",
                "\"-1\" does not fit --seed: expected a whole number from 0 to 4294967295\nSee `sample simulate --help`."
            ),
            (
                "simulate --for 90",
                "\"90\" does not fit --for: expected a duration such as 90s, 10min or 2h, from 1s to 24h\nSee `sample simulate --help`."
            ),
            (
                "simulate --speed fast",
                "\"fast\" does not fit --speed: expected max, or a multiple of real time from 0.1 to 100000\nSee `sample simulate --help`."
            ),
            ("simulate --json=yes", "--json takes no value\nSee `sample simulate --help`."),
            ("simulate --json --json", "--json is given twice\nSee `sample simulate --help`."),
            ("bench distance", "--index is missing\nSee `sample bench distance --help`."),
            (
                "bench distance --index i --split devv",
                "\"devv\" does not fit --split: expected one of dev, test; did you mean dev?\nSee `sample bench distance --help`."
            ),
            (
                "bench distance --index i --max-speed nan",
                "\"nan\" does not fit --max-speed: expected a number from 1 to 100\nSee `sample bench distance --help`."
            ),
            ("bench distance --index=", "\"\" does not fit --index: expected the path of a file\nSee `sample bench distance --help`."),
            ("replay", "FILE is missing\nSee `sample replay --help`."),
            ("replay a b", "\"b\" is one word too many\nSee `sample replay --help`."),
            ("completion tcsh", "\"tcsh\" does not fit SHELL: expected one of bash, zsh, fish\nSee `sample completion --help`."),
        ])
    func errors(line: String, message: String) {
        #expect {
            try Sample.table.parse(Sample.words(line))
        } throws: { error in
            "\(error)" == message
        }
    }

    @Test("A program without commands takes its options at once")
    func daemon() throws {
        guard case .run(let invocation) = try Sample.daemon.parse(["--index", "board.json"]) else {
            Issue.record("the daemon should run")
            return
        }
        #expect(invocation.path.isEmpty)
        #expect(try invocation.required(Sample.index) == "board.json")
        #expect(throws: CommandLineError.self) { try Sample.daemon.parse(["completion"]) }
    }

    @Test(
        "U-C18: a word out of a few is taken in capitals, and reads as the table writes it",
        arguments: ["completion bash", "completion BASH", "completion Bash"])
    func capitals(line: String) throws {
        #expect(try Sample.printed(line) == Sample.table.completion(for: .bash))
    }

    @Test("Words of any length and content never trap", arguments: ["", "-", "--", "---", "=", "--=", "-=", "--=x", "é", "\u{0}"])
    func oddWords(word: String) {
        for line in [
            [word], ["simulate", word], ["replay", word, word], ["simulate", "--seed", word], [String(repeating: word, count: 5000)],
        ] {
            _ = try? Sample.table.parse(line)
        }
        #expect(throws: CommandLineError.self) { try Sample.table.parse([word, word]) }
    }

    @Test("Ends of a program have the numbers that shells expect")
    func exitStatus() {
        #expect(ExitStatus.success.rawValue == 0 && ExitStatus.failure.rawValue == 1 && ExitStatus.usage.rawValue == 2)
    }
}
