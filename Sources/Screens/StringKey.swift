/// Every word and phrase that a screen can show. A language answers each key through an exhaustive `switch`, so that a missing one does
/// not compile. A `%` in a text is replaced by a number or a name; a space without a break (`\u{A0}`) keeps a number and
/// its unit in one line.
public enum StringKey: UInt16, CaseIterable, Sendable {
    /// Units.
    case kilometers, miles, perKilometer, perMile, meters, feet, beatsPerMinute, stepsPerMinute, kilocalories, kilograms, pounds,
        centimeters
    /// Dates. A pattern's letters stand for w weekday, d day, m month number, b month name.
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
    case january, february, march, april, may, june, july, august, september, october, november, december
    case dayPattern, listDatePattern, unknownDate
    /// The clock.
    case steps, distance
    /// Settings.
    case language, units, weight, height, birthYear, sex, maximumHeartRate, restingHeartRate, autoPause, autoLap, sounds, runType, autoLock
    case energyByHeartRate, energyByDistance
    case metric, imperial, female, male, on, off, automatic, oneKilometer, oneMile, minutes
    case run, trailRun, walk, indoorRun
    /// Parts of the settings with a menu of their own, and what stands in them.
    case settingsRunner, settingsAlerts, settingsWatch, settingsGlances, settingsZones
    case countdown, alertHeartRateAbove, alertHeartRateBelow, alertPaceFaster, alertPaceSlower
    case light, lightLong, quietFrom, quietTo, clockForm, timeZone, hour, minute
    case glanceGoals, glanceWeek, glanceRecords, glanceComputer
    case manual, zoneFrom, halfLife, bedtime, lowCaffeine, caffeineLimits, seconds, milligrams
    /// What is told during a run.
    case alertAboveAdvice, alertBelowAdvice, alertFasterAdvice, alertSlowerAdvice, alertFullAdvice
    /// Before the start.
    case ready, searching, gpsOff, gpsTrouble, gps, heartRate, motion, barometer, barometerShort, holdToStop
    /// Parts, in messages about them.
    case gpsReceiver, heartRateSensor, stepSensor, barometerSensor, batteryGauge
    /// A run.
    case time, pace, cadence, ascent, energy, lapNumber, noLapYet, paused, autoPaused, noTrackYet
    case kilometerNumber, mileNumber
    /// The values that a page of a run can show: in full, and in at most five letters or two Chinese characters beside the value.
    case fieldDistance, fieldTime, fieldElapsed, fieldPace, fieldAveragePace, fieldLapPace, fieldLapDistance, fieldLapTime,
        fieldLastLapPace, fieldHeartRate, fieldAverageHeartRate, fieldLapHeartRate, fieldZone, fieldCadence, fieldSteps,
        fieldAscent, fieldDescent, fieldAltitude, fieldEnergy, fieldClock, fieldBattery
    case shortDistance, shortTime, shortElapsed, shortPace, shortAveragePace, shortLapPace, shortLapDistance, shortLapTime,
        shortLastLapPace, shortHeartRate, shortAverageHeartRate, shortLapHeartRate, shortZone, shortCadence, shortSteps,
        shortAscent, shortDescent, shortAltitude, shortEnergy, shortClock, shortBattery, shortLapNumber
    /// The pages of a run, in the settings.
    case runPages, pageNumber, oneField, severalFields, autoScroll
    /// After a stop.
    case stopped, tooShort, savesIn, holdToDiscard, holdToDiscardShort, discardQuestion
    /// A finished run.
    case average, maximum, elapsed, moving, descent, best, slowest, laps, drumsticks, noZones
    /// A record that a run has beaten, and what was compared.
    case newRecord, newRecordShort, halfMarathon, marathon, oneHour, longestRun, mostClimb
    /// Lists.
    case runs, menu, settings, profile, history, powerOff, about, back
    /// Buttons.
    case startLabel, pauseLabel, resumeLabel, lapLabel, nextLabel, downLabel, selectLabel, backLabel, saveLabel, discardLabel, cancelLabel
    case menuLabel, runsLabel, plusLabel, minusLabel, turnLabel, changeLabel, stopLabel, lockLabel, unlockLabel, powerOffLabel, yesLabel,
        noLabel
    case okLabel
    /// Messages: what happened, and what to do.
    case runRecovered, runRecoveredAdvice, runInterrupted, runInterruptedAdvice, saved, savedAdvice, discarded, discardedAdvice
    case locked, lockedAdvice, justLocked, unlocked, unlockedAdvice, forgottenRun, forgottenRunAdvice
    case readyTimedOut, readyTimedOutAdvice
    case saving, savingAdvice, storageReadOnly, storageReadOnlyAdvice, settingsNotStored, settingsNotStoredAdvice
    case settingsUnreadable, settingsUnreadableAdvice, storageRestored, storageRestoredAdvice, simulatedParts, simulatedPartsAdvice
    case reading, readingAdvice, withoutTime
    case storageFull, storageFullAdvice, storageFailed, storageFailedAdvice, storageRebuilt, storageRebuiltAdvice
    case sensorDoubted, sensorDoubtedAdvice
    case sensorFailed, sensorFailedAdvice, gpsDaemonMissing, gpsDaemonMissingAdvice, buttonStuck, buttonStuckAdvice
    case batteryLow, batteryLowAdvice, batteryEmpty, batteryEmptyAdvice, sensorBack, sensorBackAdvice, noRuns, noRunsAdvice, holdToTurnOff,
        holdToTurnOffAdvice, poweringOff, poweringOffAdvice
    /// Goals, trophies, points.
    case goals, points, trophies, goalSteps, goalWalk, goalRun, goalFirstSteps, goalOnTheMove, goalManySteps,
        goalShortWalk, goalQuickRun, goalZombieRun, goalReached, goalReachedMore, noGoals, noGoalsAdvice
    /// Drinks and caffeine.
    case caffeine, cups, drinks, drinksToday, drinkTime, forecast, smallCoffee, mediumCoffee,
        largeCoffee, singleEspresso, doubleEspresso, quadEspresso, blackTea, greenTea, softDrink, energyDrink, chocolate,
        otherDrink, drinkLogged, drinkLoggedAdvice, deleteDrink, drinkDeleted, drinkDeletedAdvice, caffeineLow,
        caffeineLowAdvice, caffeineHigh, caffeineDoseAdvice, caffeineDayAdvice, caffeineBedtimeAdvice
    /// The runs at rest.
    case week, month, streak, dayUnit, totals, records, deleteRun, deleteRunAgain, runDeleted, runDeletedAdvice, noRunThatDay,
        computer, unplugged, chargingOnly, waitingForConsent, sharing, syncing, lastSync, pictureKept, pictureKeptAdvice, pictureNotKept,
        pictureNotKeptAdvice, hidden
    /// Buttons of the pages at rest.
    case logLabel, deleteLabel
    /// What came before, beside a button.
    case previousLabel
    /// Drinks: further words.
    case earlierLabel, noDrinks, noDrinksAdvice, timeUnknown, timeUnknownAdvice
    case aboutTitle, aboutAdvice
}
