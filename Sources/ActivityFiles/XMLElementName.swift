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

    /// The element of a zero-terminated name as expat gives it.
    static func named(_ text: UnsafePointer<CChar>) -> XMLElementName { byHash[hash(text)] ?? .unknown }

    /// The elements that the schema of GPX 1.0 and 1.1 gives a point beside those above, and TCX's.
    private static let notNeededNames = [
        "magvar", "geoidheight", "name", "course", "bearing", "cmt", "desc", "src", "link", "text", "sym", "fix", "sat", "hdop", "vdop",
        "pdop", "ageofdgpsdata",
        "dgpsid", "url", "urlname", "SensorState",
    ]

    private static let byHash: [UInt64: XMLElementName] = Dictionary(
        uniqueKeysWithValues: allCases.map { element in (element.rawValue.withCString { hash($0) }, element) }
            + notNeededNames.map { name in (name.withCString { hash($0) }, .notNeeded) })

    /// A name of a file as it is shown: without its prefix, cut, with nothing in it that a terminal would obey.
    static func legible(_ name: UnsafePointer<CChar>) -> String {
        let whole = String(cString: name), leaf = whole.split(separator: ":").last.map(String.init) ?? whole
        let scalars = leaf.unicodeScalars.prefix(64).map { $0.properties.generalCategory == .control ? "?" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// FNV-1a (Fowler, Noll, Vo) over what follows the last colon. A name made to collide is merely read as the element it imitates.
    static func hash(_ text: UnsafePointer<CChar>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var next = text
        while next.pointee != 0 {
            let byte = UInt8(bitPattern: next.pointee)
            hash = byte == 0x3A ? 0xCBF2_9CE4_8422_2325 : (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            next += 1
        }
        return hash
    }
}
