import Quantities

/// The messages of an activity file, field by field.
extension FITMessage {
    mutating func setFileID(_ device: ActivityDevice, created: UInt32) {
        begin(FITMessageNumber.fileID)
        set(FITFileID.type, FITFileID.activity)
        set(FITFileID.manufacturer, FITFileID.development)
        set(FITFileID.product, Int64(device.product))
        set(FITFileID.serialNumber, Int64(max(1, device.serialNumber)))
        set(FITFileID.timeCreated, Int64(created))
        set(FITFileID.productName, text: device.productName)
    }

    /// Who defines the developer fields of this file: Harrier.
    mutating func setDeveloperData() {
        begin(FITMessageNumber.developerDataID)
        set(FITDeveloperData.applicationID, array: FITRunField.application.map { Int64($0) })
        set(FITDeveloperData.index, Int64(FITRunField.developer))
    }

    /// What the developer field of a session holds: the run's name.
    mutating func setRunFieldDescription() {
        begin(FITMessageNumber.fieldDescription)
        set(FITFieldDescription.developer, Int64(FITRunField.developer))
        set(FITFieldDescription.number, Int64(FITRunField.number))
        set(FITFieldDescription.baseType, Int64(FITBaseType.string.rawValue))
        set(FITFieldDescription.name, text: FITRunField.name)
    }

    /// Index 0 is the watch itself, the sensors follow.
    mutating func setDeviceInfo(_ device: ActivityDevice, index: Int, at second: UInt32) {
        begin(FITMessageNumber.deviceInfo)
        set(.timestamp, Int64(second))
        set(FITDeviceInfo.deviceIndex, Int64(index))
        set(FITDeviceInfo.manufacturer, FITFileID.development)
        if index == 0 {
            set(FITDeviceInfo.product, Int64(device.product))
            set(FITDeviceInfo.serialNumber, Int64(max(1, device.serialNumber)))
            if device.softwareVersionHundredths > 0 { set(FITDeviceInfo.softwareVersion, Int64(device.softwareVersionHundredths)) }
        }
        set(FITDeviceInfo.sourceType, FITDeviceInfo.local)
        set(FITDeviceInfo.productName, text: index == 0 ? device.productName : device.sensors[index - 1].name)
    }

    /// The data of a timer event says who stopped it: 0 the runner, 1 the watch.
    mutating func setTimerEvent(_ type: Int64, trigger: Int64, at second: UInt32) {
        begin(FITMessageNumber.event)
        set(.timestamp, Int64(second))
        set(FITEvent.event, FITEvent.timer)
        set(FITEvent.eventType, type)
        set(FITEvent.data, trigger)
        set(FITEvent.eventGroup, 0)
    }

    mutating func setRecord(_ point: ActivityPoint, distance: Int64?, at second: UInt32) {
        begin(FITMessageNumber.record)
        set(.timestamp, Int64(second))
        // Both halves of a place or none, and never the 0/0 of a receiver without a fix (faults A1, A2).
        if let position = point.position, position.isPlausible {
            set(FITRecord.latitude, amount: position.latitude)
            set(FITRecord.longitude, amount: Self.longitude(position))
        }
        set(FITRecord.distance, distance)
        set(FITRecord.enhancedSpeed, amount: point.speed?.metersPerSecond)
        set(FITRecord.enhancedAltitude, amount: point.altitude?.meters)
        set(FITRecord.heartRate, amount: Self.beating(point.heartRate))
        setCadence(FITRecord.cadence, FITRecord.fractionalCadence, point.cadence)
        set(FITRecord.temperature, amount: point.temperature?.celsius)
    }

    /// FIT counts the strides of one leg, in whole ones and 128ths: 173 steps/min are 86 + 64/128 (faults F6, F7).
    mutating func setCadence(_ whole: FITField, _ fraction: FITField, _ cadence: Cadence?) {
        guard let steps = cadence?.stepsPerMinute, steps.isFinite, steps >= 0 else { return }
        let stored = Int64(rounding: steps / 2 * 128)
        // Nobody takes 256 steps a minute.
        guard stored < 128 * 128 else { return }
        set(whole, stored / 128)
        set(fraction, stored % 128)
    }

    mutating func setTotals(
        _ fields: FITTotalsFields, _ amounts: ActivityLapTable.Amounts, _ totals: ActivityTotals, event: Int64, start: UInt32
    ) {
        set(fields.event, event)
        set(fields.eventType, FITEvent.stop)
        set(fields.startTime, Int64(start))
        set(fields.elapsed, amounts.elapsed)
        set(fields.timer, amounts.timer)
        set(fields.moving, totals.moving.map { min($0.inMilliseconds, amounts.timer) })
        set(fields.distance, amounts.distance)
        if amounts.timer > 0 { set(fields.averageSpeed, Int64(rounding: Double(amounts.distance) * 10_000 / Double(amounts.timer))) }
        set(fields.maximumSpeed, amount: totals.maximumSpeed?.metersPerSecond)
        set(fields.averageHeartRate, amount: Self.beating(totals.averageHeartRate))
        set(fields.maximumHeartRate, amount: Self.beating(totals.maximumHeartRate))
        setCadence(fields.averageCadence, fields.averageFractionalCadence, totals.averageCadence)
        setCadence(fields.maximumCadence, fields.maximumFractionalCadence, totals.maximumCadence)
        set(fields.strides, totals.steps.map { Int64($0) / 2 })
        set(fields.calories, amount: totals.energy?.kilocalories)
        set(fields.ascent, amount: totals.ascent?.meters)
        set(fields.descent, amount: totals.descent?.meters)
    }

    mutating func setSport(_ fields: FITTotalsFields, _ sport: ActivitySport) {
        set(fields.sport, Int64(sport.sport))
        set(fields.subSport, Int64(sport.subSport))
    }

    mutating func setTimeInZones(_ times: [Duration], _ zones: ActivityHeartRateZones, of message: UInt16, index: Int, at second: UInt32) {
        begin(FITMessageNumber.timeInZone)
        set(.timestamp, Int64(second))
        set(FITTimeInZone.referenceMessage, Int64(message))
        set(FITTimeInZone.referenceIndex, Int64(index))
        set(FITTimeInZone.timeInHeartRateZone, array: times.map { $0.inMilliseconds })
        set(FITTimeInZone.heartRateZoneHighBoundary, array: zones.upperBounds.map { Int64(rounding: $0.beatsPerMinute) })
        set(FITTimeInZone.heartRateZoneMethod, zones.method.rawValue)
        set(FITTimeInZone.maximumHeartRate, amount: Self.beating(zones.maximum))
        set(FITTimeInZone.restingHeartRate, amount: Self.beating(zones.resting))
    }

    /// `local_timestamp` is the time on the wall written as if it were UTC; without it sites show the run at the wrong hour (fault D2).
    mutating func setActivity(timer: Int64, zone: ZoneOffset?, at second: UInt32) {
        begin(FITMessageNumber.activity)
        set(.timestamp, Int64(second))
        set(FITActivity.timer, timer)
        set(FITActivity.sessionCount, 1)
        set(FITActivity.type, 0)
        set(FITActivity.event, FITEvent.activityEvent)
        set(FITActivity.eventType, FITEvent.stop)
        set(FITActivity.localTimestamp, zone.map { Int64(second) + Int64($0.seconds) })
    }

    /// A heart that does not beat is a missing value (fault E8).
    private static func beating(_ rate: HeartRate?) -> Double? {
        guard let beats = rate?.beatsPerMinute, beats >= 0.5 else { return nil }
        return beats
    }
    /// 180° east is one semicircle too many for 32 bits; it is the same line as 180° west.
    private static func longitude(_ position: Coordinate) -> Double {
        (position.longitude * FITRecord.semicirclesPerDegree).rounded() >= 0x7FFF_FFFF ? -180 : position.longitude
    }
}
