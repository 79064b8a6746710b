/// How far the receiver's heights stand above the standard atmosphere's: a slow mean that sets the level of the shown altitude.
/// It never touches ascent, which comes from pressure differences alone.
struct BarometerLevel: Sendable {
    /// Heights that the mean remembers: ten minutes, long against the receiver's wander, short against the weather.
    private static let memory = 600.0
    /// m. One outlier moves the mean by at most this over its weight; heights that differ by more are of another level.
    private static let largestSurprise = 30.0
    /// Heights that agree on another level before it is taken: a part of what the old one rests on, within these.
    private static let fewestRivals = 20.0, mostRivals = 240.0, rivalShare = 0.5
    /// m. Heights of one level agree within this.
    private static let agreement = 20.0

    /// Metres to add to the pressure height; 0 until a receiver has given a height.
    private(set) var offset = 0.0
    /// How many heights it rests on.
    private(set) var weight = 0.0
    private var rival = 0.0
    private var rivals = 0.0

    /// Takes in how far a receiver's height is above the pressure height. Returns true when it sets another level than was believed.
    mutating func push(difference: Double) -> Bool {
        let surprise = difference - offset
        guard weight > 0 else { return begin(with: difference) }
        if abs(surprise) <= Self.largestSurprise {
            rivals = max(0, rivals - 1)
            weight = min(weight + 1, Self.memory)
            offset += surprise / weight
            return false
        }
        if rivals > 0, abs(difference - rival) <= Self.agreement {
            rivals += 1
            rival += (difference - rival) / rivals
        } else {
            (rival, rivals) = (difference, 1)
        }
        guard rivals >= max(Self.fewestRivals, min(Self.mostRivals, weight * Self.rivalShare)) else { return false }
        (offset, weight, rivals) = (rival, rivals, 0)
        return true
    }

    /// The first height counts when a second one agrees.
    private mutating func begin(with difference: Double) -> Bool {
        if rivals > 0, abs(difference - rival) <= Self.agreement {
            (offset, weight, rivals) = ((rival + difference) / 2, 2, 0)
        } else {
            (rival, rivals) = (difference, 1)
        }
        return false
    }
}
