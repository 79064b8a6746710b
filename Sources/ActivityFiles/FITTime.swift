import Quantities

/// Time in FIT: whole seconds since 1989-12-31T00:00:00Z in 32 bits (FIT protocol, type `date_time`).
enum FITTime {
    /// 1989-12-31T00:00:00Z as Unix time.
    static let epochUnixSeconds: Int64 = 631_065_600
    /// The first value that is a date; smaller ones count seconds since the device was switched on, and are never written.
    static let firstDate: UInt32 = 0x1000_0000
    /// The stand-in for the start of a run whose watch never learned the time: 1998-07-03T21:24:16Z, ``firstDate`` itself.
    static let unknownStart = UTCInstant(milliseconds: (Int64(firstDate) + epochUnixSeconds) * 1000)
    /// 2000-01-01T00:00:00Z: no FIT device is older, so an earlier start is a stand-in.
    static let firstCredibleInstant = UTCInstant(milliseconds: 946_684_800_000)

    /// The instant of a FIT time; nil for times since power-on.
    @inline(__always) static func instant(_ seconds: UInt32) -> UTCInstant? {
        seconds < firstDate ? nil : UTCInstant(milliseconds: (Int64(seconds) &+ epochUnixSeconds) &* 1000)
    }
    /// The FIT time of an instant, rounded down to the second; nil before ``firstDate`` and after 2126-02-06.
    @inline(__always) static func seconds(_ instant: UTCInstant) -> UInt32? {
        let seconds = instant.wholeSeconds.subtractingSaturating(epochUnixSeconds)
        guard seconds >= Int64(firstDate), seconds < Int64(UInt32.max) else { return nil }
        return UInt32(truncatingIfNeeded: seconds)
    }
}
