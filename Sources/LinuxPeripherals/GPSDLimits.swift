import Quantities

extension GPSDClient {
    /// Times and sizes, settable for tests.
    public struct Limits: Sendable {
        /// The waits between attempts to connect.
        public var backOff = BackOff()
        /// The longest of these waits for a gpsd on this machine, which costs next to nothing to ask for.
        public var longestLocalWait = Duration.seconds(5)
        /// How long a receiver may be silent before it is called so, and how long a connection or a greeting may take.
        public var silence = Duration.seconds(5)
        /// How much later than ``silence`` it may be noticed, so that the check costs no wake-up while reports come each second.
        public var tolerance = Duration.seconds(1)
        /// gpsd's longest response is 10,240 bytes (`GPS_JSON_RESPONSE_MAX`); a line longer than this is not from gpsd.
        public var longestLine = 16 << 10
        /// What may come within one ``silence``: a backlog of 45 s at 100 Hz was 1.9 MB. More is a flood.
        public var mostBytes = 4 << 20
        /// The limits the watch uses.
        public init() {}
    }
}
