import Quantities
import Testing

@testable import HealthCore

@Suite("The pages of a run, as settings")
struct RunPagesTests {
    static let boot = BootID(high: 1, low: 2)

    static func book(_ name: String, _ value: HealthValue) throws -> HealthBook {
        var book = HealthBook(boot: boot)
        book.apply(HealthChange(kind: .setting, id: try #require(HealthID(name)), origin: .migration, value: value))
        return book
    }

    @Test("Defaults are not stored; a page that is changed is stored alone and read back")
    func stored() throws {
        var book = HealthBook(boot: Self.boot)
        #expect(book.settings.runPages == RunPages() && !book.settings.autoScroll)
        #expect(book.changes(to: book.settings, book.profile, origin: .migration).isEmpty)
        var settings = book.settings
        settings.runPages[2] = SIMD4(21, 1, 0, 0)
        settings.autoScroll = true
        let changes = book.changes(to: settings, book.profile, origin: .migration)
        #expect(Set(changes.compactMap(\.id.text)) == ["run_page_3", "auto_scroll"])
        for change in changes { book.apply(change) }
        #expect(book.settings == settings)
        #expect(book.settings.runPages[2] == SIMD4(21, 1, 0, 0) && book.settings.runPages[0] == RunPages()[0])
    }

    /// A number of later versions, a gap, numbers that are none, other kinds of value.
    static let notUnderstood: [HealthValue] = [
        .integer(22), .integer(1 | 250 << 8), .integer(1 << 8), .integer(1 | 2 << 16), .integer(-1), .integer(1 << 32 | 1), .integer(.max),
        .real(1), .text("distance"), .numbers([1, 2]), .opaque([9]),
    ]

    @Test("A page that is not understood is the default one, and nothing is lost of the others", arguments: notUnderstood)
    func unknown(_ value: HealthValue) throws {
        for page in 1...4 { #expect(try Self.book("run_page_\(page)", value).settings == Settings()) }
        var book = try Self.book("run_page_2", .integer(4))
        let id = try #require(HealthID("run_page_2"))
        book.apply(HealthChange(kind: .setting, id: id, version: 2, origin: .migration, value: value))
        #expect(book.settings.runPages == RunPages())
    }

    @Test("The first page always shows something; the others may show nothing", arguments: 1...4)
    func empty(_ page: Int) throws {
        let pages = try Self.book("run_page_\(page)", .integer(0)).settings.runPages
        #expect(pages[page - 1] == (page == 1 ? RunPages()[0] : .zero))
    }

    @Test("Only pages and numbers that there are can be set")
    func bounds() {
        var pages = RunPages()
        for page in [-1, 4, .max, .min] {
            pages[page] = SIMD4(1, 0, 0, 0)
            #expect(pages[page] == .zero)
        }
        pages[0] = SIMD4(0, 1, 0, 0)
        pages[1] = SIMD4(1, 22, 0, 0)
        #expect(pages == RunPages())
    }
}
