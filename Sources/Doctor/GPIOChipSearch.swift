import Glibc

/// Looks for the GPIO chip that a board file names by its label. The numbers of the devices differ between kernels; labels do not.
enum GPIOChipSearch {
    enum Result: Hashable {
        /// The device of the chip.
        case found(String)
        /// A device that may not be opened, and could be the one.
        case forbidden(String)
        /// No chip has this label.
        case absent
    }

    /// `GPIO_GET_CHIPINFO_IOCTL` of linux/gpio.h, a macro that Swift does not import: _IOR(0xB4, 1, struct gpiochip_info).
    private static let chipInformation: UInt = 0x8044_B401
    /// struct gpiochip_info: a name and a label of 32 bytes each, closed by a zero, and the number of lines.
    private static let informationLength = 68, labelPlace = 32..<64

    static func device(labelled label: String) -> Result {
        guard let folder = opendir("/dev") else { return .absent }
        defer { closedir(folder) }
        var paths: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasPrefix("gpiochip") { paths.append("/dev/\(name)") }
        }
        var forbidden: String?
        for path in paths.sorted() {
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else {
                if errno == EACCES || errno == EPERM { forbidden = forbidden ?? path }
                continue
            }
            defer { close(descriptor) }
            var information = [UInt8](repeating: 0, count: informationLength)
            guard ioctl(descriptor, chipInformation, &information) == 0 else { continue }
            if information[labelPlace].prefix(while: { $0 != 0 }).elementsEqual(label.utf8) { return .found(path) }
        }
        return forbidden.map { .forbidden($0) } ?? .absent
    }
}
