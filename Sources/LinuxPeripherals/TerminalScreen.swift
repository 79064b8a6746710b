import Glibc
import Peripherals
import Quantities
import TerminalWindow

/// A terminal that shows grids of characters, whatever its size and however slow it is.
///
/// Only characters that changed are sent, and a grid only when the terminal has taken the one before: a slow terminal sees fewer of them,
/// each whole, and the last one in any case (U-A3).
public final class TerminalScreen {
    /// Called when the window has another size, or has to be drawn again.
    public var onResize: (() -> Void)?

    private let terminal: Terminal
    private var encoder: GridEncoder
    private var signals: SignalSource?
    /// What stands in the terminal once it has taken everything; nil if that is not known.
    private var standing: CharacterGrid?
    /// What is to stand there.
    private var wanted: CharacterGrid?

    /// Takes the terminal over.
    public init(_ terminal: Terminal, on loop: EventLoop, abilities: TerminalAbilities) throws(PeripheralError) {
        self.terminal = terminal
        encoder = GridEncoder(abilities)
        try terminal.join(loop)
        signals = try SignalSource([.windowChanged, .stopRequested, .continued], on: loop) { [weak self] signal, _ in self?.obey(signal) }
        terminal.onTaken = { [weak self] in self?.send() }
        try terminal.enter()
    }

    deinit { close() }

    /// What the terminal can show.
    public var abilities: TerminalAbilities { encoder.abilities }

    /// Characters and rows.
    public var size: (columns: Int, rows: Int) { terminal.size }

    /// True until it is given back.
    public var isOpen: Bool { terminal.isEntered }

    /// Shows a grid, as soon as the terminal takes it.
    public func show(_ grid: CharacterGrid) {
        wanted = grid
        send()
    }

    /// Draws everything anew: something else may have written into the terminal.
    public func redraw() {
        standing = nil
        onResize?()
    }

    /// Gives the terminal back.
    public func close() {
        signals = nil
        terminal.onTaken = nil
        terminal.leave()
    }

    private func send() {
        guard terminal.isEntered, !terminal.isBusy, let wanted else { return }
        let bytes = encoder.difference(from: standing, to: wanted)
        guard !bytes.isEmpty else { return }
        standing = wanted
        terminal.write(bytes)
    }

    private func obey(_ signal: ProcessSignal) {
        switch signal {
        case .windowChanged: redraw()
        case .stopRequested:
            terminal.leave()
            raise(SIGSTOP)
        case .continued:
            if terminal.isEntered { terminal.resume() } else { try? terminal.enter() }
            redraw()
        case .terminate, .interrupt, .hangUp: break
        }
    }
}

extension TerminalAbilities {
    /// Those of the terminal that the environment names.
    public static func ofEnvironment(forced: PanelPicture.Style? = nil) -> TerminalAbilities {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        return TerminalAbilities(term: variable("TERM"), noColour: variable("NO_COLOR"), forced: forced)
    }
}
