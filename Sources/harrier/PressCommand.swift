import CommandLineTable
import LinuxPeripherals
import Quantities
import RunLog

/// `harrier press`: a button of a running harrierd.
enum PressCommand {
    static func run(_ invocation: Invocation) throws {
        let roles: [String: ButtonRole] = ["start": .start, "lap": .lap, "page": .page]
        let name = invocation[HarrierCommands.button]
        guard let role = roles[name] else { throw CommandFailure("there is no button \"\(name)\": it is start, lap or page") }
        let directory = DataDirectory(path: try DataFolder.path(invocation[HarrierCommands.data]))
        let hold = invocation[HarrierCommands.hold].map { Duration.seconds($0) } ?? TimedPresses.short
        try ControlSocket.press(role, hold: hold, at: directory.control)
    }
}
