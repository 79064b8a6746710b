import Quantities

/// The content of a TCX file: activities of laps of tracks of points.
struct TCXContent: XMLActivityContent {
    static let format = ActivityFormat.tcx
    static let pointName: StaticString = "Trackpoint"
    static let aroundPoint: [XMLElementName] = [.trainingCenterDatabase, .activities, .activity, .lap, .track]
    static let handlers = XMLHandlers(
        open: { XMLDocument<TCXContent>.at($0)?.pointee.open($1, XMLAttributes(pointer: $2)) },
        close: { XMLDocument<TCXContent>.at($0)?.pointee.close($1) },
        characters: { XMLDocument<TCXContent>.at($0)?.pointee.characters($1, $2) },
        beginCDATA: { XMLDocument<TCXContent>.at($0)?.pointee.mark(inCDATA: true) },
        endCDATA: { XMLDocument<TCXContent>.at($0)?.pointee.mark(inCDATA: false) })

    static let pointAttributes: [(name: StaticString, value: XMLPointValue)] = []

    static func value(_ element: XMLElementName, in parent: XMLElementName) -> XMLPointValue? {
        switch element {
        case .tcxTime: .time
        case .latitudeDegrees: .latitude
        case .longitudeDegrees: .longitude
        case .altitudeMeters: .altitude
        case .distanceMeters: .distance
        case .value: parent == .heartRateBpm ? .heartRate : nil
        case .tcxCadence, .runCadence: .cadenceOfOneFoot
        case .tcxSpeed: .speed
        case .notNeeded: .skipped
        default: nil
        }
    }

    private var point = ActivityPoint()
    private(set) var isInPoint = false
    private var isSpoilt = false
    private var lap: ImportedTotals?
    private var tracksInLap = 0
    private var latitude: Double?
    private var longitude: Double?

    mutating func open(_ element: XMLElementName, in parent: XMLElementName, _ attributes: XMLAttributes, _ reading: inout XMLReading) {
        switch element {
        case .activity:
            var session = ImportedSession()
            session.sport = attributes.string("Sport").map { Self.sport($0) }
            reading.builder.add(session: session)
        case .lap:
            lap = ImportedTotals()
            tracksInLap = 0
            isSpoilt = false
            reading.wounds = 0
            lap?.start = attributes.time("StartTime")
        case .track:
            // Every lap begins with a track of its own; only a further one means that recording was interrupted.
            tracksInLap += 1
            if tracksInLap > 1 { reading.builder.breakSegment() }
        case .trackpoint:
            point = ActivityPoint()
            isInPoint = true
            isSpoilt = false
            reading.wounds = 0
            latitude = nil
            longitude = nil
        default: break
        }
    }

    mutating func close(
        _ element: XMLElementName, in parent: XMLElementName, _ text: XMLText, _ reading: inout XMLReading
    ) -> Bool {
        if isInPoint { return closeInPoint(element, parent, text, &reading) }
        if lap != nil {
            closeInLap(element, parent, text, &reading)
        } else if element == .name, parent == .creator {
            reading.builder.activity.device.productName = text.string
        }
        return true
    }

    mutating func forgetPoint() { isInPoint = false }

    mutating func spoil() -> Bool {
        if isInPoint { isSpoilt = true } else { lap = nil }
        return isInPoint
    }

    private mutating func closeInPoint(
        _ element: XMLElementName, _ parent: XMLElementName, _ text: XMLText, _ reading: inout XMLReading
    ) -> Bool {
        switch element {
        case .tcxTime:
            point.time = text.time
            if point.time == nil { reading.noteBadValue(.tcxTime) }
        case .latitudeDegrees: latitude = reading.number(text, element)
        case .longitudeDegrees: longitude = reading.number(text, element)
        case .altitudeMeters: point.altitude = reading.number(text, element).map { .meters($0) }
        case .distanceMeters: point.distance = reading.number(text, element).map { .meters($0) }
        case .value where parent == .heartRateBpm: point.heartRate = reading.heartRate(text, element)
        // One foot, like FIT (fault F6).
        case .tcxCadence, .runCadence: point.cadence = reading.number(text, element).map { .stepsPerMinute(2 * $0) }
        case .tcxSpeed: point.speed = reading.number(text, element).map { .metersPerSecond($0) }
        case .trackpoint: finishPoint(&reading)
        case .notNeeded: break
        default: return false
        }
        return true
    }

    private mutating func finishPoint(_ reading: inout XMLReading) {
        isInPoint = false
        guard !isSpoilt else { return }
        if let latitude, let longitude, let position = Coordinate(latitude: latitude, longitude: longitude) {
            if position.isPlausible { point.position = position } else { reading.noteBadValue(.trackpoint) }
        }
        reading.add(point)
    }

    private mutating func closeInLap(_ element: XMLElementName, _ parent: XMLElementName, _ text: XMLText, _ reading: inout XMLReading) {
        switch element {
        // Times that could overflow when they are added up mean nothing.
        case .totalTimeSeconds:
            lap?.timer = reading.number(text, element).flatMap { 0...4e6 ~= $0 ? .milliseconds(Int64(rounding: $0 * 1000)) : nil }
        case .distanceMeters where parent == .lap: lap?.distance = reading.number(text, element).map { .meters($0) }
        case .calories: lap?.energy = reading.number(text, element).map { .kilocalories($0) }
        case .value where parent == .averageHeartRateBpm: lap?.averageHeartRate = reading.heartRate(text, element)
        case .value where parent == .maximumHeartRateBpm: lap?.maximumHeartRate = reading.heartRate(text, element)
        case .lap:
            if let lap { reading.builder.add(lap: lap) }
            lap = nil
        default: break
        }
    }

    /// The three sports that TCX knows.
    private static func sport(_ name: String) -> ActivitySport {
        switch name {
        case "Running": .run
        case "Biking": .ride
        default: .other
        }
    }
}
