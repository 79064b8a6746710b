import Quantities
import RunCore

/// What a run's curves show.
public enum CurveKind: String, CaseIterable, Hashable, Sendable {
    /// Speed, which is told as pace.
    case pace
    /// Heart rate.
    case heart
    /// Steps a minute.
    case cadence
    /// Height above sea level.
    case height
}

/// The seconds of a run that curves are drawn from, without those of pauses.
///
/// A day's run is 86,400 of them, 2.6 MB.
public struct RunSeconds: Sendable {
    struct Second {
        var milliseconds: UInt32
        var millimeters: UInt32
        var speed: UInt16
        var altitude: UInt16
        var beats: UInt8
        var cadence: UInt8
        /// True if no line leads to it: a pause or a gap lies before.
        var startsPiece: Bool
        /// Whether it has a place that is shown.
        var hasPlace: Bool
    }

    /// Milliseconds over which a speed is taken where the recording tells none.
    private static let window: UInt32 = 10_000
    /// mm/s. Slower than this somebody stands: 1 km in 33 minutes.
    private static let standing: UInt16 = 500

    private(set) var seconds: [Second] = []
    /// The positions that are shown, in order, for the map.
    private(set) var track = TrackPieces()
    /// The places of the seconds that have one, in order.
    private(set) var places: [Coordinate] = []
    private var isAfterPause = false
    private var reckonedMillimeters: UInt64 = 0
    private var last: RunSample?
    /// How often each estimated error occurred, in half metres.
    private var errors = [UInt32](repeating: 0, count: 256)
    private var hasSpeed = false

    /// Before the first second.
    public init() {}

    /// Takes the next second, as the archive shows it: what the runner hides is not in it.
    public mutating func take(_ sample: RunSample) {
        track.take(sample)
        guard !sample.flags.contains(.isPaused) else {
            isAfterPause = true
            last = sample
            return
        }
        let gap = last.map { sample.time.millisecondsSince($0.time) } ?? 0
        let place = sample.position.flatMap { $0.isPlausible ? $0 : nil }
        if let last, sample.flags.contains(.isReckoned), sample.distanceMillimeters > last.distanceMillimeters {
            reckonedMillimeters &+= UInt64(sample.distanceMillimeters - last.distanceMillimeters)
        }
        if sample.flags.contains(.hasFix), sample.errorHalves < .max { errors[Int(sample.errorHalves)] &+= 1 }
        seconds.append(
            Second(
                milliseconds: sample.time.milliseconds, millimeters: sample.distanceMillimeters, speed: sample.speedMillimeters,
                altitude: sample.altitudeFifths, beats: sample.heartRateBeats, cadence: sample.cadenceSteps,
                startsPiece: seconds.isEmpty || isAfterPause || gap > CurveThinning.longestGap, hasPlace: place != nil))
        if let place { places.append(place) }
        if sample.speedMillimeters < .max { hasSpeed = true }
        isAfterPause = false
        last = sample
    }

    /// Fills in the speeds of a run whose recording tells none, from what its distance grew by.
    mutating func finish() {
        guard !hasSpeed else { return }
        var from = 0
        for index in seconds.indices.dropFirst() {
            if seconds[index].startsPiece { from = index }
            while from < index, seconds[index].milliseconds &- seconds[from].milliseconds > Self.window { from += 1 }
            let before = seconds[from], now = seconds[index]
            guard now.milliseconds > before.milliseconds, now.millimeters >= before.millimeters else { continue }
            seconds[index].speed = UInt16(
                clamping: UInt64(now.millimeters - before.millimeters) * 1000 / UInt64(now.milliseconds - before.milliseconds))
        }
        hasSpeed = true
    }

    /// How much of a distance was reckoned by strides, 0...1.
    func reckonedShare(of distance: Distance) -> Double {
        distance.meters > 0 ? min(1, Double(reckonedMillimeters) / 1000 / distance.meters) : 0
    }

    /// The median of the receiver's estimates of its own error; nil without any.
    var medianError: Distance? {
        let count = errors.reduce(0) { $0 + UInt64($1) }
        guard count > 0 else { return nil }
        var sum: UInt64 = 0
        for (halves, number) in errors.enumerated() {
            sum += UInt64(number)
            if 2 * sum >= count { return .meters(Double(halves) / 2) }
        }
        return nil
    }

    /// What a curve shows at a second: metres a second, beats, steps a minute, metres; nil where it is not known, and where nobody runs.
    func value(_ kind: CurveKind, at index: Int) -> Double? {
        let second = seconds[index]
        switch kind {
        case .pace: return second.speed < .max && second.speed >= Self.standing ? Double(second.speed) / 1000 : nil
        case .heart: return second.beats > 0 ? Double(second.beats) : nil
        case .cadence: return second.cadence > 0 && second.cadence < .max ? Double(second.cadence) : nil
        case .height: return second.altitude < .max ? Double(second.altitude) / 5 - 500 : nil
        }
    }
}
