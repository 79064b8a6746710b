/// The elements of GPX and TCX that matter, by their names without a prefix: files that get the namespace of an extension wrong, or
/// put a heart rate outside it, are common (fault H10) and read all the same.
enum XMLElementName: String, CaseIterable {
    // GPX
    case gpx, trk, trkseg, trkpt, type, ele, time, speed, hr, cad, atemp
    case heartrate, heartRate, heart_rate, bpm, cadence
    // TCX
    case trainingCenterDatabase = "TrainingCenterDatabase"
    case activities = "Activities"
    case activity = "Activity"
    case lap = "Lap"
    case track = "Track"
    case trackpoint = "Trackpoint"
    case tcxTime = "Time"
    case latitudeDegrees = "LatitudeDegrees"
    case longitudeDegrees = "LongitudeDegrees"
    case altitudeMeters = "AltitudeMeters"
    case distanceMeters = "DistanceMeters"
    case heartRateBpm = "HeartRateBpm"
    case averageHeartRateBpm = "AverageHeartRateBpm"
    case maximumHeartRateBpm = "MaximumHeartRateBpm"
    case value = "Value"
    case tcxCadence = "Cadence"
    case runCadence = "RunCadence"
    case tcxSpeed = "Speed"
    case totalTimeSeconds = "TotalTimeSeconds"
    case calories = "Calories"
    case creator = "Creator"
    case name = "Name"
    /// An element of a point that is known and of no use here: it tells of the fix or describes the point in words.
    case notNeeded = " "
    /// Any other element.
    case unknown = ""

    /// True if characters of the element's own may mean something: not where elements only hold others, or hold nothing of use.
    var holdsText: Bool {
        switch self {
        case .gpx, .trk, .trkseg, .trkpt, .trainingCenterDatabase, .activities, .activity, .lap, .track, .trackpoint,
            .averageHeartRateBpm, .maximumHeartRateBpm, .creator, .notNeeded:
            false
        default: true
        }
    }

    /// The elements that the schema of GPX 1.0 and 1.1 gives a point beside those above, and TCX's.
    fileprivate static let notNeededNames = [
        "magvar", "geoidheight", "name", "course", "bearing", "cmt", "desc", "src", "link", "text", "sym", "fix", "sat", "hdop", "vdop",
        "pdop", "ageofdgpsdata",
        "dgpsid", "url", "urlname", "SensorState",
    ]

    /// A name of a file as it is shown: without its prefix, cut, with nothing in it that a terminal would obey.
    static func legible(_ name: UnsafePointer<CChar>) -> String {
        let whole = String(cString: name), leaf = whole.split(separator: ":").last.map(String.init) ?? whole
        let scalars = leaf.unicodeScalars.prefix(64).map { $0.properties.generalCategory == .control ? "?" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// FNV-1a (Fowler, Noll, Vo) over what follows the last colon. A name made to collide is merely read as the element it imitates.
    static func hash(_ text: UnsafePointer<CChar>) -> UInt64 {
        var hash = hashOfNothing
        var next = text
        while next.pointee != 0 {
            hash = hashing(hash, UInt8(bitPattern: next.pointee))
            next += 1
        }
        return hash
    }
    /// The hash of no characters.
    @inline(__always) static var hashOfNothing: UInt64 { 0xCBF2_9CE4_8422_2325 }
    /// The hash after one more character.
    @inline(__always) static func hashing(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        byte == 0x3A ? hashOfNothing : (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}

/// The elements by the hashes of their names: one look, for a name comes with every element of a file.
struct XMLElementTable {
    private struct Slot {
        var hash: UInt64 = 0
        var element = XMLElementName.unknown
    }
    private let slots: [Slot]
    private static let shared = XMLElementTable(elements: ())

    /// The table, made once.
    init() { self = Self.shared }

    private init(elements: Void) {
        var slots = [Slot](repeating: Slot(), count: 256)
        func put(_ name: String, _ element: XMLElementName) {
            let hash = name.withCString { XMLElementName.hash($0) }
            var at = Self.place(hash)
            while slots[at].hash != 0 { at = (at + 1) & 255 }
            slots[at] = Slot(hash: hash, element: element)
        }
        for element in XMLElementName.allCases { put(element.rawValue, element) }
        for name in XMLElementName.notNeededNames { put(name, .notNeeded) }
        self.slots = slots
    }

    @inline(__always) private static func place(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 32) & 255 }

    /// The element with a name of this hash. Three quarters of the slots are free, so the search ends soon.
    @inline(__always) subscript(hash: UInt64) -> XMLElementName {
        var at = Self.place(hash)
        while slots[at].hash != hash {
            if slots[at].hash == 0 { return .unknown }
            at = (at &+ 1) & 255
        }
        return slots[at].element
    }
}
