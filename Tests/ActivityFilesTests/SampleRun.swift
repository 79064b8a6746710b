import ActivityFiles
import Quantities
import RunCore

/// A run by description: even pace, one point a second, everything measured unless told otherwise.
struct SampleRun {
    var seconds = 60
    var start = UTCInstant(milliseconds: 1_790_000_000_250)
    var isTimeKnown = true
    var zone: ZoneOffset? = ZoneOffset(seconds: 7200)
    var sport = ActivitySport.run
    var laps: [ActivityLap] = []
    var pauses: [ActivityPause] = []
    var metersPerSecond = 3.0
    var hasPositions = true
    var id: RunID?

    var distance: Distance { .meters(Double(seconds) * metersPerSecond) }
    var pausedSeconds: Double { pauses.reduce(0) { $0 + $1.start.duration(to: min($1.end, end)).inSeconds } }
    var end: UTCInstant { start.advanced(by: .seconds(seconds)) }

    func at(_ seconds: Double) -> UTCInstant { start.advanced(by: .milliseconds(Int64(seconds * 1000))) }

    var summary: ActivitySummary {
        var totals = ActivityTotals(
            elapsed: .seconds(seconds), timer: .milliseconds(Int64((Double(seconds) - pausedSeconds) * 1000)), distance: distance)
        totals.averageHeartRate = .beatsPerMinute(150)
        totals.maximumHeartRate = .beatsPerMinute(171)
        totals.averageCadence = .stepsPerMinute(173)
        totals.energy = .kilocalories(42)
        totals.ascent = .meters(12)
        return ActivitySummary(
            sport: sport, start: start, isTimeKnown: isTimeKnown, zone: zone, totals: totals,
            device: ActivityDevice(
                productName: "Harrier", product: 1, serialNumber: 77, softwareVersionHundredths: 123, sensors: [.init(name: "BMP390")]),
            run: id)
    }

    func point(_ second: Int) -> ActivityPoint {
        var point = ActivityPoint(time: at(Double(second)))
        let meters = Double(second) * metersPerSecond
        if hasPositions { point.position = Coordinate(latitude: 48 + meters * 9e-6, longitude: 11.5) }
        point.altitude = .meters(500.2)
        point.speed = .metersPerSecond(metersPerSecond)
        point.distance = .meters(meters)
        point.heartRate = .beatsPerMinute(Double(140 + second % 30))
        point.cadence = .stepsPerMinute(173)
        return point
    }
    var points: [ActivityPoint] { (0...seconds).map { point($0) } }

    /// The bytes of the FIT file with these points, or with the run's own.
    func fit(_ points: [ActivityPoint]? = nil) throws -> [UInt8] {
        let sink = MemoryByteSink()
        _ = try FITActivityWriter.write(summary, laps: laps, pauses: pauses, points: points ?? self.points, to: sink)
        return sink.bytes
    }
    /// The FIT file read back.
    func imported(_ points: [ActivityPoint]? = nil) throws -> ImportedActivity { try ActivityReader.read(bytes: fit(points)) }

    static func lap(seconds: Double, meters: Double, trigger: ActivityLapTrigger = .distance) -> ActivityLap {
        let time = Duration.milliseconds(Int64(seconds * 1000))
        return ActivityLap(ActivityTotals(elapsed: time, timer: time, distance: .meters(meters)), trigger: trigger)
    }
}
