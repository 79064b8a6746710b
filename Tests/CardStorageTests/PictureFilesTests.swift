import Calendar
import Glibc
import Pictures
import Quantities
import SystemCalls
import Testing
import WatchCore
import WatchRuntime

@testable import CardStorage

/// Pictures of the screen on the card.
@Suite struct PictureFilesTests {
    static let noon = CivilDateTime(date: CivilDate(daysSinceEpoch: 20_788), time: CivilTime(secondsSinceMidnight: 12 * 3600 + 5 * 60 + 9))

    static let picture: Bitmap = {
        var picture = Bitmap(width: 20, height: 10)
        picture.fill(x: 3, y: 2, width: 5, height: 4)
        return picture
    }()

    private static func names(_ card: FlashTestCard) -> [String] {
        guard let stream = opendir(card.directory.exports) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// When it was taken, the how manieth of that moment, and its name.
    static let namesOf: [(CivilDateTime?, Int, String)] = [
        (noon, 1, "screen-2026-12-01-120509.png"), (noon, 2, "screen-2026-12-01-120509-2.png"), (nil, 1, "screen-1.png"),
        (nil, 12, "screen-12.png"),
        (CivilDateTime(date: .earliest, time: .midnight), 1, "screen-0001-01-01-000000.png"),
    ]

    @Test("A picture is named by its time, or by a number", arguments: namesOf.indices)
    func name(_ index: Int) {
        let (taken, number, name) = Self.namesOf[index]
        #expect(PictureFiles.name(taken, number) == name)
    }

    @Test("A picture is a file of its own, four pixels for one, and never takes the place of another")
    func kept() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        _ = writer.allNews()
        card.put("mine", at: card.directory.exports + "/screen-2.png")
        for taken in [Self.noon, Self.noon, nil, nil] { writer.keep(KeptPicture(Self.picture, taken: taken)) }
        #expect(writer.allNews().map(\.description) == [String](repeating: "picture kept", count: 4))
        #expect(
            Self.names(card) == [
                "screen-1.png", "screen-2.png", "screen-2026-12-01-120509-2.png", "screen-2026-12-01-120509.png", "screen-3.png",
            ])
        let read = try PictureFile.read(card.directory.exports + "/screen-3.png")
        #expect(read.width == 80 && read.height == 40)
        for y in 0..<read.height { for x in 0..<read.width { #expect(read[x, y] == Self.picture[x / 4, y / 4]) } }
        var status = stat()
        stat(card.directory.exports + "/screen-2.png", &status)
        #expect(status.st_size == 4, "what was there is as it was")
    }

    @Test("The thread writes it, also as the last thing that it does")
    func threaded() throws {
        let card = try FlashTestCard(), writer = try card.threaded()
        writer.keep(KeptPicture(Self.picture, taken: Self.noon))
        writer.shutDown()
        #expect(writer.allNews().map(\.description).contains("picture kept"))
        #expect(Self.names(card) == ["screen-2026-12-01-120509.png"])
    }

    @Test(
        "A card that takes nothing is told, nothing is left of the picture, and the next one is tried",
        arguments: [Errno.noSpace, .inputOutput])
    func failing(_ error: Errno) throws {
        let card = try FlashTestCard(), writer = card.immediate()
        _ = writer.allNews()
        card.fail(with: error)
        writer.keep(KeptPicture(Self.picture, taken: nil))
        guard let news = writer.takeNews(), case .picture(isKept: false) = news.news else { return #expect(Bool(false), "nothing is told") }
        #expect(news.sentence != nil)
        card.fail(with: nil)
        #expect(Self.names(card).filter { !$0.hasSuffix(".part") }.isEmpty)
        writer.keep(KeptPicture(Self.picture, taken: nil))
        #expect(writer.allNews().map(\.description) == ["picture kept"])
        #expect(Self.names(card).contains("screen-1.png"))
    }

    @Test("Where the folder is gone that is told")
    func folder() throws {
        let card = try FlashTestCard(), writer = card.immediate()
        _ = writer.allNews()
        rmdir(card.directory.exports)
        writer.keep(KeptPicture(Self.picture, taken: nil))
        #expect(writer.allNews().map(\.description) == ["picture not kept"])
    }
}
