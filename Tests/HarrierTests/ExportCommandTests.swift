import Glibc
import RunLog
import TestSupport
import Testing

@testable import harrier

/// `harrier export` and `harrier privacy`, as they are typed.
@Suite(.enabled(if: StandardStreamTests.program != nil, "harrier was not built beside the tests")) struct ExportCommandTests {
    private func run(_ line: String, in folder: TemporaryFolder) throws -> CommandTests.Ending { try CommandTests.run(line, in: folder) }

    /// Two simulated runs, the second one of a day of May.
    private func twoRuns() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        let line =
            "\"$0\" simulate --for 60s --seed 1 --date 2026-03-01T10:00:00Z --json; \"$0\" simulate --for 60s --seed 2 --date 2026-05-01T10:00:00Z --json"
        #expect(try run(line, in: folder).status == 0)
        for name in TemporaryFolder.names(in: folder.path + "/data/exports") { unlink("\(folder.path)/data/exports/\(name)") }
        return folder
    }

    @Test("All runs, or those of some days, go into a folder; a run without places is left out with a word")
    func many() throws {
        let folder = try twoRuns()
        let all = try run("\"$0\" export --all --format gpx --gzip --out tracks --json", in: folder)
        #expect(all.status == 0 && all.text.contains("\"left_out\": []"), "\(all.text)")
        #expect(TemporaryFolder.names(in: folder.path + "/tracks").count == 2)
        #expect(TemporaryFolder.names(in: folder.path + "/tracks").allSatisfy { $0.hasSuffix(".gpx.gz") })
        #expect(try run("\"$0\" export --since 2026-04-01 --out some && ls some", in: folder).text.contains("2026-05-01"))
        #expect(TemporaryFolder.names(in: folder.path + "/some").count == 1)
        let none = try run("\"$0\" export --until 2025-01-01 --out none", in: folder)
        #expect(none.status == 0 && none.text == "No run is asked for.\n", "\(none.text)")
        // The simulated runner stays within ten kilometres of this place.
        let hidden = try run("\"$0\" export --all --format gpx --out hidden --privacy-zone 47.37,8.54,10000", in: folder)
        #expect(
            hidden.status == 0 && hidden.text.contains("run 1 is left out") && hidden.text.contains("run 2 is left out"), "\(hidden.text)")
        #expect(TemporaryFolder.names(in: folder.path + "/hidden").isEmpty)
    }

    @Test("A log that cannot be read fails, and the others are exported all the same")
    func oneFails() throws {
        let folder = try twoRuns()
        folder.write("nonsense", to: "data/runs/01234567-0000-4000-8000-000000000000.hrun")
        let ending = try run("\"$0\" export --all --out files", in: folder)
        #expect(ending.status == 1 && ending.text.contains("1 of 3 runs could not be exported"), "\(ending.text)")
        #expect(TemporaryFolder.names(in: folder.path + "/files").count == 2)
    }

    @Test("The standard output gets the file and nothing else; a named file is replaced")
    func output() throws {
        let folder = try twoRuns()
        #expect(try run("\"$0\" export last -o run.fit && \"$0\" export last -o - | cmp - run.fit", in: folder).status == 0)
        #expect(try run("\"$0\" export last --format tcx --gzip -o - 2>&1 | gunzip | grep -c '<Trackpoint>'", in: folder).status == 0)
        #expect(try run("\"$0\" export last -o run.fit", in: folder).text.contains("in place of the earlier export"))
        #expect(try run("\"$0\" export last -o absent/run.fit", in: folder).status == 1)
    }

    @Test(
        "What does not go together is said",
        arguments: [
            "export 1 --all", "export --all -o x", "export last -o x --out y", "export last -o - --json", "export last --format kml",
            "export last --privacy-zone 47,8", "export last --privacy-zone 91,8,100", "export last --privacy-zone 47.37,8.54,0",
            "privacy add here", "privacy", "privacy add",
        ])
    func usage(line: String) throws {
        let folder = TemporaryFolder(), ending = try run("\"$0\" \(line)", in: folder)
        #expect(ending.status == 2, "\(ending.text)")
        // A zone that was mistyped is a zone all the same.
        #expect(!ending.text.contains("47.37,8.54,0"))
    }

    @Test("Zones are kept, listed without their places, and taken out again")
    func zones() throws {
        let folder = try twoRuns()
        #expect(
            try run("\"$0\" export last --privacy-zone -33.8568,151.2153,300 --privacy-zone 47.3769,8.5417,250 --out a", in: folder).status
                == 0)
        #expect(try run("\"$0\" privacy add -- -1.5,2.5,100 && \"$0\" privacy add -1.5,2.5,100", in: folder) == .init(status: 0, text: ""))
        #expect(try run("\"$0\" privacy list", in: folder).text == "1  300 m\n2  250 m\n3  100 m\n")
        #expect(try run("\"$0\" privacy list --show", in: folder).text.contains("1  300 m  -33.8568000 151.2153000\n"))
        #expect(try !run("\"$0\" privacy list --json", in: folder).text.contains("latitude"))
        #expect(try run("\"$0\" privacy list --json --show", in: folder).text.contains("\"latitude\": -33.8568"))
        #expect(try run("\"$0\" privacy remove 4", in: folder).status == 1)
        #expect(try run("\"$0\" privacy remove 1 && \"$0\" privacy list", in: folder).text == "1  250 m\n2  100 m\n")
        #expect(try run("\"$0\" privacy clear && \"$0\" privacy list", in: folder).text.hasPrefix("No privacy zones"))
    }

    @Test(
        "Zones that cannot be read stop every export, until the runner clears them",
        arguments: ["export last", "export --all", "export last -o -", "privacy list", "privacy add 47,8,100"])
    func unreadable(line: String) throws {
        let folder = try twoRuns()
        folder.write("47.3769,8.5417", to: "data/privacy-zones")
        let ending = try run("\"$0\" \(line)", in: folder)
        #expect(
            ending.status == 1 && ending.text.contains("nothing is shown or exported") && !ending.text.contains("47.37"), "\(ending.text)")
        #expect(TemporaryFolder.names(in: folder.path + "/data/exports").isEmpty)
        #expect(try run("\"$0\" privacy clear && \"$0\" \(line) >/dev/null", in: folder).status == 0)
    }
}
