import Glibc
import Pictures
import Quantities
import ScreenModels
import Screens
import Testing

/// Every sample screen against the pictures in `Reference/LANGUAGE/SIZE/NAME.png`: in English and Chinese on every size, in the languages that share
/// English's fonts on the smallest, where they have the least room. `ScreenLayoutTests` holds all of them on all sizes.
///
/// `HARRIER_UPDATE_REFERENCES=1 swift test --filter ReferencePictureTests` writes them anew; look at them before committing.
@Suite struct ReferencePictureTests {
    @Test("Every screen looks as it did", arguments: Look.pictured)
    func matches(look: Look) throws {
        let folder = "\(testFolder)/Reference/\(look.language.tag)/\(look.panel.name)"
        let updates = getenv("HARRIER_UPDATE_REFERENCES") != nil
        if updates { makeFolder(folder) }
        for sample in ScreenGallery.samples {
            let path = "\(folder)/\(sample.name).png"
            let actual = ScreenGallery.picture(of: sample, on: look.panel, in: look.language)
            if updates { try PictureFile.write(actual, to: path) }
            guard let expected = try? PictureFile.read(path) else {
                let advice = "look at it, then set HARRIER_UPDATE_REFERENCES=1 to write it"
                Issue.record("\(look.testDescription) \(sample.name) has no reference picture: \(advice)")
                continue
            }
            guard actual != expected else { continue }
            let comparison = try writeComparison(of: expected, actual, name: "\(look.language.tag)-\(look.panel.name)-\(sample.name)")
            Issue.record("\(look.testDescription) \(sample.name) differs; expected, actual and difference: \(comparison)")
        }
    }

    @Test("No reference picture is left of a screen that is gone", arguments: Look.pictured)
    func noneLeft(look: Look) throws {
        let names = Set(ScreenGallery.samples.map { "\($0.name).png" })
        #expect(names.count == ScreenGallery.samples.count, "two samples share a name")
        let folder = try #require(opendir("\(testFolder)/Reference/\(look.language.tag)/\(look.panel.name)"))
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            #expect(name.first == "." || names.contains(name), "\(look.testDescription)/\(name)")
        }
    }

    private var testFolder: String { String(#filePath.dropLast("/ReferencePictureTests.swift".count)) }

    /// Writes expected, actual and their difference side by side into `.build/screens-failed/` and returns the path.
    private func writeComparison(of expected: Bitmap, _ actual: Bitmap, name: String) throws -> String {
        let folder = String(testFolder.dropLast("/Tests/ScreensTests".count)) + "/.build/screens-failed"
        makeFolder(folder)
        var difference = Bitmap(width: max(expected.width, actual.width), height: max(expected.height, actual.height))
        for y in 0..<difference.height {
            for x in 0..<difference.width { difference[x, y] = expected[x, y] != actual[x, y] }
        }
        try PictureFile.write(actual, to: "\(folder)/\(name)-actual.png")
        try PictureFile.write(ContactSheet.tile([expected, actual, difference], columns: 3, scale: 2), to: "\(folder)/\(name).png")
        return "\(folder)/\(name).png"
    }

    private func makeFolder(_ path: String) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            mkdir(made, 0o755)
        }
    }
}
