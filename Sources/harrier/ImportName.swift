/// What a file in a folder or in an archive may be, by its name.
enum ImportName: Hashable {
    /// A FIT, GPX or TCX file, gzipped or not.
    case activity
    /// A zip archive.
    case archive
    /// Anything else.
    case other

    init(_ name: String) {
        var parts = name.lowercased().split(separator: ".")
        guard parts.count > 1 else {
            self = .other
            return
        }
        if parts.last == "gz", parts.count > 2 { parts.removeLast() }
        switch parts.last {
        case "fit", "gpx", "tcx": self = .activity
        case "zip": self = .archive
        default: self = .other
        }
    }

    /// True for what file managers hide, and for what macOS puts beside each file of an archive.
    static func isHidden(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." || $0 == "__MACOSX" }
    }
}
