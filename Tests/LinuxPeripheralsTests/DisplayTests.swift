import Glibc
import Peripherals
import Pictures
import Quantities
import SystemCalls
import TerminalWindow
import TestSupport
import Testing

@testable import LinuxPeripherals

@Suite("Frames as a folder of pictures") struct PNGFrameDisplayTests {
    private let folder = TemporaryFolder()

    @Test("Each new frame is a numbered file and the latest; a repeated one is not written")
    func frames() throws {
        let display = try PNGFrameDisplay(folder: "\(folder.path)/frames", width: 8, height: 4)
        var frame = Bitmap(width: 8, height: 4)
        try display.show(frame)
        try display.show(frame)
        frame[3, 2] = true
        try display.show(frame)
        #expect(try PictureFile.read("\(folder.path)/frames/frame-000001.png") == Bitmap(width: 8, height: 4))
        #expect(try PictureFile.read("\(folder.path)/frames/frame-000002.png") == frame)
        #expect(try PictureFile.read("\(folder.path)/frames/latest.png") == frame)
        #expect(access("\(folder.path)/frames/frame-000003.png", F_OK) != 0)
    }

    @Test("Numbers go on after those that are there, and old frames go")
    func numbering() throws {
        folder.write("", to: "frame-000041.png")
        folder.write("", to: "frame-x.png")
        let display = try PNGFrameDisplay(folder: folder.path, width: 8, height: 4, keeping: 2)
        var frame = Bitmap(width: 8, height: 4)
        for x in 0..<3 {
            frame[x, 0] = true
            try display.show(frame)
        }
        #expect(folder.names == ["frame-000043.png", "frame-000044.png", "frame-x.png", "latest.png"])
    }

    @Test("C15: a folder that went away is an error to retry, not the end")
    func vanished() throws {
        let display = try PNGFrameDisplay(folder: "\(folder.path)/frames", width: 8, height: 4)
        rmdir("\(folder.path)/frames")
        let frame = Bitmap(width: 8, height: 4)
        #expect(throws: PeripheralError.self) { try display.show(frame) }
        folder.makeFolder("frames")
        try display.show(frame)
        #expect(access("\(folder.path)/frames/frame-000001.png", F_OK) == 0)
    }
}

@Suite("Keys as buttons") struct KeyReaderTests {
    @Test("Small letters press, capitals hold, the rest means nothing")
    func keys() {
        var reader = KeyReader()
        let keys = "slpSLPqxé\u{1B}[A\u{1B}[1;5Bs\u{1B}OPl\u{1B}q\u{0C}".utf8.compactMap { reader.key($0) }
        #expect(
            keys == [
                .short(.start), .short(.lap), .short(.page), .hold(.start), .hold(.lap), .hold(.page), .command(.quit), .short(.start),
                .short(.lap), .command(.quit), .command(.redraw),
            ])
        #expect("+=-_ ".utf8.compactMap { reader.key($0) } == [.faster, .faster, .slower, .slower, .pause].map { .command($0) })
    }
}

/// One terminal a process is guarded, so these run one after another.
@Suite("The terminal", .serialized) struct TerminalTests {
    let loop: EventLoop
    let pseudo: PseudoTerminal
    let slave: Int32

    init() throws {
        loop = try EventLoop()
        pseudo = try #require(PseudoTerminal(raw: false))
        slave = open(pseudo.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(slave >= 0)
        resize(columns: 160, rows: 50)
    }

    private func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        #expect(ioctl(pseudo.master, UInt(TIOCSWINSZ), &size) == 0)
    }

    private var settings: [tcflag_t] {
        var settings = termios()
        tcgetattr(slave, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
            + withUnsafeBytes(of: settings.c_cc) { $0.map { tcflag_t($0) } }
    }

    private func output() -> String { String(decoding: pseudo.output(), as: UTF8.self) }

    @Test("It is taken over and given back exactly as it was")
    func restore() throws {
        let before = settings
        let terminal = try Terminal(slave)
        try terminal.enter()
        #expect(settings[3] & tcflag_t(ICANON | ECHO) == 0 && settings[3] & tcflag_t(ISIG) != 0)
        #expect(output() == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[0m\u{1B}[2J")
        terminal.leave()
        #expect(settings == before)
        #expect(output() == "\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
        close(slave)
    }

    @Test("Forgetting it gives it back as well, and it can be taken again")
    func forgotten() throws {
        let before = settings
        for _ in 0..<2 {
            var terminal: Terminal? = try Terminal(slave)
            try terminal?.enter()
            #expect(settings != before)
            terminal = nil
            #expect(settings == before)
        }
        close(slave)
    }

    @Test("A file is no terminal")
    func noTerminal() {
        let descriptor = open("/dev/null", O_RDWR)
        defer { close(descriptor) }
        #expect(throws: PeripheralError.self) { try Terminal(descriptor) }
        #expect(!Terminal.isInteractive(input: descriptor, output: descriptor))
        close(slave)
    }

    @Test("The watch is drawn with its buttons and keys; then only what changed is sent")
    func drawing() throws {
        let terminal = try Terminal(slave)
        let display = try TerminalDisplay(
            terminal, on: loop, width: 8, height: 16, buttons: [.start, .page], abilities: TerminalAbilities(term: nil, noColour: "1"),
            legend: "keys")
        let surroundings = output()
        for text in ["╭────────╮", "╰────────╯", "│", "START", "PAGE", "keys"] { #expect(surroundings.contains(text), "\(text)") }
        #expect(!surroundings.contains("LAP"))
        var frame = Bitmap(width: 8, height: 16)
        frame[0, 0] = true
        try display.show(frame)
        let first = output()
        #expect(first.contains("▀") && first.utf8.count < 40, "\(first)")
        try display.show(frame)
        #expect(output() == "")
        try display.setLight(.off)
        #expect(!output().contains("▀"))
        display.close()
        close(slave)
    }

    @Test("A smaller window takes braille, one that is too small a message, and growing it again the panel")
    func resizing() throws {
        let terminal = try Terminal(slave)
        let abilities = TerminalAbilities(term: nil, noColour: "1")
        let display = try TerminalDisplay(terminal, on: loop, width: 128, height: 64, abilities: abilities)
        #expect(output().contains("▀") == false)
        var frame = Bitmap(width: 128, height: 64)
        frame[0, 0] = true
        try display.show(frame)
        #expect(output().contains("▀"))
        resize(columns: 80, rows: 24)
        pthread_kill(pthread_self(), SIGWINCH)
        try loop.turn()
        #expect(output().contains("⠁"))
        resize(columns: 40, rows: 10)
        pthread_kill(pthread_self(), SIGWINCH)
        try loop.turn()
        #expect(output().contains("The window is 40 × 10"))
        frame[1, 0] = true
        try display.show(frame)
        resize(columns: 160, rows: 50)
        pthread_kill(pthread_self(), SIGWINCH)
        try loop.turn()
        #expect(output().contains("▀▀"))
        display.close()
        close(slave)
    }

    @Test("U-A3: a terminal that is read slowly does not stop the watch, and shows the last picture whole")
    func slow() throws {
        let terminal = try Terminal(slave)
        let abilities = TerminalAbilities(term: nil, noColour: "1")
        let display = try TerminalDisplay(terminal, on: loop, width: 128, height: 64, abilities: abilities)
        var frame = Bitmap(width: 128, height: 64)
        for index in 0..<200 {  // nobody reads the master: the kernel's buffer fills up
            frame.fill(x: 0, y: 0, width: 128, height: 64, .invert)
            frame[index % 128, index % 64] = true
            try display.show(frame)
        }
        frame.clear()
        frame.fill(x: 0, y: 0, width: 5, height: 64)
        try display.show(frame)
        // A few bytes at a time, until nothing more comes.
        var screen = ScreenModel(columns: 160, rows: 50)
        var silent = 0
        let idle = loop.makeTimer { _ in }
        while silent < 50 {
            var chunk = [UInt8](repeating: 0, count: 7)
            let count = read(pseudo.master, &chunk, chunk.count)
            if count > 0 {
                screen.take(Array(chunk[..<count]))
                silent = 0
            } else {
                silent += 1
                idle.setDeadline(MonotonicClock.now() + .milliseconds(1))
                try loop.turn()
            }
        }
        let rows = screen.lines.filter { $0.contains("█████") }
        #expect(rows.count == 32)
        #expect(rows.allSatisfy { $0.filter { $0 == "█" }.count == 5 })
        display.close()
        close(slave)
    }

    @Test("Keys become edges; q and a terminal that has gone ask to quit")
    func keys() throws {
        let terminal = try Terminal(slave)
        try terminal.enter()
        let edges = Journal<ButtonEdge>()
        let commands = Journal<TerminalCommand>()
        let presses = TimedPresses(on: loop) { edges.entries.append($0) }
        let keys = try TerminalKeys(terminal, on: loop, presses: presses) { commands.entries.append($0) }
        #expect(write(pseudo.master, "sq", 2) == 2)
        #expect(try loop.run { edges.entries.count == 2 && !commands.entries.isEmpty })
        #expect(edges.entries.map(\.isDown) == [true, false] && edges.entries.allSatisfy { $0.role == .start })
        #expect(commands.entries == [.quit])
        terminal.leave()
        withExtendedLifetime(keys) {}
        close(slave)
    }

    @Test("The buzzer rings the bell")
    func bell() throws {
        let terminal = try Terminal(slave)
        try TerminalBell(terminal).play(.lap)
        #expect(output() == "\u{07}")
        close(slave)
    }
}
