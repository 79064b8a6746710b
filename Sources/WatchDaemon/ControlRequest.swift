import RunCore

/// What another program may ask a running watch for, besides presses of buttons: one line each.
enum ControlRequest: Hashable {
    /// `status`: what the watch does.
    case status
    /// `follow SERIAL`: the same with the picture of the display, as soon as that has another number.
    case follow(serial: UInt64)
    /// `delete UUID`, or `delete UUID for-good`: the run into the trash, or away.
    case delete(RunID, forGood: Bool)

    /// Reads a line; nil if it is none of these.
    init?(_ line: String) {
        let words = line.split(separator: " ")
        switch (words.first, words.count) {
        case ("status", 1): self = .status
        case ("follow", 2):
            guard let serial = UInt64(words[1]) else { return nil }
            self = .follow(serial: serial)
        case ("delete", 2), ("delete", 3):
            guard let id = RunID(words[1]), words.count == 2 || words[2] == "for-good" else { return nil }
            self = .delete(id, forGood: words.count == 3)
        default: return nil
        }
    }

    /// The line that ``init(_:)`` reads.
    var line: String {
        switch self {
        case .status: "status"
        case .follow(let serial): "follow \(serial)"
        case .delete(let id, let forGood): "delete \(id)" + (forGood ? " for-good" : "")
        }
    }
}

/// The lines for other programs, which send them through a `ControlClient`.
public enum ControlLine {
    /// Asks for a ``WatchView`` without a picture.
    public static let status = ControlRequest.status.line
    /// Asks for a ``WatchView`` with a picture of another number than the one at hand; 0 for the first. It is answered once, as soon as there
    /// is such a picture, so whoever follows asks again after each, and gets the newest however long that took.
    public static func follow(after serial: UInt64) -> String { ControlRequest.follow(serial: serial).line }
    /// Deletes a run; answered with `ok` or `error REASON` when that is done.
    public static func delete(_ run: RunID, forGood: Bool) -> String { ControlRequest.delete(run, forGood: forGood).line }
}
