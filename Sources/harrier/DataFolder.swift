import Glibc

/// Where runs and settings are kept.
enum DataFolder {
    /// The folder that options and environment name.
    static func path(_ option: String?) throws(CommandFailure) -> String {
        if let option { return option }
        if let path = environment("HARRIER_DATA_DIR") { return path }
        if let path = environment("XDG_DATA_HOME") { return path + "/harrier" }
        guard let home = environment("HOME") else {
            throw CommandFailure("there is no home folder to keep runs in: say where with --data DIR")
        }
        return home + "/.local/share/harrier"
    }

    /// Where an index is kept of runs that lie on a card that cannot be written (XDG Base Directory Specification); nil without a home.
    static var cache: String? {
        if let path = environment("XDG_CACHE_HOME"), path.hasPrefix("/") { return path + "/harrier" }
        return environment("HOME").map { $0 + "/.cache/harrier" }
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
