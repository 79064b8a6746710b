import Boards
import Calendar
import CommandLineTable
import Doctor
import Glibc
import JSONText
import LinuxPeripherals
import Peripherals
import Quantities
import RunLog
import SystemCalls

/// `harrier doctor`: what a watch would find on this machine, and what the parts of a board say. It writes nothing to the data folder.
enum DoctorCommand {
    static func run(_ invocation: Invocation) throws {
        let findings = try examine(invocation)
        if invocation[HarrierCommands.json] {
            Console.print(
                JSONObject([
                    "checks": .array(findings.map(\.json)), "problems": .integer(Int64(findings.count { $0.verdict == .problem })),
                    "warnings": .integer(Int64(findings.count { $0.verdict == .warning })),
                ]))
        } else {
            Console.print(text(of: findings))
        }
        let problems = findings.count { $0.verdict == .problem }
        guard problems == 0 else {
            throw CommandFailure("\(problems == 1 ? "one problem keeps" : "\(problems) problems keep") a watch from running here")
        }
    }

    static func text(of findings: [Finding]) -> String {
        var table = Table(["", "", ""], left: [0, 1, 2])
        for finding in findings {
            table.add([finding.verdict.rawValue, finding.part, finding.text])
            if let advice = finding.advice { table.add(["", "", "→ \(advice)"]) }
        }
        return table.text.split(separator: "\n").joined(separator: "\n")
    }

    private static func examine(_ invocation: Invocation) throws -> [Finding] {
        var findings: [Finding] = [], board: Board?
        if let path = invocation[HarrierCommands.examinedBoard] {
            do throws(BoardError) {
                let loaded = try Board.load(path: path)
                board = loaded
                findings.append(.ok("board", "\(loaded.name): \(loaded.parts.count) chips, \(loaded.buttons.count) buttons"))
            } catch {
                findings.append(.problem("board", "\(error)", "correct the file; docs/boards.md describes it"))
            }
        } else {
            findings.append(NodeExamination.machine)
        }
        findings += try examineParts(of: board, invocation)
        findings.append(clock())
        findings.append(zone())
        findings += DataExamination(path: try DataFolder.path(invocation[HarrierCommands.data])).findings
        findings.append(terminal())
        return findings
    }

    // MARK: - Parts and receiver

    /// The parts of the board and the receiver, in the same seconds.
    private static func examineParts(of board: Board?, _ invocation: Invocation) throws -> [Finding] {
        let loop = try EventLoop(), start = MonotonicClock.now()
        let duration = Duration.seconds(invocation[HarrierCommands.examinedSeconds])
        var receiver: GPSDExamination?, failure: Finding?
        if let address = gpsdAddress(board, invocation) {
            // A watch without gpsd records by stride; only a build with real parts, or somebody who asks, counts on one.
            let isNeeded = invocation.has(HarrierCommands.gpsd) || board?.hasRealParts ?? false
            do throws(PeripheralError) { receiver = try GPSDExamination(address: address, isNeeded: isNeeded, on: loop) } catch {
                failure = .problem("gpsd", "\(error.part) \(error.problem)", error.advice)
            }
        }
        var findings: [Finding] = []
        if let board {
            let options = BoardExamination.Options(
                duration: duration, shows: invocation[HarrierCommands.testPicture], buzzes: invocation[HarrierCommands.testSound],
                runningWatch: LockHolder.runningWatch(dataPath: try DataFolder.path(invocation[HarrierCommands.data])),
                progress: { text in text.map { Console.progress($0) } ?? Console.endProgress() })
            findings += try BoardExamination(board, options, on: loop) { receiver?.isDone ?? true }.findings
        }
        try LoopWait(on: loop).wait(until: start + duration) { receiver?.isDone ?? true }
        if let finding = failure ?? receiver?.finding(after: MonotonicClock.now() - start) {
            findings.append(finding)
        } else {
            findings.append(
                .ok("gpsd", "not needed: this board \(board?.gps == .simulated ? "simulates its receiver" : "has no receiver")"))
        }
        return findings
    }

    /// Where gpsd listens; nil if the board needs none and nobody asks.
    private static func gpsdAddress(_ board: Board?, _ invocation: Invocation) -> String? {
        guard let board, !invocation.has(HarrierCommands.gpsd) else { return invocation[HarrierCommands.gpsd] }
        guard case .gpsd(let host, let port) = board.gps else { return nil }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    // MARK: - Time

    private static func clock() -> Finding {
        if WallClock.isSynchronised { return .ok("clock", "\(WallClock.now().iso8601), synchronised") }
        return .warning(
            "clock", "the system clock is not synchronised, so a watch shows --:-- until GPS tells the time",
            "nothing if GPS has a view of the sky; else switch on systemd-timesyncd, or chrony with gpsd")
    }

    private static func zone() -> Finding {
        if let variable = ZoneFile.variable {
            guard ZoneFile().understands(variable: variable) else {
                return .warning(
                    "time zone", "TZ is \"\(variable)\", which names no zone: UTC is taken", "unset it, or set TZ=Europe/Zurich")
            }
            return .ok("time zone", variable.isEmpty || variable == ":" ? "UTC, because TZ is empty" : "\(variable), by TZ")
        }
        do throws(ZoneFileError) {
            _ = try ZoneFile().loadLocal()
            return .ok("time zone", ZoneFile().localName() ?? "that of /etc/localtime")
        } catch {
            return .warning("time zone", "\(error); days begin at midnight UTC", "set it: timedatectl set-timezone Europe/Zurich")
        }
    }

    // MARK: - Terminal

    /// Half blocks for 128 × 128 pixels, with the bezel and the labels beside it.
    private static let columns = 144, rows = 68

    private static func terminal() -> Finding {
        guard Terminal.isInteractive() else { return .ok("terminal", "none: `harrier simulate` prints plain lines") }
        let names: [String] = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.compactMap { name in getenv(name).map { String(cString: $0) } }.first { !$0.isEmpty } ?? "C"
        guard locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8") else {
            return .warning(
                "terminal", "its character set (\(locale)) may lack the blocks that pixels are drawn with", "export LANG=C.UTF-8")
        }
        guard let size = try? Terminal().size, size.columns < columns || size.rows < rows else {
            return .ok("terminal", "large enough for half blocks")
        }
        return .ok(
            "terminal", "\(size.columns) × \(size.rows) characters: pixels are drawn in braille; \(columns) × \(rows) take half blocks")
    }
}
