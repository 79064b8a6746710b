import JSONText
import Quantities
import SystemCalls
import TerminalWindow

/// Writes the window of a player as a recording of a terminal (asciicast, version 2), which other programs play or turn into pictures. The
/// frames come at fixed times of a clock that is a number, so nothing is waited for, and the same run gives the same file.
struct WindowRecorder {
    /// Characters and rows.
    let columns: Int, rows: Int
    /// Frames a second of the recording.
    static let framesPerSecond = 10
    /// A recording is no longer than this.
    static let longest = Duration.seconds(600)

    /// Plays to the end, or for so long of the recording's time.
    func record(_ window: PlayedWindow, title: String, from start: MonotonicInstant, for length: Duration, abilities: TerminalAbilities)
        -> [UInt8]
    {
        let header = JSONObject([
            "version": .integer(2), "width": .integer(Int64(columns)), "height": .integer(Int64(rows)), "title": .string(title),
        ])
        var lines = [JSONValue.object(header).text()]
        var encoder = GridEncoder(abilities)
        var standing: CharacterGrid?
        var frame = 0
        let frames = Int(rounding: min(length, Self.longest).inSeconds * Double(Self.framesPerSecond))
        while frame < frames, !window.player.isOver {
            let seconds = Double(frame) / Double(Self.framesPerSecond)
            window.live(at: start.advanced(by: .seconds(seconds)))
            let grid = window.draw(columns: columns, rows: rows)
            let bytes = encoder.difference(from: standing, to: grid)
            if !bytes.isEmpty {
                lines.append(JSONValue.array([.number(seconds), .string("o"), .string(String(decoding: bytes, as: UTF8.self))]).text())
            }
            standing = grid
            frame += 1
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
