import Glibc
import Reports
import TestSupport
import Testing

@testable import harrier

/// The folder of pages.
@Suite struct ReportFolderTests {
    private static func page(_ text: String, _ fingerprint: String) -> [UInt8] { PageMark.page(text, fingerprint: fingerprint) }
    private static let one = String(repeating: "1", count: 16), two = String(repeating: "2", count: 16)

    @Test("A page is written when it is new, when it is to be another, and when somebody changed it; and else not")
    func writes() throws {
        let folder = TemporaryFolder(), pages = ReportFolder(folder.path)
        var made = 0
        func put(_ fingerprint: String) throws -> ReportFolder.Outcome {
            try pages.put("a.html", fingerprint: fingerprint) {
                made += 1
                return Self.page("<html/>", fingerprint)
            }
        }
        #expect(try put(Self.one) == .written && put(Self.one) == .kept && put(Self.two) == .written && put(Self.two) == .kept)
        #expect(made == 2)
        folder.write(Array((folder.bytes("a.html") ?? []).dropLast()), "a.html")
        #expect(try put(Self.two) == .written)
        #expect(folder.bytes("a.html") == Self.page("<html/>", Self.two))
        #expect(try put(PageMark.unsettled) == .written && put(PageMark.unsettled) == .written)
        // What a power cut leaves.
        folder.write([UInt8](repeating: 0, count: 400), "a.html")
        #expect(try put(Self.one) == .written)
        folder.write([], "a.html")
        #expect(try put(Self.one) == .written)
        #expect(folder.names == ["a.html"])
    }

    @Test("A file that Harrier did not write is neither replaced nor removed, whatever it is")
    func others() throws {
        let folder = TemporaryFolder(), pages = ReportFolder(folder.path)
        folder.makeFolder("runs")
        let names = ["own.html", "theirs.html", "notes.txt", "short.html", "link.html", "folder.html"]
        folder.write(Self.page("<html/>", Self.one), "runs/own.html")
        folder.write(
            Array("<!DOCTYPE html>\n<html><body>A page of somebody else's, longer than any mark would be.</body></html>".utf8),
            "runs/theirs.html")
        folder.write(Self.page("<html/>", Self.one), "runs/notes.txt")
        folder.write(Array("<!DOCTYPE html>\n".utf8), "runs/short.html")
        folder.write(Self.page("<html/>", Self.one), "elsewhere")
        symlink("../elsewhere", folder.path + "/runs/link.html")
        folder.makeFolder("runs/folder.html")
        for name in names where name != "own.html" && name != "notes.txt" {
            #expect(throws: CommandFailure.self) { try pages.put("runs/\(name)", fingerprint: Self.two) { Self.page("<p/>", Self.two) } }
        }
        #expect(pages.removePages(in: "runs", except: ["own.html"]) == 0)
        #expect(TemporaryFolder.names(in: folder.path + "/runs") == names.sorted())
        #expect(pages.removePages(in: "runs", except: []) == 1)
        #expect(TemporaryFolder.names(in: folder.path + "/runs") == names.filter { $0 != "own.html" }.sorted())
        #expect(folder.bytes("elsewhere") == Self.page("<html/>", Self.one))
        #expect(pages.removePages(in: "absent", except: []) == 0)
    }
}

/// `harrier report`, as it is typed.
@Suite(.enabled(if: StandardStreamTests.program != nil, "harrier was not built beside the tests")) struct ReportCommandTests {
    private func run(_ line: String, in folder: TemporaryFolder) throws -> CommandTests.Ending { try CommandTests.run(line, in: folder) }

    /// Three simulated runs, older than what a file system's clock could confuse.
    private func threeRuns() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        for (seed, day) in [(1, "2026-03-01"), (2, "2026-05-01"), (3, "2026-05-02")] {
            #expect(try run("\"$0\" simulate --for 90s --seed \(seed) --date \(day)T10:00:00Z --json", in: folder).status == 0)
        }
        age(folder)
        return folder
    }

    private func age(_ folder: TemporaryFolder) { _ = try? run("find data -type f -exec touch -d '1 hour ago' {} +", in: folder) }

    private func counts(_ line: String, in folder: TemporaryFolder) throws -> [Int] {
        let ending = try run("\"$0\" report --json \(line)", in: folder)
        #expect(ending.status == 0, "\(ending.text)")
        return ["written", "kept", "removed"].map { name in
            guard let place = ending.text.range(of: "\"\(name)\": ") else { return -1 }
            return Int(ending.text[place].prefix { $0.isNumber }) ?? -1
        }
    }

    private func pages(_ folder: TemporaryFolder) -> [String] { TemporaryFolder.names(in: folder.path + "/out/runs") }

    @Test(
        "Nothing is written the second time; a run that is gone takes its page along; a new one brings its own and changes its neighbour's")
    func incremental() throws {
        let folder = try threeRuns()
        #expect(try counts("-o out", in: folder) == [3, 0, 0])
        let index = folder.bytes("out/index.html"), first = pages(folder)
        #expect(try counts("-o out", in: folder) == [0, 3, 0])
        #expect(folder.bytes("out/index.html") == index)
        #expect(try run("\"$0\" report -o out", in: folder).text == "out/index.html\n0 pages written, 3 pages unchanged.\n")

        // The newest goes: the page before it leads nowhere any more, and has the rank of its month anew.
        #expect(try run("\"$0\" delete 1 --yes", in: folder).status == 0)
        #expect(try counts("-o out", in: folder) == [1, 1, 1])
        #expect(pages(folder).count == 2 && Set(pages(folder)).isSubset(of: first))

        #expect(try run("\"$0\" simulate --for 60s --seed 4 --date 2026-07-01T10:00:00Z --json", in: folder).status == 0)
        age(folder)
        let after = try counts("-o out", in: folder)
        #expect(after[2] == 0 && after[0] >= 2 && pages(folder).count == 3)
        #expect(try counts("-o out", in: folder) == [0, 3, 0])

        // Another unit is another page; so are fewer pages.
        #expect(try counts("-o out --units mi", in: folder) == [3, 0, 0])
        #expect(try counts("-o out --units mi --runs 1", in: folder) == [1, 0, 2])
        #expect(pages(folder).count == 1)
        #expect(folder.names.contains("out") && TemporaryFolder.names(in: folder.path + "/out") == ["index.html", "runs"])
    }

    @Test("A zone makes all pages anew, is in none of them, and a page that is not made again is gone")
    func zones() throws {
        let folder = try threeRuns()
        _ = try counts("-o out", in: folder)
        func text() -> String {
            (["index.html"] + pages(folder).map { "runs/" + $0 }).map { String(decoding: folder.bytes("out/" + $0) ?? [], as: UTF8.self) }
                .joined()
        }
        #expect(text().contains("id=\"map\"") && !text().contains("\"x\":[null"))
        // The simulated runner begins some 20 m from this place, and runs out of the circle.
        #expect(try counts("-o out --runs 2 --privacy-zone 47.36851,8.53901,60", in: folder) == [2, 0, 1])
        #expect(!text().contains("47.36851") && !text().contains("8.53901"))
        #expect(text().contains("id=\"map\"") && text().contains("\"x\":[null,null,null"))
        age(folder)
        #expect(try counts("-o out", in: folder) == [3, 0, 0])
        #expect(try counts("-o out", in: folder) == [0, 3, 0])
        folder.write("47.3769,8.5417", to: "data/privacy-zones")
        let ending = try run("\"$0\" report -o out", in: folder)
        #expect(ending.status == 1 && ending.text.contains("nothing is shown or exported") && !ending.text.contains("47.37"))
    }

    @Test("A folder with somebody else's page is left as it is; a log that cannot be read has no page, and the others do")
    func refuses() throws {
        let folder = try threeRuns()
        folder.write("<html>mine</html>", to: "site/index.html")
        let ending = try run("\"$0\" report -o site", in: folder)
        #expect(ending.status == 1 && ending.text.contains("did not write"), "\(ending.text)")
        #expect(TemporaryFolder.names(in: folder.path + "/site") == ["index.html"])
        folder.write("nonsense", to: "data/runs/01234567-0000-4000-8000-000000000000.hrun")
        let partly = try run("\"$0\" report -o out", in: folder)
        #expect(partly.status == 1 && partly.text.contains("1 run could not be read, and has no page"), "\(partly.text)")
        #expect(pages(folder).count == 3)
        #expect(try run("\"$0\" report -o \"$0\"", in: folder).status == 1)
        #expect(try run("\"$0\" report --runs -1", in: folder).status == 2)
        #expect(try run("\"$0\" report --privacy-zone here", in: folder).status == 2)
    }

    @Test("Without any runs there is a page that says so, in the data folder")
    func empty() throws {
        let folder = TemporaryFolder()
        #expect(
            try run("\"$0\" report", in: folder)
                == .init(status: 0, text: "\(folder.path)/data/exports/report/index.html\n0 pages written.\n"))
        #expect(String(decoding: folder.bytes("data/exports/report/index.html") ?? [], as: UTF8.self).contains("There are no runs yet."))
    }
}

extension String {
    /// Where the text after another one begins.
    fileprivate func range(of text: String) -> PartialRangeFrom<Index>? {
        indices.first { self[$0...].hasPrefix(text) }.map { index($0, offsetBy: text.count)... }
    }
}
