import Glibc
import Peripherals
import Pictures
import Quantities

/// A display that is a folder (driver `png`): each frame that differs from the one before becomes `frame-NNNNNN.png`, and `latest.png` is
/// always the newest. Files appear whole. It lets the real daemon be watched without a panel.
public final class PNGFrameDisplay: Display {
    /// Pixels per row.
    public let width: Int
    /// Rows.
    public let height: Int
    private let folder: String
    private let scale: Int
    private let limit: Int
    private var number: Int
    private var shown: ShownFrame

    /// A folder, made if need be. Numbers go on after those that are there. Of the frames only the last `keeping` stay.
    public init(folder: String, width: Int, height: Int, scale: Int = 1, keeping limit: Int = 10_000) throws(PeripheralError) {
        self.folder = folder
        self.width = width
        self.height = height
        self.scale = scale
        self.limit = max(1, limit)
        shown = ShownFrame(width: width, height: height)
        number = 0
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST, let entries = opendir(folder) else {
            throw .system("The frame folder \(folder)", "cannot be used", code: errno, advice: "check the path and its rights")
        }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard name.hasPrefix("frame-"), name.hasSuffix(".png"), let found = Int(name.dropFirst(6).dropLast(4)) else { continue }
            number = max(number, min(found, 999_999))
        }
    }

    /// Writes the frame if it differs from the last.
    public func show(_ frame: Bitmap) throws(PeripheralError) {
        guard shown.replace(with: frame) else { return }
        do {
            try PictureFile.write(frame, to: path(number + 1), scale: scale)
            try pointLatest(to: path(number + 1))
        } catch {
            shown.forget()
            throw PeripheralError(part: "The frame folder \(folder)", problem: "takes no frame", advice: error.description)
        }
        number += 1
        if number > limit { unlink(path(number - limit)) }
    }

    /// `latest.png` is the newest frame under a second name, so that a frame is made and written once.
    private func pointLatest(to frame: String) throws(PictureError) {
        let latest = folder + "/latest.png", temporary = latest + ".part"
        unlink(temporary)
        guard link(frame, temporary) == 0, rename(temporary, latest) == 0 else {
            throw .file(path: latest, reason: String(cString: strerror(errno)))
        }
    }

    /// A picture has no light: nothing happens.
    public func setLight(_ light: DisplayLight) throws(PeripheralError) {}

    private func path(_ number: Int) -> String {
        let digits = String(number)
        return "\(folder)/frame-\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).png"
    }
}
