import Quantities

/// The colour of a stretch of track by its speed.
public struct TrackColour: Hashable, Sendable {
    /// Red, green and blue, 0 to 255.
    public var red: UInt8, green: UInt8, blue: UInt8

    /// A colour.
    public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Slow, middle and fast as Running Life draws them: green, cyan, blue.
    static let slow = TrackColour(red: 139, green: 254, blue: 132)
    static let middle = TrackColour(red: 101, green: 254, blue: 249)
    static let fast = TrackColour(red: 67, green: 181, blue: 254)

    /// The colour of a speed among those of a run: blended evenly from slow to middle to fast, the middle lying halfway between the slowest
    /// and the fastest. The middle one where all are equal, or anything is no number.
    public init(of speed: Speed, slowest: Speed, fastest: Speed) {
        let span = fastest.metersPerSecond - slowest.metersPerSecond
        let share = (speed.metersPerSecond - slowest.metersPerSecond) / span
        guard span > 0, share.isFinite else {
            self = .middle
            return
        }
        let place = min(max(share, 0), 1) * 2
        self = place < 1 ? .blend(.slow, .middle, place) : .blend(.middle, .fast, place - 1)
    }

    private static func blend(_ a: TrackColour, _ b: TrackColour, _ share: Double) -> TrackColour {
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(rounding: Double(a) + share * (Double(b) - Double(a))) }
        return TrackColour(red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue))
    }
}
