import Peripherals
import Quantities

/// A terminal's bell as the watch's buzzer. A bell has one tone: each pattern rings it once.
public final class TerminalBell: Buzzer {
    private let terminal: Terminal
    private let bell: [UInt8] = [0x07]
    /// The bell of a terminal.
    public init(_ terminal: Terminal) { self.terminal = terminal }
    /// Rings once, unless the terminal is busy with a picture: the bell would come late, and in the middle of it.
    public func play(_ pattern: BuzzPattern) throws(PeripheralError) { if !terminal.isBusy { terminal.write(bell) } }
}
