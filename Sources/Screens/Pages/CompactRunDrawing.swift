import Quantities
import ScreenModels

/// A run on 64 rows: a main value, what belongs beside it, and two values with their names.
extension PageDrawing {
    /// Distance large, heart rate and zone beside it; time and pace below.
    func compactPrimary(_ page: RunPage) {
        distance(page, right: 82, y: 6)
        small(word(distanceUnit), x: 84, y: 22)
        canvas.icon(.heart, x: 100, y: 13)
        small(NumberText.heartRate(page.heartRate), x: 109, y: 10)
        zoneGauge(page.zone, x: 100, y: 25, width: 28, height: 6)
        namedRow(.time, NumberText.time(page.timer), paceName, NumberText.pace(page.pace, in: units), page.motion)
    }

    /// Heart rate large with its zone; cadence and ascent below.
    func compactSecondary(_ page: RunPage) {
        let end = canvas.text(NumberText.heartRate(page.heartRate), .bold32, x: 0, y: 6)
        small(word(.beatsPerMinute), x: end + 2, y: 22)
        canvas.text(zoneName(page.zone), words, x: 127, y: row(11, tallWords: 10), align: .trailing)
        zoneGauge(page.zone, x: 78, y: 26, width: 50, height: 6)
        namedRow(.cadence, NumberText.cadence(page.cadence), word(.ascent), heightWithUnit(page.ascent), page.motion)
    }

    /// The time of the lap large, its number and the pace of the one before beside it; distance and pace below.
    func compactLap(_ page: RunPage) {
        let end = mainValue(NumberText.time(page.lap.timer), x: 0, y: 6, room: 96)
        canvas.text(lapName(page.lap), words, x: 127, y: row(9, tallWords: 10), align: .trailing)
        // A time over an hour takes this room.
        if let last = page.lastLap, end < 84 {
            let pace = join(NumberText.count(last.number), ": ", NumberText.pace(last.pace, in: units))
            small(pace, x: 127, y: row(22, tallWords: 25), align: .trailing)
        }
        namedRow(.distance, distanceWithUnit(page.lap.distance), paceName, NumberText.pace(page.lap.pace, in: units), page.motion)
    }

    /// Two values with their names beneath. While the timer stands, the second gives way to the reason.
    private func namedRow(
        _ firstName: StringKey, _ first: LineText, _ secondName: LineText, _ second: LineText, _ motion: RunPage.Motion
    ) {
        let valueY = 34, nameY = row(49, tallWords: 48)
        value(first, x: 0, y: valueY)
        label(firstName, x: 0, y: nameY)
        if let reason = reason(motion) {
            tag(word(reason), x: 62, y: 37, width: 66, height: 26)
        } else {
            value(second, x: 128, y: valueY, align: .trailing)
            canvas.text(secondName, words, x: 128, y: nameY, align: .trailing)
        }
    }
}
