/// How much of an input is taken in before it is called hostile.
public struct ActivityLimits: Hashable, Sendable {
    /// The most bytes that a file may have, unpacked. 225 hours of 1 Hz FIT are 25 MB; the largest GPX of a day some 60 MB.
    public var unpackedBytes: Int64 = 256 << 20
    /// How many times its size a gzip archive may unpack to, beyond the first MiB. Real activities reach about 52.
    public var unpackingRatio: Int64 = 128
    /// The points that any input may hold; one more is allowed for each byte of the file as it lies on the disk, up to ``mostPoints``, so
    /// that a small hostile file cannot claim much memory.
    public var points = 65_536
    /// The most points of any file: at 64 bytes each they take 52.5 MB, and all else that reading needs fits with them into 64 MB. They are
    /// 227 hours at one a second, more than the sites take in a file (25 MB of FIT are 225 hours), and 22 at ten a second.
    public var mostPoints = 820_000
    /// The laps, sessions and pauses that any input may hold in all, and the stretches without a break beside them. In FIT one takes two
    /// bytes, 200 in memory; a lap each 400 m of a day's run makes some 600.
    public var summaries = 16_384
    /// The most bytes, unpacked, of a damaged FIT file of which it is found out what can be proved; a larger one is read as it stands. It is
    /// held in memory for that.
    public var repairedBytes = 26 << 20
    /// How deep XML elements may nest. TCX and GPX need about ten levels.
    public var depth = 48
    /// The longest single XML tag or comment, in bytes.
    public var tagBytes: Int64 = 256 << 10
    /// The most memory that the parser of XML may take, in bytes. It keeps each name that it meets; a file of an activity has a few dozen.
    public var parserBytes = 4 << 20
    /// Whether points that are written like those before them are taken past the parser of XML, which makes no difference but in time.
    public var takesPointsByLikeness = true
    /// How many names of elements that were not read are kept of one input.
    public var unreadNames = 16
    /// How many faults are kept of one input.
    public var faults = 32

    /// The limits stated at each property.
    public init() {}
}
