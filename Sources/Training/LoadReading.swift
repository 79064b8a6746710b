import Quantities
import RunCore

/// Adds up a run's load by both rules.
///
/// A heart rate holds for at most 10 s, because it changes slowly and some devices record it no more often. Time without one counts as the
/// mean of the time with one, as long as that is half of the timer at least; below there is no load, which is better than one that is too low.
struct LoadReading: Sendable {
    private var impulse: TrainingImpulse?
    private let zones: HeartRateZones
    private var known: UInt64 = 0
    /// Edwards 1993: Σ milliseconds × the zone's number.
    private var zoneMilliseconds: UInt64 = 0
    private static let longestHold: UInt32 = 10_000

    init(_ header: RunHeader) {
        impulse = TrainingImpulse(header.body)
        zones = header.zones
    }

    /// - Parameters:
    ///   - beats: 0 for "not known".
    ///   - ran: how long the timer ran since the sample before, milliseconds.
    mutating func take(beats: UInt8, ran: UInt32) {
        guard beats > 0 else { return }
        let milliseconds = min(ran, Self.longestHold)
        known &+= UInt64(milliseconds)
        impulse?.add(beats: beats, milliseconds: milliseconds)
        zoneMilliseconds &+= UInt64(milliseconds) &* UInt64(zones.zone(ofBeats: beats) ?? 0)
    }

    /// The load of a run with this time without pauses.
    func load(timer: Duration) -> TrainingLoad? {
        let whole = timer.inSeconds * 1000
        guard known > 0, Double(known) * 2 >= whole else { return nil }
        let scale = max(1, whole / Double(known)), banister = impulse.map { $0.value * scale }
        let edwards = zones.isKnown ? Double(zoneMilliseconds) / 60_000 * scale : nil
        return banister == nil && edwards == nil ? nil : TrainingLoad(banister: banister, edwards: edwards)
    }
}
