import Glibc

/// Compares the receiver's own speed with the metres between its positions.
///
/// The way between positions is immune to a wrong scale of the speed, and over hundreds of metres exact to a per cent or two, so it proves
/// a speed in knots, in km/h, or biased by a tenth. A speed that is contradicted in one steady ratio is put right by that ratio, which
/// makes it the positions' own speed; while no ratio is known it is ignored.
struct DopplerWitness: Sendable {
    /// The difference that is believed to be the speed's fault: this part of the way, and the error of both ends.
    private static let bias = 0.05, endErrors = 4.0
    /// m. What the comparison remembers.
    private static let memory = 800.0
    /// s. What the judgement of a contradicted speed remembers.
    private static let shortMemory = 30.0
    /// m. A ratio is known after this way.
    private static let knownAfter = 40.0
    /// A ratio outside these is no unit.
    private static let plausibleRatio = 0.1...6.0
    /// A contradicted speed agrees again within this, and is believed after this many seconds of it.
    private static let agreement = 0.04, believedAfter = 30.0

    private var positions = 0.0, doppler = 0.0
    private var recentPositions = 0.0, recentDoppler = 0.0
    private var agreedFor = 0.0
    private(set) var isContradicted = false

    /// What a told speed is to be multiplied with; nil: it is to be ignored.
    var factor: Double? {
        guard isContradicted else { return 1 }
        let (way, told) = recentPositions >= Self.knownAfter ? (recentPositions, recentDoppler) : (positions, doppler)
        guard way >= Self.knownAfter, told > 0, Self.plausibleRatio.contains(way / told) else { return nil }
        return way / told
    }

    /// Takes in a step: metres between the positions along the way, metres by the told speed, seconds, and the error of a position.
    mutating func push(positions way: Double, doppler told: Double, dt: Double, error: Double) {
        let fading = max(0, 1 - max(way, told) / Self.memory), quick = exp(-dt / Self.shortMemory)
        positions = positions * fading + way
        doppler = doppler * fading + told
        recentPositions = recentPositions * quick + way
        recentDoppler = recentDoppler * quick + told
        if isContradicted {
            let agrees = recentDoppler > 10 && abs(recentPositions / recentDoppler - 1) < Self.agreement
            agreedFor = agrees ? agreedFor + dt : 0
            if agreedFor >= Self.believedAfter { self = DopplerWitness() }
        } else if abs(positions - doppler) > Self.bias * max(positions, doppler) + Self.endErrors * error {
            contradict()
        }
    }

    /// The speed is proved wrong by other means: impossible for a runner while the positions are not.
    mutating func contradict() {
        isContradicted = true
        agreedFor = 0
    }
}
