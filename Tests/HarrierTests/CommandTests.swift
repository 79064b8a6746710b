import Glibc
import RunLog
import TestSupport
import Testing

@testable import harrier

/// The real program, each command once with something wrong, as somebody at a shell does.
@Suite(.enabled(if: StandardStreamTests.program != nil, "harrier was not built beside the tests")) struct CommandTests {
    /// What a program did.
    struct Ending: Equatable {
        var status: Int32
        var text: String
    }

    /// Runs a line of bash in which `$0` is harrier and `$1` a folder of its own; output and errors together.
    private func run(_ line: String, in folder: TemporaryFolder) throws -> Ending {
        let program = try #require(StandardStreamTests.program)
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let words: [String] = ["bash", "-c", "cd \"$1\" && export HARRIER_DATA_DIR=\"$1/data\"; \(line)", program, folder.path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for stream in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_adddup2(&actions, ends[1], stream) }
        var process: pid_t = 0
        try #require(posix_spawnp(&process, "bash", &actions, nil, &arguments, environ) == 0)
        close(ends[1])
        var text: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 4096)
        while case let count = read(ends[0], &chunk, chunk.count), count > 0 { text += chunk[..<count] }
        close(ends[0])
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return Ending(status: status >> 8 & 0xFF, text: String(decoding: text, as: UTF8.self))
    }

    @Test(
        "U-C17, U-C18: what is wrong is said with the name of the file and what to do; usage errors end with 2, others with 1",
        arguments: [
            ("\"$0\" press foo", 2, "\"foo\" does not fit BUTTON: expected one of start, lap, page"),
            ("\"$0\" press START", 1, "/data/control does not answer (No such file or directory)"),
            ("\"$0\" press start --hold 20", 2, "expected a number from 0.05 to 10"),
            ("\"$0\" status", 1, "check the data folder, and that harrierd runs there"),
            ("\"$0\" help", 0, "Usage: harrier [options] COMMAND"), ("\"$0\" help press", 0, "Usage: harrier press"),
            ("\"$0\" help prss", 2, "did you mean press?"),
            ("\"$0\" chips --device x --board a --parts mpu6050", 2, "leave one out"),
            ("mkdir d; \"$0\" replay d", 1, "d is a folder: name a FIT, GPX or TCX file in it"),
            ("echo x > notes.txt; \"$0\" replay notes.txt", 1, "notes.txt: the file is neither FIT, GPX nor TCX"),
            ("printf 'PK\\003\\004more' > a.zip; \"$0\" replay a.zip", 1, "a.zip is a zip archive: unzip it"),
            (": > empty.fit; \"$0\" replay empty.fit", 1, "empty.fit: the file is empty"),
            ("\"$0\" replay absent.fit", 1, "absent.fit cannot be opened"),
            ("mkdir data; echo x > data/runs; \"$0\" doctor", 1, "data/runs could not be read"),
            ("\"$0\" calendar 2026-13", 2, "`2026-13` is no month: write it as 2026-09"), ("\"$0\" rank", 1, "there are no runs in"),
            ("\"$0\" records", 0, "No runs in"), ("\"$0\" totals --origin imported", 0, "No imported runs among those of"),
            ("\"$0\" delete last --yes", 1, "there are no runs in"), ("\"$0\" delete", 2, "RUN is missing"),
        ] as [(String, Int32, String)])
    func wrong(line: String, status: Int32, words: String) throws {
        let folder = TemporaryFolder(), ending = try run(line, in: folder)
        #expect(ending.status == status, "\(ending.text)")
        #expect(ending.text.contains(words), "\(ending.text)")
    }

    static let board =
        #"{ "name": "B", "buttons": [ { "role": "start", "driver": "control" }, { "role": "page", "driver": "control" } ],"#
        + #" "gps": { "driver": "gpsd", "host": "127.0.0.1", "port": 2947 }, "features": [] }"#

    @Test("U-B16, U-C17: --out writes what is asked for, and parts are counted in English", arguments: ["", "--table"])
    func wiring(option: String) throws {
        let folder = TemporaryFolder()
        folder.write(Self.board, to: "b.json")
        let ending = try run("\"$0\" wiring --board b.json --out w \(option)", in: folder)
        #expect(ending == Ending(status: 0, text: "1 part in w\n"))
        let begins = option.isEmpty ? "<svg" : "| part |"
        #expect(String(decoding: folder.bytes("w") ?? [], as: UTF8.self).hasPrefix(begins))
        #expect(try run("\"$0\" wiring --board b.json \(option) | cmp - w", in: folder).status == 0)
    }

    @Test(
        "U-C15: a command whose output cannot be written ends with 1",
        arguments: [
            "list", "list --json", "help", "manual", "completion bash", "doctor", "wiring --board b.json", "screens --out s",
            "simulate --for 20s --speed max", "show last", "export last", "delete last --yes",
        ])
    func fullOutput(command: String) throws {
        let folder = TemporaryFolder()
        folder.write(Self.board, to: "b.json")
        let ending = try run("\"$0\" simulate --for 40s --json >/dev/null; \"$0\" \(command) >/dev/full", in: folder)
        #expect(ending.status == 1)
        #expect(ending.text.contains("the output could not be written (No space left on device)"))
    }

    @Test("U-A1: a home without a data folder gets one")
    func newHome() throws {
        let folder = TemporaryFolder()
        let line =
            "unset HARRIER_DATA_DIR XDG_DATA_HOME; HOME=$1/home \"$0\" simulate --for 40s --json >/dev/null && ls home/.local/share/harrier/runs"
        let ending = try run(line, in: folder)
        #expect(ending.status == 0 && ending.text.hasSuffix(".hrun\n"), "\(ending.text)")
    }

    @Test("U-C10: runs are deleted after a word, none without, and an unreadable log can be named by its id")
    func delete() throws {
        let folder = TemporaryFolder()
        _ = try run("for s in 1 2; do \"$0\" simulate --for 40s --seed $s --json; done", in: folder)
        let directory = DataDirectory(path: folder.path + "/data")
        #expect(try directory.runIDs().count == 2)
        let asked = try run("\"$0\" delete 1 2", in: folder)
        #expect(asked.status == 2 && asked.text.contains("say --yes"))
        #expect(try directory.runIDs().count == 2)
        folder.write("nonsense", to: "data/runs/01234567-0000-4000-8000-000000000000.hrun")
        let deleted = try run("\"$0\" delete 1 2 0123 1 --yes --json", in: folder)
        #expect(deleted.status == 0 && deleted.text.contains("\"kept_in\""), "\(deleted.text)")
        #expect(try directory.runIDs().isEmpty)
        #expect(TemporaryFolder.names(in: directory.trash).count == 3)
        #expect(try run("\"$0\" list", in: folder).text.hasPrefix("No runs in "))
    }

    @Test("Imported runs are listed with their origin, shown and deleted as recorded ones, and kept with their side file")
    func imported() throws {
        let folder = TemporaryFolder()
        let move = "mkdir data/imported; for f in data/runs/*.hrun; do i=data/imported/$(basename $f .hrun); mv $f $i.hrun; "
        _ = try run(
            "\"$0\" simulate --for 40s --seed 1 --date 2026-03-01T10:00:00Z --json; \(move)"
                + "printf 'file=evening.gpx\\nformat=GPX\\n' >$i.source; done; \"$0\" simulate --for 40s --seed 2 --json", in: folder)
        let directory = DataDirectory(path: folder.path + "/data")
        let list = try run("\"$0\" list", in: folder).text.split(separator: "\n")
        #expect(list.count == 3 && list[2].hasSuffix("imported") && !list[1].hasSuffix("imported"), "\(list)")
        let json = try run("\"$0\" list --json --origin imported --until 2026-03-01", in: folder).text
        #expect(json.contains("\"number\": 2") && !json.contains("\"number\": 1"), "\(json)")
        for word in ["\"kind\": \"imported\"", "\"file\": \"evening.gpx\"", "\"format\": \"GPX\"", "\"device\": null"] {
            #expect(json.contains(word), "\(json)")
        }
        #expect(try run("\"$0\" list --origin imported --since 2026-03-02", in: folder).text == "None of 2 runs is asked for.\n")
        #expect(try run("\"$0\" list --since 2026-02-29", in: folder).status == 2)
        #expect(try run("\"$0\" show 2", in: folder).text.contains("imported from   evening.gpx (GPX)"))
        #expect(try run("\"$0\" show 2 --json", in: folder).text.contains("\"kind\": \"imported\""))
        #expect(try run("\"$0\" export 2 --out files && ls files", in: folder).text.contains(".fit"))
        let deleted = try run("\"$0\" delete 2 --yes", in: folder)
        #expect(deleted.status == 0 && deleted.text.contains("trash/imported for 30 days"), "\(deleted.text)")
        #expect(TemporaryFolder.names(in: directory.trash + "/imported").count == 2)
        #expect(TemporaryFolder.names(in: directory.imported).isEmpty)
        #expect(try run("\"$0\" list", in: folder).text.split(separator: "\n").count == 2)
    }

    @Test("Deleting a run that was recorded and imported too deletes both logs")
    func recordedAndImported() throws {
        let folder = TemporaryFolder()
        _ = try run("\"$0\" simulate --for 40s --json; mkdir data/imported; cp data/runs/*.hrun data/imported", in: folder)
        #expect(try run("\"$0\" delete last --yes --for-good", in: folder).status == 0)
        #expect(try run("\"$0\" list", in: folder).text.hasPrefix("No runs in "))
    }

    @Test("Programs that list at once all answer, with an index and without, and whatever it holds")
    func listsAtOnce() throws {
        let folder = TemporaryFolder()
        _ = try run("for s in 1 2 3; do \"$0\" simulate --for 40s --seed $s --json; done; touch -d 2026-01-01 data/runs/*", in: folder)
        let alone = try run("\"$0\" list", in: folder)
        #expect(alone.status == 0 && folder.bytes("data/archive.index") != nil)
        for before in ["rm data/archive.index", "true", "head -c 999 /dev/urandom >data/archive.index", ": >data/archive.index"] {
            let line = "\(before); for i in 1 2 3 4; do \"$0\" list >out$i & done; wait; cat out1 out2 out3 out4"
            #expect(try run(line, in: folder).text == String(repeating: alone.text, count: 4))
        }
    }

    /// The repository that these tests are in.
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    @Test("U-C7: what is installed works from where it is put, and goes again without a trace, others' files left alone")
    func install() throws {
        let folder = TemporaryFolder(), script = Self.root + "/scripts/install"
        let installed = try run("\(script) --prefix p --programs \"$(dirname \"$0\")\" 2>&1 && p/bin/harrier --version", in: folder)
        #expect(installed.status == 0 && installed.text.contains("harrier "), "\(installed.text)")
        let files = [
            "bin/harrierd", "share/man/man1/harrier.1", "share/man/man8/harrierd.8", "share/bash-completion/completions/harrierd",
            "share/zsh/site-functions/_harrier", "share/fish/vendor_completions.d/harrier.fish", "share/harrier/boards/breadboard.json",
            "lib/systemd/system/harrierd@.service",
        ]
        for file in files { #expect(access("\(folder.path)/p/\(file)", F_OK) == 0, "\(file)") }
        folder.write("mine", to: "p/share/other")
        #expect(try run("\(script) --uninstall --prefix p", in: folder).status == 0)
        #expect(
            TemporaryFolder.names(in: folder.path + "/p") == ["share"] && TemporaryFolder.names(in: folder.path + "/p/share") == ["other"])
        #expect(try run("\(script) --uninstall --prefix p", in: folder).status == 1)
        // Alone there, nothing is left.
        let alone = "\(script) --prefix q --programs \"$(dirname \"$0\")\" && \(script) --uninstall --prefix q && ls -A q | wc -l"
        #expect(try run(alone, in: folder).text.hasSuffix("\n0\n"))
        #expect(try run("\(script) --nonsense", in: folder).status == 2)
    }
}
