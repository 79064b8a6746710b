/// How much of an input is taken in before it is called hostile.
public struct ActivityLimits: Hashable, Sendable {
    /// The most bytes that a file may have, unpacked. 225 hours of 1 Hz FIT are 25 MB; the largest GPX of a day some 60 MB.
    public var unpackedBytes: Int64 = 256 << 20
    /// How many times its size a gzip archive may unpack to, beyond the first MiB. Real activities reach about 52.
    public var unpackingRatio: Int64 = 128
    /// The points that any input may hold; one more is allowed for each byte of the file as it lies on the disk, so that a small
    /// hostile file cannot claim much memory and a long run is never cut.
    public var points = 65_536
    /// The laps, sessions and pauses that any input may hold in all. In FIT one takes two bytes, 200 in memory; a lap each 400 m of a day's
    /// run makes some 600.
    public var summaries = 16_384
    /// The most bytes, unpacked, of a damaged FIT file of which it is found out what can be proved; a larger one is read as it stands. It is
    /// held in memory for that.
    public var repairedBytes = 26 << 20
    /// How deep XML elements may nest. TCX and GPX need about ten levels.
    public var depth = 48
    /// The longest single XML tag or comment, in bytes.
    public var tagBytes: Int64 = 256 << 10
    /// How many names of elements that were not read are kept of one input.
    public var unreadNames = 16
    /// How many faults are kept of one input.
    public var faults = 32

    /// The limits stated at each property.
    public init() {}
}
