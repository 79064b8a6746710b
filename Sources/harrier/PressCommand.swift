import CommandLineTable
import LinuxPeripherals
import Quantities
import RunLog

/// `harrier press`: a button of a running harrierd.
enum PressCommand {
    static func run(_ invocation: Invocation) throws {
        let roles: [String: ButtonRole] = ["start": .start, "lap": .lap, "page": .page]
        guard let role = roles[invocation[HarrierCommands.button]] else { throw UsageFailure("there is no such button") }
        let directory = DataDirectory(path: try DataFolder.path(invocation[HarrierCommands.data]))
        let hold = invocation[HarrierCommands.hold].map { Duration.seconds($0) } ?? TimedPresses.short
        try ControlSocket.press(role, hold: hold, at: directory.control)
    }
}
