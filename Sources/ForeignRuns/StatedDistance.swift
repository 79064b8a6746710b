import Quantities

/// The distance that a recording states, made fit to be counted: from 0, never falling, without leaps, and without what was covered while
/// the timer stood (fault J12). Where only some moments state it, it grows evenly with the timer in between.
public struct StatedDistance {
    /// The whole.
    public private(set) var total = Distance.zero
    /// How often it grew faster than anything on land; that growth is left out.
    public private(set) var leaps = 0
    /// What was stated to be covered while the timer stood; left out.
    public private(set) var whilePaused = Distance.zero

    /// A moment by the recorder's clocks, in seconds since the first one.
    private struct Reading {
        var at: Double
        /// The same by the timer.
        var timer: Double
        /// True while the timer stands, and at the moment at which it goes on.
        var isStanding: Bool
    }

    /// Runners, riders and skiers are slower; a car is no run. Metres a second.
    private static let fastest = 30.0
    /// Devices catch up at once with what they missed while they had no fix: metres that no growth is asked about.
    private static let lump = 1000.0
    /// The second in which a timer stops and starts still counts, and recorders notice that somebody stands some seconds late: metres, and
    /// metres for each second that the timer ran.
    private static let aroundPause = (meters: 20.0, metersPerSecond: 10.0)

    /// Puts the distances of moments in order.
    /// - Parameters:
    ///   - moments: in the order of time.
    ///   - pauses: when the timer stood, as time since the first moment, in order and apart.
    public init(settling moments: inout [RecordedMoment], pauses: [(start: Duration, end: Duration)]) {
        let readings = Self.readings(moments, pauses)
        var last: (index: Int, stated: Double)?
        // The last moment of which it is settled whether its metres count.
        var settled = 0
        var held = 0.0
        for index in moments.indices {
            guard let stated = moments[index].distance?.meters, stated.isFinite, stated >= 0 else {
                moments[index].distance = nil
                continue
            }
            defer { last = (index, stated) }
            // What stands at the first moment was covered before it.
            guard let before = last else {
                held = index == 0 && stated <= Self.aroundPause.meters ? stated : 0
                moments[index].distance = .zero
                continue
            }
            let interval = readings[index].at - readings[before.index].at
            var grown = max(0, stated - before.stated)
            if grown > Self.lump + Self.fastest * interval {
                leaps += 1
                grown = 0
            }
            if readings[index].isStanding {
                held += grown
            } else {
                count(held, grown, from: readings[settled], to: readings[index])
                held = 0
                settled = index
            }
            moments[index].distance = total
            Self.fill(&moments, readings, from: before.index, to: index)
        }
        if total <= .zero { for index in moments.indices { moments[index].distance = nil } }
    }

    /// Takes what was held while the timer stood, and what grew since.
    private mutating func count(_ held: Double, _ grown: Double, from: Reading, to: Reading) {
        let ran = to.timer - from.timer, hasStood = to.at - from.at - ran > 0.5
        let most = Self.aroundPause.meters + Self.aroundPause.metersPerSecond * ran
        var counted = held + grown
        if hasStood, counted > most { counted = held > 0 && grown <= most ? grown : 0 }
        total += .meters(counted)
        whilePaused += .meters(held + grown - counted)
    }

    private static func readings(_ moments: [RecordedMoment], _ pauses: [(start: Duration, end: Duration)]) -> [Reading] {
        guard let first = moments.first?.time else { return [] }
        var rest = pauses[...], stood = 0.0
        return moments.map { moment in
            let at = first.duration(to: moment.time)
            while let pause = rest.first, pause.end < at {
                stood += (pause.end - pause.start).inSeconds
                rest.removeFirst()
            }
            guard let pause = rest.first, pause.start < at else {
                return Reading(at: at.inSeconds, timer: at.inSeconds - stood, isStanding: false)
            }
            return Reading(at: at.inSeconds, timer: pause.start.inSeconds - stood, isStanding: true)
        }
    }

    /// Moments that state nothing lie on the line between those that do, by the timer.
    private static func fill(_ moments: inout [RecordedMoment], _ readings: [Reading], from: Int, to: Int) {
        guard from + 1 < to, let low = moments[from].distance, let high = moments[to].distance else { return }
        let ran = readings[to].timer - readings[from].timer
        for index in (from + 1)..<to {
            moments[index].distance = low + (high - low) * (ran > 0 ? (readings[index].timer - readings[from].timer) / ran : 0)
        }
    }
}
