import ActivityFiles
import Quantities
import RunCore
import Testing

/// A run of one kind, as a file has to hold it: even pace, the distance standing still in pauses.
struct RunKind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var seconds = 120
    var start = UTCInstant(milliseconds: 1_790_000_000_250)
    var isTimeKnown = true
    var zone: ZoneOffset? = ZoneOffset(seconds: 7200)
    var sport = ActivitySport.run
    /// Pauses in seconds from the start.
    var stops: [(from: Int, to: Int, cause: ActivityPause.Cause)] = []
    /// Ends of laps in seconds from the start, the last one left out.
    var lapEnds: [(second: Int, trigger: ActivityLapTrigger)] = []
    var hasHeartRate = true
    /// Seconds without a place.
    var unplaced: ClosedRange<Int>?
    var step = 1

    static let metersPerSecond = 3.1

    init(_ description: String, _ change: (inout RunKind) -> Void) {
        testDescription = description
        change(&self)
    }

    static let all = [
        RunKind("plain") { _ in },
        RunKind("paused by hand") { $0.stops = [(20, 35, .manual), (80, 81, .manual)] },
        RunKind("paused by itself") { $0.stops = [(10, 14, .automatic), (30, 60, .automatic), (61, 70, .automatic)] },
        RunKind("laps by button") { $0.lapEnds = [(17, .manual), (18, .manual), (90, .manual)] },
        RunKind("laps by distance, a pause in one") {
            $0.lapEnds = [(40, .distance), (100, .distance)]
            $0.stops = [(50, 70, .manual)]
        },
        RunKind("indoors, without places") {
            $0.sport = .indoorRun
            $0.unplaced = 0...120
        },
        RunKind("without heart rate") { $0.hasHeartRate = false },
        RunKind("a date that is not known") {
            $0.isTimeKnown = false
            $0.start = UTCInstant(milliseconds: 0)
            $0.zone = nil
        },
        RunKind("over midnight, far from Greenwich") {
            // 2026-02-28T23:59:00.999 in Kathmandu.
            $0.start = UTCInstant(milliseconds: 1_772_302_440_999)
            $0.zone = ZoneOffset(seconds: 20_700)
        },
        RunKind("an outage in the middle, then ended in a pause") { $0.stops = [(50, 90, .outage), (110, 120, .manual)] },
        RunKind("one second long") { $0.seconds = 1 },
        RunKind("through a tunnel") { $0.unplaced = 40...75 },
        RunKind("a walk") { $0.sport = .walk },
        RunKind("a whole day, a point each minute") {
            $0.seconds = 86_400
            $0.step = 60
            $0.lapEnds = [(30_000, .time)]
        },
    ]

    /// Seconds without those of pauses up to a second.
    func timer(at second: Int) -> Int { second - stops.reduce(0) { $0 + max(0, min($1.to, second) - min($1.from, second)) } }

    private func totals(_ from: Int, _ to: Int) -> ActivityTotals {
        let timer = timer(at: to) - timer(at: from)
        var totals = ActivityTotals(
            elapsed: .seconds(to - from), timer: .seconds(timer), distance: .meters(Double(timer) * Self.metersPerSecond))
        if hasHeartRate { (totals.averageHeartRate, totals.maximumHeartRate) = (.beatsPerMinute(151), .beatsPerMinute(169)) }
        totals.averageCadence = .stepsPerMinute(174)
        totals.energy = .kilocalories(Double(to - from))
        totals.steps = timer * 3
        return totals
    }

    var summary: ActivitySummary {
        ActivitySummary(
            sport: sport, start: start, isTimeKnown: isTimeKnown, zone: zone, totals: totals(0, seconds),
            device: ActivityDevice(productName: "Harrier", product: 1, serialNumber: 77, softwareVersionHundredths: 123),
            run: RunID(randomHigh: 3, randomLow: 4))
    }

    var laps: [ActivityLap] {
        guard !lapEnds.isEmpty else { return [] }
        var laps: [ActivityLap] = [], last = 0
        for (second, trigger) in lapEnds + [(seconds, .end)] {
            laps.append(ActivityLap(totals(last, second), trigger: trigger))
            last = second
        }
        return laps
    }

    func at(_ second: Int) -> UTCInstant { start.advanced(by: .seconds(second)) }

    var pauses: [ActivityPause] { stops.map { ActivityPause(start: at($0.from), end: at($0.to), cause: $0.cause) } }

    /// A point each second of the timer, both ends included.
    var points: [ActivityPoint] {
        stride(from: 0, through: seconds, by: step).compactMap { second -> ActivityPoint? in
            guard !stops.contains(where: { $0.from < second && (second < $0.to || ($0.to == seconds && second == $0.to)) }) else {
                return nil
            }
            var point = ActivityPoint(time: at(second))
            let meters = Double(timer(at: second)) * Self.metersPerSecond
            if unplaced?.contains(second) != true {
                point.position = Coordinate(latitude: 27.7 + meters * 9e-6, longitude: 85.3 - meters * 3e-6)
            }
            point.altitude = .meters(1300.2 + Double(second % 7) / 5)
            point.speed = .metersPerSecond(Self.metersPerSecond)
            point.distance = .meters(meters)
            if hasHeartRate { point.heartRate = .beatsPerMinute(Double(140 + second % 30)) }
            point.cadence = .stepsPerMinute(Double(172 + second % 4))
            return point
        }
    }

    /// Stretches between pauses.
    var pieces: Int { 1 + stops.count { $0.to < seconds } }

    /// The bytes of a file.
    func file(_ format: ExportFormat, _ points: [ActivityPoint]? = nil) throws -> [UInt8] {
        let sink = MemoryByteSink()
        _ = try format.writer.write(summary, laps: laps, pauses: pauses, points: points ?? self.points, to: sink)
        return sink.bytes
    }

    /// The text of a file.
    func text(_ format: ExportFormat, _ points: [ActivityPoint]? = nil) throws -> String {
        String(decoding: try file(format, points), as: UTF8.self)
    }
}
