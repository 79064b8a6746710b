/// The cable to a computer at a glance.
public struct ComputerPage: Hashable, Sendable {
    /// What the cable is used for.
    public enum Link: Hashable, Sendable {
        /// There is none.
        case unplugged
        /// Power, and nothing else.
        case charging
        /// A computer asks for something that has to be confirmed on the watch.
        case waiting
        /// The computer sees the files.
        case sharing
        /// Runs and days are being exchanged: how many of how many.
        case syncing(done: UInt32, of: UInt32)
    }
    /// What the cable is used for; nil where the watch cannot tell.
    public var link: Link?
    /// When the last exchange ended; nil if there was none, or it is not known.
    public var lastSync: (date: DayOfYear, time: TimeOfDay)?
    /// A page.
    public init(link: Link?, lastSync: (date: DayOfYear, time: TimeOfDay)? = nil) { (self.link, self.lastSync) = (link, lastSync) }
    /// Equal if all parts are.
    public static func == (a: ComputerPage, b: ComputerPage) -> Bool {
        a.link == b.link && a.lastSync?.date == b.lastSync?.date && a.lastSync?.time == b.lastSync?.time
    }
    /// Hashes all parts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(link)
        hasher.combine(lastSync?.date)
        hasher.combine(lastSync?.time)
    }
}
