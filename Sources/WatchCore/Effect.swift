import Calendar
import HealthCore
import Quantities
import RunCore

/// Something the watch wants done. The list of them is reused, and those of each second carry neither arrays nor strings.
public enum Effect: Sendable {
    /// Draw ``Watch/screen(at:)``.
    case redraw
    /// Light or darken the display.
    case light(Light)
    /// Tell the wrist; never sent in the silent setting.
    case buzz(BuzzPattern)
    /// Append to the log; a header opens a new one.
    case append(RunRecord)
    /// Make all that was appended durable.
    case flush
    /// The run is over: close its log and put it into the index.
    case close(EndCause)
    /// A finished run of this boot is to be dated: UTC at its start is known now, and local time's offset then.
    case dateRun(RunID, utcAtStart: UTCInstant, zone: ZoneOffset)
    /// Store a change of settings, days or the list of runs. Those of one event belong together.
    case change(HealthChange)
    /// Turn the receiver on or off.
    case receiver(isOn: Bool)
    /// What the sensors are to do from now on.
    case sensors(SensorDemand)
    /// Answer with ``Event/history(_:)``: four rows from an index, newest first.
    case loadHistory(first: UInt32)
    /// Answer with ``Event/run(_:_:)``.
    case loadRun(RunID)
    /// Answer with ``Event/runs(_:)``: what the pages at rest show of the runs on the card.
    case askRuns(RunQuestion)
    /// Delete a run that is over, so that it can still be brought back: its log is kept aside for a while.
    case removeRun(RunID)
    /// Answer with ``Event/book(_:)``: what is stored of a stretch of days.
    case loadBook(Range<UTCInstant>)
    /// Answer with ``Event/zone(_:)``: the rules of a zone by its IANA name, or of the machine's own.
    case loadZone(String?)
    /// Answer with ``Event/records(_:)``: what a run that is on the card is worth among the others.
    case findRecords(RunID)
    /// Keep a picture of ``Watch/askPage(at:)`` and say when it is done (``StorageNews/picture(isKept:)``); the local date and time, if
    /// they are known, are its name.
    case keepPicture(CivilDateTime?)
    /// Turn the watch off.
    case powerOff
    /// Everything is kept: the process may end.
    case readyToEnd

    /// How bright the display is to be.
    public enum Light: UInt8, Sendable {
        /// As set.
        case on
        /// Reduced.
        case dim
        /// Dark.
        case off
    }
}

/// The effects of one event, in order.
public typealias EffectList = [Effect]
