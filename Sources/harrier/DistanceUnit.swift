import HealthCore
import HealthStore
import Quantities
import RunLog

/// What distances and paces are said in. JSON is always in metres and seconds a kilometre.
enum DistanceUnit: String, CaseIterable, Sendable {
    case km, mi

    func amount(_ distance: Distance) -> Double { self == .km ? distance.kilometers : distance.miles }
    func secondsPerUnit(_ pace: Pace) -> Double { self == .km ? pace.secondsPerKilometer : pace.secondsPerMile }

    /// The unit that the runner of a data folder has set on the watch; kilometres where nothing can be read.
    static func set(in directory: DataDirectory) -> DistanceUnit {
        let nothing = UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: 0)
        do throws(HealthStoreError) {
            let store = try HealthStore(path: directory.healthStore, access: .glance)
            return try store.book(boot: BootID(high: 0, low: 0), window: nothing).settings.usesMiles ? .mi : .km
        } catch { return .km }
    }
}
