extension StringKey {
    /// What a language says where the words of a key have no room: its own short form; nil for a key without one.
    var shortForm: StringKey? {
        switch self {
        case .distance, .fieldDistance: .shortDistance
        case .time, .fieldTime: .shortTime
        case .elapsed, .fieldElapsed: .shortElapsed
        case .fieldPace: .shortPace
        case .fieldAveragePace: .shortAveragePace
        case .fieldLapPace: .shortLapPace
        case .fieldLapDistance: .shortLapDistance
        case .fieldLapTime: .shortLapTime
        case .fieldLastLapPace: .shortLastLapPace
        case .fieldHeartRate: .shortHeartRate
        case .fieldAverageHeartRate: .shortAverageHeartRate
        case .fieldLapHeartRate: .shortLapHeartRate
        case .fieldZone: .shortZone
        case .cadence, .fieldCadence: .shortCadence
        case .steps, .fieldSteps: .shortSteps
        case .ascent, .fieldAscent: .shortAscent
        case .descent, .fieldDescent: .shortDescent
        case .fieldAltitude: .shortAltitude
        case .energy, .fieldEnergy: .shortEnergy
        case .fieldClock: .shortClock
        case .fieldBattery: .shortBattery
        case .barometer: .barometerShort
        case .newRecord: .newRecordShort
        case .holdToDiscard: .holdToDiscardShort
        // The sign of a pause tells the rest.
        case .autoPaused: .paused
        default: nil
        }
    }
}
