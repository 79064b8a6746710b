import Calendar
import Pictures
import Quantities
import SystemCalls
import WatchRuntime

/// Pictures of the screen as PNG files in a folder, which never take the place of another file.
struct PictureFiles {
    /// The folder.
    let folder: String
    let calls: any FileSystemCalls

    /// A pixel of the panel is four of the picture, each way: on a computer's screen a panel is no larger than a stamp.
    static let scale = 4
    private static let permissions: UInt32 = 0o640
    private static let mostNumbers = 10_000

    /// Puts a picture into a file of its own.
    func keep(_ picture: KeptPicture) throws(PictureError) {
        let bytes = try PNGPicture.encode(picture.picture, scale: Self.scale)
        for number in 1...Self.mostNumbers {
            let path = "\(folder)/\(Self.name(picture.taken, number))"
            if isTaken(path) { continue }
            do throws(WholeFileError) { return try write(bytes, to: path) } catch {
                // Somebody else was quicker.
                guard error.isTaken else { throw .notWritten(error) }
            }
        }
        throw .notWritten(WholeFileError("\(folder)/\(Self.name(picture.taken, 1))", .system(.renaming, .exists)))
    }

    /// `screen-2026-12-01-143205.png`, a second one of the same second `screen-2026-12-01-143205-2.png`; without the time
    /// `screen-1.png` and so on.
    static func name(_ taken: CivilDateTime?, _ number: Int) -> String {
        guard let taken else { return "screen-\(number).png" }
        let time = taken.time.secondsSinceMidnight, date = taken.date
        let name =
            "screen-\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))-"
            + digits(time / 3600 * 10_000 + time / 60 % 60 * 100 + time % 60, 6)
        return number > 1 ? "\(name)-\(number).png" : "\(name).png"
    }

    private static func digits(_ number: some BinaryInteger, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    /// What cannot be looked at is found out when the file is made.
    private func isTaken(_ path: String) -> Bool { (try? calls.kind(ofPath: path, followingLinks: false)) != nil }

    private func write(_ bytes: [UInt8], to path: String) throws(WholeFileError) {
        let file = try WholeFile(path, permissions: Self.permissions, calls: calls)
        let result: Result<Void, WholeFileError> = bytes.withUnsafeBytes { raw in
            do throws(WholeFileError) { return .success(try file.append(raw)) } catch { return .failure(error) }
        }
        try result.get()
        try file.commit(replacing: false)
    }
}
