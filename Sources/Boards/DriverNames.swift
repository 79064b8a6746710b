import Quantities

// The words of a board file for drivers and roles.

enum RoleName: String, CaseIterable {
    case start, lap, page

    init(_ role: ButtonRole) {
        switch role {
        case .start: self = .start
        case .lap: self = .lap
        case .page: self = .page
        }
    }

    var role: ButtonRole {
        switch self {
        case .start: .start
        case .lap: .lap
        case .page: .page
        }
    }
}

enum ButtonDriverName: String, CaseIterable {
    case gpio, control, keys
}

enum BuzzerDriverName: String, CaseIterable {
    case gpio, terminal, simulated
}

enum GPSDriverName: String, CaseIterable {
    case gpsd, simulated
}

enum DisplayDriverName: String, CaseIterable {
    case simulated, terminal, png, ssd1306
    case sharpMemoryLCD = "sharp-memory-lcd"

    /// The keys besides driver, width and height.
    var extraKeys: [String] {
        switch self {
        case .simulated, .terminal: []
        case .png: ["folder"]
        case .ssd1306: ["bus", "address"]
        case .sharpMemoryLCD: ["bus"]
        }
    }

    /// The sizes of the panels; screens are laid out for these three only.
    var sizes: [(Int, Int)] {
        switch self {
        case .simulated, .terminal, .png: [(128, 64), (128, 128), (144, 168)]
        case .ssd1306: [(128, 64)]
        case .sharpMemoryLCD: [(128, 128), (144, 168)]
        }
    }
}
