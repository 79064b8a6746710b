import Glibc

/// The folder that `--out` names.
enum OutputFolder {
    /// Makes it, and those above it, where they are missing.
    static func make(_ path: String) throws(CommandFailure) {
        var partial = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            partial += "/" + part
            guard mkdir(partial, 0o755) == 0 || errno == EEXIST else {
                throw CommandFailure(
                    "the folder \(partial) cannot be made: \(String(cString: strerror(errno))); choose another with --out DIR")
            }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw CommandFailure("\(path) is a file: --out takes the folder to write to")
        }
    }
}
