import Boards
import JSONText
import LinuxPeripherals
import Peripherals
import Quantities
import WatchDaemon

/// What was seen of one button.
struct ButtonRecord: Hashable {
    /// Edges that follow one another faster are one press: contacts bounce, and the watch waits as long.
    private static let settle = Duration.milliseconds(40)

    let role: ButtonRole
    /// Its line: `GPIO line 17 of /dev/gpiochip0`.
    let line: String
    /// How often it was pressed.
    private(set) var presses = 0
    /// Its level at the end; nil if the line does not work.
    var isDown: Bool?
    /// Why the line does not work.
    var failure: PeripheralError?
    private var lastEdge: MonotonicInstant?

    init(_ role: ButtonRole, on line: String) {
        self.role = role
        self.line = line
    }

    mutating func take(_ edge: ButtonEdge) {
        let isBounce = lastEdge.map { edge.at - $0 < Self.settle } ?? false
        if edge.isDown, !isBounce { presses += 1 }
        lastEdge = edge.at
    }

    /// - Parameter duration: for how long it was looked at; zero if only its level was read.
    func finding(after duration: Duration) -> Finding {
        let part = "\(role) button"
        if let failure {
            let text = "\(failure.part) \(failure.problem)"
            return failure.isInUse ? .warning(part, text, failure.advice) : .problem(part, text, failure.advice)
        }
        guard let isDown else { return .problem(part, "\(line) cannot be read", "restart the Pi, and check its wiring") }
        let count = presses == 0 ? "no press" : presses == 1 ? "one press" : "\(presses) presses"
        let seen = duration > .zero ? ", \(count) in \(secondsText(duration))" : ""
        let values = JSONObject(["is_pressed": .bool(isDown), "presses": .integer(Int64(presses))])
        guard presses > 0 || !isDown || duration <= .zero else {
            return .warning(
                part, "\(line) is pressed all the time", "let it go; if nobody holds it, correct active_low or bias in the board file",
                values: values)
        }
        return .ok(part, "\(line): \(isDown ? "pressed" : "released")\(seen)", values: values)
    }
}

/// The buttons of a board that are on GPIO lines, watched while the loop runs (fault I11).
final class ButtonExamination {
    private final class Book {
        var records: [ButtonRecord] = []

        func change(_ role: ButtonRole, _ change: (inout ButtonRecord) -> Void) {
            for index in records.indices where records[index].role == role { change(&records[index]) }
        }
    }

    private let book: Book
    private let buttons: GPIOButtons

    /// Takes the lines.
    /// - Parameter isUsable: whether the chip of a line can be opened.
    init(_ board: Board, on loop: EventLoop, isUsable: (_ chip: String) -> Bool) {
        var lines: [GPIOButton] = []
        let book = Book()
        for button in board.buttons {
            guard case .gpio(let line, let activeLow, let bias) = button.driver, isUsable(line.chip) else { continue }
            lines.append(GPIOButton(role: button.role, line: GPIOLine(line), isActiveLow: activeLow, bias: GPIOBias(bias)))
            book.records.append(ButtonRecord(button.role, on: "\(GPIOLine(line))"))
        }
        self.book = book
        buttons = GPIOButtons(
            lines, on: loop, failed: { role, failure in book.change(role) { $0.failure = failure } },
            edge: { edge, _ in book.change(edge.role) { $0.take(edge) } })
    }

    /// True if there is a button to press.
    var isWatching: Bool { !buttons.roles.isEmpty }
    /// True if somebody else has a line.
    var isInUse: Bool { book.records.contains { $0.failure?.isInUse ?? false } }

    /// Reads the levels, and says what was seen of each button.
    func findings(after duration: Duration) -> [Finding] {
        for role in buttons.roles { book.change(role) { $0.isDown = buttons.isDown(role) } }
        return book.records.map { $0.finding(after: duration) }
    }
}
