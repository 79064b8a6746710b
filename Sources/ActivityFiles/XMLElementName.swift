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
    /// Any other element.
    case unknown = ""

    /// The element of a zero-terminated name as expat gives it.
    static func named(_ text: UnsafePointer<CChar>) -> XMLElementName { byHash[hash(text)] ?? .unknown }

    private static let byHash: [UInt64: XMLElementName] = Dictionary(
        uniqueKeysWithValues: allCases.map { element in (element.rawValue.withCString { hash($0) }, element) })

    /// FNV-1a (Fowler, Noll, Vo) over what follows the last colon. A name made to collide is merely read as the element it imitates.
    private static func hash(_ text: UnsafePointer<CChar>) -> UInt64 {
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
