import Quantities
import ScreenModels

/// A value as it stands on a page of a run: its figures, its name, its unit, and the signs that stand for both where words have no room.
struct FieldView {
    /// The figures.
    let text: LineText
    /// How wide they are.
    let extent: FigureExtent
    /// How wide the value usually gets, so that its size does not change with every second.
    let room: FigureExtent
    /// Its name in full.
    var name: LineText
    /// Its name in few letters.
    var shortName: LineText
    /// Its unit; empty where the figures tell it.
    var unit = LineText()
    /// What stands behind the name in full, if not the unit.
    var unitAbove: LineText?
    /// What goes before the sign: a mean, a lap.
    var prefix: Icon?
    /// The sign.
    var sign: Icon?
    /// What stands behind the signs where they take the place of words: the unit, if nothing else.
    var signText: LineText?
    /// True for the heart-rate zone, which is drawn as blocks too.
    var hasGauge = false
    /// The zone to be drawn.
    var zone: UInt8?

    /// A value: its figures, figures as wide as it usually gets, its name in full and in few letters.
    init(_ text: LineText, room: LineText = LineText(), name: LineText, shortName: LineText, unit: LineText = LineText()) {
        self.text = text
        extent = FigureExtent(text)
        self.room = FigureExtent(room)
        self.name = name
        self.shortName = shortName
        self.unit = unit
    }
}

/// At most four values, held in place, so that a page is composed without memory of its own.
struct FieldViews {
    private var views: (FieldView?, FieldView?, FieldView?, FieldView?)
    /// How many there are.
    private(set) var count = 0

    /// A value, 0...3.
    subscript(index: Int) -> FieldView? {
        switch index {
        case 0: views.0
        case 1: views.1
        case 2: views.2
        case 3: views.3
        default: nil
        }
    }

    /// Adds a value; ignored when four are there.
    mutating func append(_ view: FieldView) {
        switch count {
        case 0: views.0 = view
        case 1: views.1 = view
        case 2: views.2 = view
        case 3: views.3 = view
        default: return
        }
        count += 1
    }
}

// How each value of a run is written.
extension PageDrawing {
    /// A value of a run.
    func view(of field: RunField, _ page: RunPage) -> FieldView {
        var view = FieldView(
            text(of: field, page), room: room(of: field), name: word(key(of: field, isShort: false)),
            shortName: word(key(of: field, isShort: true)), unit: unit(of: field))
        if field == .distance, page.isReckoned { view.unit = join("~", view.unit) }
        if field == .zone { (view.hasGauge, view.zone) = (true, page.zone) }
        switch field {
        case .averagePace, .averageHeartRate: view.prefix = .mean
        case .lapPace, .lapDistance, .lapTime, .lapHeartRate, .lastLapPace: view.prefix = .flag
        default: break
        }
        view.sign = sign(of: field)
        if field == .lastLapPace { view.signText = join("-1 ", view.unit) }
        return view
    }

    /// The values of a page in their order.
    func views(of page: RunPage) -> FieldViews {
        var views = FieldViews()
        for index in 0..<page.fields.count {
            if let field = page.fields[index] { views.append(view(of: field, page)) }
        }
        return views
    }

    private func text(of field: RunField, _ page: RunPage) -> LineText {
        switch field {
        case .distance: distance(page.distance)
        case .time: NumberText.time(page.timer)
        case .elapsed: NumberText.time(page.elapsed)
        case .pace: NumberText.pace(page.pace, in: units)
        case .averagePace: NumberText.pace(page.averagePace, in: units)
        case .lapPace: NumberText.pace(page.lap.pace, in: units)
        case .lapDistance: distance(page.lap.distance)
        case .lapTime: NumberText.time(page.lap.timer)
        case .lastLapPace: NumberText.pace(page.lastLap?.pace, in: units)
        case .heartRate: NumberText.heartRate(page.heartRate)
        case .averageHeartRate: NumberText.heartRate(page.averageHeartRate)
        case .lapHeartRate: NumberText.heartRate(page.lap.heartRate)
        case .zone: NumberText.count(page.zone)
        case .cadence: NumberText.cadence(page.cadence)
        case .steps: NumberText.count(page.steps)
        case .ascent: NumberText.height(page.ascent, in: units)
        case .descent: NumberText.height(page.descent, in: units)
        case .altitude: NumberText.altitude(page.altitude, in: units)
        case .energy: NumberText.energy(page.energy)
        case .clock: NumberText.clockFigures(screen.status.time, in: clockForm)
        case .battery: NumberText.count(screen.status.batteryPercent)
        }
    }

    /// As wide as a value is for most of a run.
    private func room(of field: RunField) -> LineText {
        switch field {
        case .distance, .lapDistance: "0.00"
        case .time, .elapsed, .lapTime, .clock: "00:00"
        case .pace, .averagePace, .lapPace, .lastLapPace: "00'00''"
        case .zone: "0"
        case .steps, .altitude: "0000"
        case .heartRate, .averageHeartRate, .lapHeartRate, .cadence, .ascent, .descent, .energy, .battery: "000"
        }
    }

    private func unit(of field: RunField) -> LineText {
        switch field {
        case .distance, .lapDistance: word(distanceUnit)
        case .time, .elapsed, .lapTime, .zone, .steps: LineText()
        case .clock: NumberText.halfDay(of: screen.status.time, in: clockForm)
        case .pace, .averagePace, .lapPace, .lastLapPace: word(paceUnit)
        case .heartRate, .averageHeartRate, .lapHeartRate: word(.beatsPerMinute)
        case .cadence: word(.stepsPerMinute)
        case .ascent, .descent, .altitude: word(heightUnit)
        case .energy: word(.kilocalories)
        case .battery: "%"
        }
    }

    private func sign(of field: RunField) -> Icon? {
        switch field {
        case .time, .lapTime: .runner
        case .elapsed: .stopwatch
        case .heartRate, .averageHeartRate, .lapHeartRate: .heart
        case .zone: .heart
        case .cadence, .steps: .shoe
        case .ascent: .climb
        case .descent: .drop
        case .altitude: .peak
        case .energy: .flame
        case .clock: .clock
        case .battery: .cell
        case .distance, .pace, .averagePace, .lapPace, .lapDistance, .lastLapPace: nil
        }
    }

    /// The name of a value.
    func key(of field: RunField, isShort: Bool) -> StringKey {
        switch field {
        case .distance: isShort ? .shortDistance : .fieldDistance
        case .time: isShort ? .shortTime : .fieldTime
        case .elapsed: isShort ? .shortElapsed : .fieldElapsed
        case .pace: isShort ? .shortPace : .fieldPace
        case .averagePace: isShort ? .shortAveragePace : .fieldAveragePace
        case .lapPace: isShort ? .shortLapPace : .fieldLapPace
        case .lapDistance: isShort ? .shortLapDistance : .fieldLapDistance
        case .lapTime: isShort ? .shortLapTime : .fieldLapTime
        case .lastLapPace: isShort ? .shortLastLapPace : .fieldLastLapPace
        case .heartRate: isShort ? .shortHeartRate : .fieldHeartRate
        case .averageHeartRate: isShort ? .shortAverageHeartRate : .fieldAverageHeartRate
        case .lapHeartRate: isShort ? .shortLapHeartRate : .fieldLapHeartRate
        case .zone: isShort ? .shortZone : .fieldZone
        case .cadence: isShort ? .shortCadence : .fieldCadence
        case .steps: isShort ? .shortSteps : .fieldSteps
        case .ascent: isShort ? .shortAscent : .fieldAscent
        case .descent: isShort ? .shortDescent : .fieldDescent
        case .altitude: isShort ? .shortAltitude : .fieldAltitude
        case .energy: isShort ? .shortEnergy : .fieldEnergy
        case .clock: isShort ? .shortClock : .fieldClock
        case .battery: isShort ? .shortBattery : .fieldBattery
        }
    }
}
