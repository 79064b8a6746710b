/// What the report says, apart from numbers, dates and names: each word in all its languages, in one table.
///
/// `{0}`, `{1}` ... stand for what differs. Nothing is inflected by a number, because languages disagree how.
public enum ReportPhrase: String, CaseIterable, Hashable, Sendable {
    // Units.
    case km, mi, meters, kcal, bpm, spm, perKm, perMi, uptakeUnit

    // What all pages share.
    case reportTitle, toOverview, skip, madeBy, offline

    // Figures.
    case distance, time, pace, heartRate, cadence, height, date, kind, energy, ascent, descent, steps, elapsed, moving, runs
    case averagePace, averageHeartRate, greatestHeartRate, averageCadence, load, drumsticks, upAndDown

    // Kinds of runs.
    case run, trailRun, walk, indoorRun, kindUnknown, timeUnknown

    // Overview.
    case totals, showEnergy, showDistance, streak, streakLongest, streakDays, months, monthsDistance, monthsEnergy, monthsTable, month, year
    case calendar, calendarNote, records, recordsRuns, recordsIndoor, recordsWalks, recordsNote, record, best, heldBy, noRecords
    case fitnessTitle, fitness, fatigue, form, fitnessNote, loadOfDay, fitnessChart, ruleBanister, ruleEdwards, loadUnknown
    case uptake, uptakeValue, uptakeNote, uptakeUnknown, predictions, predictionsNote, race, predicted, from, to, basedOn, noPredictions
    case trend, trendNote, trendChart, trendNone, listTitle, imported, damaged, noRuns, unreadable, undated, tooFastList, asOf,
        olderWithoutPage

    // One run.
    case previousRun, nextRun, ofDay, mapTitle, mapAlt, noMap, slow, fast, startMark, endMark, north, paceLegend, mapEven
    case curves, curvesHint, overTime, overDistance, curveAlt, cursorLabel
    case moreLaps, zones, zone, zoneBelow, zoneRange, zoneFrom, share, splits, splitsNote, laps, lap, endedBy, byButton, byDistance, byTime,
        byStop
    case efforts, effort, effortStart, effortNone, newRecord, firstRecord, before, stillRecord, tooFast, standing, rankAll, rankMonth,
        rankWeek, rankDay
    case place, placeOf
    case notes, sourceRecorded, sourceImported, sourceDevice, sourceUnknown, distanceByPlaces, distanceByStrides, distanceCounted,
        reckonedShare
    case accuracy, heartRateKnown, pausesNote, thinned, thinnedTrack, thinnedPlaces
    case damageHeader, damageHoles, damageBytes, damageLost, damageTorn, damageRecords

    // Records and efforts.
    case fourHundred, kilometer, mile, threeKm, fiveKm, tenKm, halfMarathon, marathon, hour, longestWay, longestTime, mostClimb

    /// The phrase in a language.
    public func text(_ language: ReportLanguage) -> String {
        let words = words
        switch language {
        case .english: return words.en
        case .chinese: return words.zh
        case .spanish: return words.es
        case .german: return words.de
        }
    }
}

/// Some phrases: those whose words a page needs.
struct PhraseSet: Hashable, Sendable {
    private var bits = SIMD8<UInt64>.zero

    static let places: [ReportPhrase: Int] = Dictionary(
        uniqueKeysWithValues: ReportPhrase.allCases.enumerated().map { ($0.element, $0.offset) })

    mutating func insert(_ phrase: ReportPhrase) {
        let place = Self.places[phrase] ?? 0
        bits[place / 64 % 8] |= 1 << UInt64(place % 64)
    }

    mutating func formUnion(_ other: PhraseSet) { bits |= other.bits }

    func contains(_ phrase: ReportPhrase) -> Bool {
        let place = Self.places[phrase] ?? 0
        return bits[place / 64 % 8] & 1 << UInt64(place % 64) != 0
    }

    /// The phrases, in the order of the table.
    var phrases: [ReportPhrase] { ReportPhrase.allCases.filter(contains) }
}
