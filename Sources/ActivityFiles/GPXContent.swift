import Quantities

/// The content of a GPX 1.0 or 1.1 file: tracks of segments of points. Routes and waypoints are plans and places, not activities.
struct GPXContent: XMLActivityContent {
    static let format = ActivityFormat.gpx
    static let pointName: StaticString = "trkpt"
    static let aroundPoint: [XMLElementName] = [.gpx, .trk, .trkseg]
    static let handlers = XMLHandlers(
        open: { XMLDocument<GPXContent>.at($0)?.pointee.open($1, XMLAttributes(pointer: $2)) },
        close: { XMLDocument<GPXContent>.at($0)?.pointee.close($1) },
        characters: { XMLDocument<GPXContent>.at($0)?.pointee.characters($1, $2) },
        beginCDATA: { XMLDocument<GPXContent>.at($0)?.pointee.mark(inCDATA: true) },
        endCDATA: { XMLDocument<GPXContent>.at($0)?.pointee.mark(inCDATA: false) })

    static let pointAttributes: [(name: StaticString, value: XMLPointValue)] = [("lat", .latitude), ("lon", .longitude)]

    static func value(_ element: XMLElementName, in parent: XMLElementName) -> XMLPointValue? {
        switch element {
        case .ele: parent == .trkpt ? .altitude : nil
        case .time: parent == .trkpt ? .time : nil
        case .speed: .speed
        case .hr, .heartrate, .heartRate, .heart_rate, .bpm, .heartRateBpm: .heartRate
        case .cad, .cadence: .cadence
        case .atemp: .temperature
        case .notNeeded: .skipped
        default: nil
        }
    }

    private var point = ActivityPoint()
    private(set) var isInPoint = false
    private var isSpoilt = false

    mutating func open(_ element: XMLElementName, in parent: XMLElementName, _ attributes: XMLAttributes, _ reading: inout XMLReading) {
        switch element {
        case .gpx: reading.builder.activity.device.productName = attributes.string("creator")
        case .trk: reading.builder.add(session: ImportedSession())
        case .trkseg: reading.builder.breakSegment()
        case .trkpt:
            point = ActivityPoint()
            isInPoint = true
            isSpoilt = false
            reading.wounds = 0
            guard let latitude = attributes.number("lat"), let longitude = attributes.number("lon"),
                let position = Coordinate(latitude: latitude, longitude: longitude), position.isPlausible
            else { return reading.noteBadValue(.trkpt) }
            point.position = position
        default: break
        }
    }

    mutating func close(
        _ element: XMLElementName, in parent: XMLElementName, _ text: XMLText, _ reading: inout XMLReading
    ) -> Bool {
        guard isInPoint else {
            if element == .type, parent == .trk, let name = text.string { setSport(name, &reading.builder.activity.sessions) }
            return true
        }
        switch element {
        case .ele where parent == .trkpt: point.altitude = reading.number(text, element).map { .meters($0) }
        case .time where parent == .trkpt:
            point.time = text.time
            if point.time == nil { reading.noteBadValue(.time) }
        case .speed: point.speed = reading.number(text, element).map { .metersPerSecond($0) }
        // The schema of Garmin's extension says `hr`; apps write what they like.
        case .hr, .heartrate, .heartRate, .heart_rate, .bpm, .heartRateBpm: point.heartRate = reading.heartRate(text, element)
        case .cad, .cadence: point.cadence = reading.number(text, element).map { .stepsPerMinute($0) }
        case .atemp: point.temperature = reading.number(text, element).map { .celsius($0) }
        case .trkpt:
            if !isSpoilt { reading.add(point) }
            isInPoint = false
        case .notNeeded, .type: break
        default: return false
        }
        return true
    }

    mutating func forgetPoint() { isInPoint = false }

    mutating func spoil() -> Bool {
        isSpoilt = true
        return isInPoint
    }

    /// GPX leaves the words of `type` free: these are Garmin's, Strava's (also as numbers), Nike's and OpenTracks'.
    private func setSport(_ name: String, _ sessions: inout [ImportedSession]) {
        guard let last = sessions.indices.last else { return }
        let name = name.lowercased()
        let sport: ActivitySport? =
            if name.contains("treadmill") || name.contains("indoor") && name.contains("run") {
                .indoorRun
            } else if name.contains("trail") && name.contains("run") {
                .trailRun
            } else if name.contains("run") || name == "9" {
                .run
            } else if name.contains("walk") || name == "10" {
                .walk
            } else if name.contains("hik") || name == "4" {
                .hike
            } else if name.contains("cycl") || name.contains("bik") || name.contains("ride") || name == "1" {
                .ride
            } else {
                nil
            }
        sessions[last].sport = sport
    }
}
