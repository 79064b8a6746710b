import Peripherals
import Quantities
import WatchCore

/// What services sensors: a ``SensorHub`` with real chips, or one with models around it.
public protocol SensorServicing: AnyObject {
    /// When ``service(at:into:)`` is wanted next.
    var nextService: MonotonicInstant { get }
    /// Services what is due, and appends the events that it gave.
    func service(at now: MonotonicInstant, into events: inout [Event])
    /// Something else has woken the machine: a batch that is not far off comes now, so that both share the wake-up.
    func serviceOnOccasion(at now: MonotonicInstant, into events: inout [Event])
    /// Switches parts on and off.
    func setDemand(_ demand: SensorDemand, at now: MonotonicInstant, into events: inout [Event])
    /// What was wrong with a part last; nil if it works, or if there is none.
    func trouble(of kind: SensorKind) -> ChipError?
    /// Switches all parts off.
    func shutDown()
}
