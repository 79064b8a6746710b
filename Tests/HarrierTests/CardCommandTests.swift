import Glibc
import TestSupport
import Testing

@testable import harrier

/// `harrier card`, as it is typed.
@Suite(.enabled(if: StandardStreamTests.program != nil, "harrier was not built beside the tests")) struct CardCommandTests {
    private func run(_ line: String, in folder: TemporaryFolder) throws -> CommandTests.Ending { try CommandTests.run(line, in: folder) }

    static var canDraw: Bool {
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        return folders.split(separator: ":").contains { access("\($0)/rsvg-convert", X_OK) == 0 }
    }

    private func oneRun() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        #expect(try run("\"$0\" simulate --for 90s --seed 1 --date 2026-03-01T10:00:00Z --json", in: folder).status == 0)
        return folder
    }

    private func text(_ name: String, in folder: TemporaryFolder) throws -> String {
        String(decoding: try #require(folder.bytes(name)), as: UTF8.self)
    }

    /// How the lines of a way are drawn.
    private static let way = "stroke-linejoin"

    @Test("A card as SVG has the way, the name and the language that are asked for, and takes the place of a file")
    func drawing() throws {
        let folder = try oneRun()
        let ending = try run("echo old > card.svg; LC_ALL=de_DE.UTF-8 \"$0\" card last -o card.svg --name 'A <b>' --size story", in: folder)
        #expect(ending == .init(status: 0, text: "card.svg (1080 × 1920)\n"))
        let card = try text("card.svg", in: folder)
        #expect(card.hasPrefix("<svg ") && card.contains(Self.way) && card.contains("A &lt;b&gt;") && card.contains("1. März 2026"))
        // The simulated runner stays within ten kilometres of 47.37° N 8.54° E.
        for place in ["47.36", "47.37", "47.38"] { #expect(!card.contains(place)) }
        #expect(try run("LC_ALL=de_DE \"$0\" card -o zh.svg --language zh-Hans --json", in: folder).text.contains("\"height\": 1080"))
        #expect(try text("zh.svg", in: folder).contains("2026年3月1日"))
        #expect(try run("\"$0\" card 1 -o plain.svg --no-map", in: folder).status == 0)
        #expect(try !text("plain.svg", in: folder).contains(Self.way))
    }

    @Test("A privacy zone hides the way, now and afterwards")
    func privacy() throws {
        let folder = try oneRun()
        #expect(try run("\"$0\" card last -o a.svg --privacy-zone 47.37,8.54,10000 && \"$0\" card last -o b.svg", in: folder).status == 0)
        for name in ["a.svg", "b.svg"] { #expect(try !text(name, in: folder).contains(Self.way)) }
        #expect(try run("echo nonsense > data/privacy-zones; \"$0\" card last -o c.svg", in: folder).status == 1)
        #expect(folder.bytes("c.svg") == nil)
    }

    @Test(
        "Names that are no picture's are refused before anything is done",
        arguments: [
            "card last", "card last -o card", "card last -o card.jpg", "card last -o -", "card last -o .png.txt",
            "card last -o x.svg --size wide",
            "card last -o x.svg --language fr", "card last -o x.svg --privacy-zone 91,8,100", "card 1 2 -o x.svg",
        ])
    func usage(line: String) throws {
        let folder = TemporaryFolder(), ending = try run("\"$0\" \(line)", in: folder)
        #expect(ending.status == 2, "\(ending.text)")
    }

    @Test(
        "A place that no file may take, or a run that is not there, ends it with a word and leaves nothing behind",
        arguments: ["card last -o folder.svg", "card last -o link.svg", "card last -o absent/card.svg", "card 9 -o card.svg"])
    func refused(line: String) throws {
        let folder = try oneRun()
        let ending = try run("mkdir folder.svg; ln -s elsewhere link.svg; \"$0\" \(line)", in: folder)
        #expect(ending.status == 1 && !ending.text.isEmpty, "\(ending.text)")
        #expect(folder.names == ["data", "folder.svg", "link.svg"])
    }

    @Test("Without the program that draws PNGs it says which package has it, and an older file stays")
    func missingProgram() throws {
        let folder = try oneRun()
        let ending = try run("echo old > card.png; PATH=/nowhere \"$0\" card last -o card.png", in: folder)
        #expect(ending.status == 1 && ending.text.contains("apt-get install librsvg2-bin"), "\(ending.text)")
        #expect(try text("card.png", in: folder) == "old\n")
        #expect(try run("PATH=/nowhere \"$0\" card last -o card.svg", in: folder).status == 0)
    }

    @Test(
        "A program that draws nothing, rubbish, half a picture or fails gives no file",
        arguments: ["exit 0", "echo rubbish", "printf '\\211PNG\\r\\n\\032\\n'", "echo broken >&2; exit 1", "kill -SEGV $$"])
    func badProgram(script: String) throws {
        let folder = try oneRun()
        folder.write("#!/bin/sh\n\(script)\n", to: "bin/rsvg-convert")
        let ending = try run("chmod +x bin/rsvg-convert; PATH=\"$1/bin:$PATH\" \"$0\" card last -o card.png", in: folder)
        #expect(ending.status == 1 && !ending.text.isEmpty, "\(ending.text)")
        #expect(folder.names == ["bin", "data"])
    }

    @Test("A card as PNG has the size that was asked for and no words in it", .enabled(if: canDraw, "librsvg2-bin is not installed"))
    func picture() throws {
        let folder = try oneRun()
        for (shape, height) in [("square", 1080), ("story", 1920)] {
            #expect(try run("\"$0\" card last -o card.PNG --size \(shape) --name Ada", in: folder).status == 0)
            let bytes = try #require(folder.bytes("card.PNG"))
            #expect(bytes.count > 20_000)
            #expect(Array(bytes[16..<24]) == [0, 0, 4, 56, 0, 0, UInt8(height >> 8), UInt8(height & 0xFF)])
            for word in ["tEXt", "iTXt", "zTXt", "tIME", "eXIf"] { #expect(!contains(bytes, word)) }
        }
    }

    private func contains(_ bytes: [UInt8], _ word: String) -> Bool {
        let word = Array(word.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: word) }
    }
}
