import Boards
import LinuxPeripherals
import Peripherals
import Quantities
import Screens
import SystemCalls
import WatchDaemon

/// The panel of a board: whether it answers, and a picture on it if that is wanted.
final class DisplayExamination {
    /// Nothing is done by it (SSD1306 data sheet, table 9-1); the byte before says that a command follows.
    private static let noOperation: [UInt8] = [0x00, 0xE3]
    /// A memory LCD wants its voltage turned round so often.
    private static let maintenance = Duration.seconds(1)

    private let driver: Board.DisplayDriver
    private let display: any Display
    private let i2c: (any I2CBus)?
    private let isSimulated: Bool
    private let loop: EventLoop
    private var timer: LoopTimer?
    private var isShowing = false
    private var failure: Finding?

    /// Nil if the board has no panel on a bus that could be opened.
    init?(_ board: Board, _ buses: BoardBuses, _ drivers: BoardDrivers, on loop: EventLoop) {
        guard let display = drivers.display, let driver = board.display?.driver else { return nil }
        self.display = display
        self.driver = driver
        self.loop = loop
        if case .ssd1306(let bus, _) = driver { i2c = buses.i2cBus(named: bus) } else { i2c = nil }
        isSimulated =
            switch driver {
            case .ssd1306(let bus, _), .sharpMemoryLCD(let bus): board.bus(named: bus)?.node == .simulated
            case .simulated, .terminal, .png: true
            }
    }

    private var part: String {
        if let panel = display as? SSD1306 { return "\(panel.part)" }
        if let panel = display as? SharpMemoryLCD { return "\(panel.part)" }
        return "display"
    }

    /// Looks whether it answers, and begins to show a picture if one is wanted.
    /// - Parameter isFree: whether an address of its bus belongs to no other part of the board.
    func start(showing isWanted: Bool, isFree: (I2CAddress) -> Bool) {
        failure = probe(isFree)
        guard isWanted, failure == nil else { return }
        do throws(PeripheralError) {
            try display.show(Self.picture(width: display.width, height: display.height))
            isShowing = true
        } catch { failure = .warning(part, error.problem, error.advice) }
        guard let panel = display as? SharpMemoryLCD else { return }
        timer = loop.makeTimer { [weak self] now in self?.maintain(panel, now) }
        timer?.setDeadline(MonotonicClock.now() + Self.maintenance)
    }

    /// True while there is a picture to look at, by somebody and not by a model.
    var isWatched: Bool { isShowing && !isSimulated }

    /// Ends the picture, and says how the panel is.
    func finding() -> Finding {
        if let timer { loop.remove(timer) }
        if isShowing {
            do throws(PeripheralError) { try clear() } catch { failure = .warning(part, error.problem, error.advice) }
        }
        if let failure { return failure }
        if isShowing { return .ok(part, "was sent a picture") }
        switch driver {
        case .ssd1306: return .ok(part, "answers; --show draws a picture")
        default: return .ok(part, "its bus can be opened, and it cannot be asked; --show draws a picture")
        }
    }

    private func clear() throws(PeripheralError) {
        if display is SSD1306 { return try display.setLight(.off) }
        try display.show(Bitmap(width: display.width, height: display.height))
    }

    private func maintain(_ panel: SharpMemoryLCD, _ now: MonotonicInstant) {
        do throws(PeripheralError) { try panel.maintain() } catch { failure = .warning(part, error.problem, error.advice) }
        timer?.setDeadline(now + Self.maintenance)
    }

    // MARK: - Does it answer?

    private func probe(_ isFree: (I2CAddress) -> Bool) -> Finding? {
        guard let panel = display as? SSD1306, let address = panel.part.address, let i2c else { return nil }
        guard let error = Self.greet(address, on: i2c) else { return nil }
        let complaint = Complaint(ChipError(part: panel.part, fault: .bus(error)))
        guard error.reason == .notAcknowledged, let other = Self.other(than: address, on: i2c, isFree) else {
            return .warning(part, complaint.text, complaint.advice)
        }
        return .warning(
            part, "\(complaint.text), but something does at \(other)", "if that is the display, write that address into the board file")
    }

    /// Why the panel does not take a command; nil if it does.
    private static func greet(_ address: I2CAddress, on bus: any I2CBus) -> BusError? {
        noOperation.withUnsafeBytes { bytes in
            do throws(BusError) {
                try bus.transfer(address, write: bytes, read: UnsafeMutableRawBufferPointer(start: nil, count: 0))
                return nil
            } catch { return error }
        }
    }

    /// The panel's other address, if something answers there. It has no identity to ask for; it is read from, so that another part takes no
    /// harm.
    private static func other(than address: I2CAddress, on bus: any I2CBus, _ isFree: (I2CAddress) -> Bool) -> I2CAddress? {
        for value in [UInt8(0x3C), 0x3D] {
            guard let other = I2CAddress(value), other != address, isFree(other) else { continue }
            var byte: UInt8 = 0
            let answers = withUnsafeMutableBytes(of: &byte) { read in
                (try? bus.transfer(other, write: UnsafeRawBufferPointer(start: nil, count: 0), read: read)) != nil
            }
            if answers { return other }
        }
        return nil
    }

    private static func picture(width: Int, height: Int) -> Bitmap {
        guard let sample = ScreenGallery.samples.first,
            let panel = ScreenGallery.panels.first(where: { $0.width == width && $0.height == height })
        else { return Bitmap(width: width, height: height) }
        return ScreenGallery.picture(of: sample, on: panel, in: .english)
    }
}
