import Calendar
import HealthCore
import Quantities
import ScreenModels

/// A time of day that the runner has set while nothing else told the time.
///
/// It is of the lowest rank: it is shown, and quiet hours follow it, but it has no date, so it dates no run and no day, and whatever tells
/// the time takes its place.
struct HandTime: Hashable, Sendable {
    /// Milliseconds since midnight at the zero of the monotonic clock.
    private var atZero: Int64

    /// A time that it is now.
    init(_ time: TimeOfDay, at now: MonotonicInstant) { atZero = Int64(time.minutes) * 60_000 - Self.milliseconds(now) }

    private static func milliseconds(_ now: MonotonicInstant) -> Int64 { now.nanoseconds / 1_000_000 }
    private func milliseconds(at now: MonotonicInstant) -> Int64 {
        atZero.addingSaturating(Self.milliseconds(now)).flooredRemainder(by: 86_400_000)
    }

    /// The time of day now.
    func time(at now: MonotonicInstant) -> TimeOfDay { TimeOfDay(minutes: UInt16(clamping: milliseconds(at: now) / 60_000)) }

    /// Milliseconds since the minute began.
    func intoMinute(at now: MonotonicInstant) -> Int64 { milliseconds(at: now).flooredRemainder(by: 60_000) }

    /// The same seconds of another hour.
    mutating func set(hour: UInt8, at now: MonotonicInstant) {
        atZero = atZero.addingSaturating((Int64(hour) - Int64(time(at: now).hour)) * 3_600_000)
    }
}

// The zone, and the time as it is shown.
extension Watch {
    /// The time of day as it is shown; nil while nobody has told it.
    func shownTime(at now: MonotonicInstant) -> TimeOfDay? { local(at: now).map { TimeOfDay($0.time) } ?? handTime?.time(at: now) }

    /// How far local time is ahead of UTC now; on the day of the build while the date is not known.
    func zoneOffset(at now: MonotonicInstant) -> ZoneOffset {
        let built = CivilDateTime(date: configuration.built, time: .midnight).instant(offset: .utc)
        return configuration.zone.offset(at: utcOffset?.utc(at: now) ?? built)
    }

    /// Sets the time by hand; ignored once something else has told it.
    mutating func setTime(hour: UInt8? = nil, minute: UInt8? = nil, at now: MonotonicInstant) {
        guard utcOffset == nil else { return }
        if let hour {
            if handTime == nil {
                handTime = HandTime(TimeOfDay(hour: hour, minute: 0), at: now)
            } else {
                handTime?.set(hour: hour, at: now)
            }
        }
        if let minute { handTime = HandTime(TimeOfDay(hour: handTime?.time(at: now).hour ?? 12, minute: minute), at: now) }
        minuteDue = now
        needsRedraw = true
    }

    // MARK: - Zone

    /// The offset of a zone that is always the same; nil for a zone whose rules have to be read.
    static func fixedOffset(of settings: Settings) -> ZoneOffset? { settings.zoneName.flatMap { ZoneOffset(fixedZoneName: $0) } }

    /// Another zone was set.
    mutating func followZone(into effects: inout EffectList) {
        guard let offset = Self.fixedOffset(of: settings) else { return effects.append(.loadZone(settings.zoneName)) }
        setZone(TimeZoneRules(fixed: offset))
    }

    /// The rules of a zone that was set; of one that is set no more they come too late.
    mutating func receiveZone(_ zone: LoadedZone) {
        guard zone.name == settings.zoneName else { return }
        setZone(zone.rules)
    }

    /// The clock and the days follow; a run keeps the zone that it was started in.
    private mutating func setZone(_ rules: TimeZoneRules) {
        configuration.zone = rules
        minuteDue = latest
        needsRedraw = true
    }
}
