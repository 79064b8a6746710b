import TestSupport
import Testing

@testable import Recordings

@Suite struct RecordingIndexTests {
    struct Table: Sendable, CustomTestStringConvertible {
        var text: String
        var rows: [[String]]
        var testDescription: String { text.debugDescription }
    }
    static let tables = [
        Table(text: "a,b\n1,2\n", rows: [["a", "b"], ["1", "2"]]),
        Table(text: "a,b\r\n1,2", rows: [["a", "b"], ["1", "2"]]),
        Table(text: "a,b\n\"x, y\",\"he said \"\"go\"\"\"\n", rows: [["a", "b"], ["x, y", "he said \"go\""]]),
        Table(text: "a,b\n\"two\nlines\",\n", rows: [["a", "b"], ["two\nlines", ""]]),
        Table(text: "a,b\n\n,\n", rows: [["a", "b"], ["", ""]]), Table(text: "", rows: []),
    ]

    @Test("Cells are read as RFC 4180 has them", arguments: RecordingIndexTests.tables)
    func cells(table: Table) { #expect(RecordingIndex.parse(table.text) == table.rows) }

    @Test("Columns go by their names; an empty cell and a word are no number")
    func columns() throws {
        let folder = TemporaryFolder()
        let path = folder.write(
            "split,file,device_distance_m,note\ndev,a.fit,1000.5,\ntest,b.fit,,long\ndev,c.fit,many,x\n", to: "index.csv")
        let index = try RecordingIndex(path: path)
        #expect(index.rows.map { $0["file"] } == ["a.fit", "b.fit", "c.fit"])
        #expect(index.rows.map { $0.number("device_distance_m") } == [1000.5, nil, nil])
        #expect(index.rows.map { $0["note"] } == [nil, "long", "x"])
        #expect(index.rows[0]["no such column"] == nil)
        let dev = try RecordingIndex(path: path, split: "dev")
        #expect(dev.rows.map { $0["file"] } == ["a.fit", "c.fit"])
    }

    @Test("A file is found beside the index, and in the folder above where names begin with the folder's own")
    func paths() throws {
        let folder = TemporaryFolder()
        let path = folder.write("file,note\nhere.fit,\n", to: "runs/index.csv")
        folder.write("x", to: "runs/here.fit")
        folder.write("x", to: "above.fit")
        let index = try RecordingIndex(path: path)
        #expect(LineFile.exists(index.path(of: "here.fit")))
        #expect(LineFile.exists(index.path(of: "runs/here.fit")))
        #expect(LineFile.exists(index.path(of: "above.fit")))
        #expect(!LineFile.exists(index.path(of: "nowhere.fit")))
    }

    @Test(
        "What is no index is refused with a reason",
        arguments: [("", "empty"), ("split,file\n", "no recording"), ("split,file\ntest,a.fit\n", "\"dev\"")])
    func refused(text: String, word: String) {
        let folder = TemporaryFolder()
        let path = folder.write(text, to: "index.csv")
        do {
            _ = try RecordingIndex(path: path, split: "dev")
            Issue.record("it was read")
        } catch { #expect("\(error)".contains(word)) }
    }

    @Test("An index that is not there is refused with its name")
    func missing() {
        do {
            _ = try RecordingIndex(path: "/no/such/index.csv")
            Issue.record("it was read")
        } catch { #expect("\(error)".contains("/no/such/index.csv")) }
    }
}
