import Boards
import LinuxPeripherals

// The board file's words for a line, as the GPIO chips take them.

extension GPIOLine {
    /// The board file's line.
    public init(_ line: Board.Line) { self.init(chip: line.chip, offset: line.offset) }
}

extension GPIOBias {
    /// The board file's word.
    public init(_ bias: Board.Bias) {
        switch bias {
        case .pullUp: self = .pullUp
        case .pullDown: self = .pullDown
        case .external: self = .external
        }
    }
}
