import Quantities
import RunCore

extension HealthBook {
    /// A book that begins with settings and a profile that no store gave: a demonstration, a test.
    public init(boot: BootID, settings: Settings, profile: Profile) {
        self.init(boot: boot)
        for change in changes(to: settings, profile, origin: .migration) { apply(change) }
    }

    /// Takes everything that another book holds; the newer version of each object counts, as always.
    public mutating func merge(_ other: HealthBook) {
        for change in other.held { apply(change) }
        guard other.window == window else { return }
        isWindowRead = true
        mergeEarlierAwards(of: other)
    }
}
