import Quantities

/// What a gpsd driver's name says about the error it reports.
enum ReceiverDriver {
    /// Drivers whose receivers send their own estimate of the horizontal error, which gpsd passes on as `eph` (gpsd's driver sources:
    /// u-blox and Allystar hAcc, SiRF EHPE, CASIC and GREIS sigma). For all others, every NMEA driver among them, gpsd makes `eph` from
    /// HDOP × 15 m, or scales it to 95 %; then the dilution is the better ground.
    private static let estimating = ["u-blox", "SiRF", "ALLYSTAR", "CASIC", "GREIS"]

    /// How to read the error of a receiver with this driver.
    static func errorRule(_ driver: String) -> GPSFix.ErrorRule {
        estimating.contains(where: driver.hasPrefix) ? .fromReceiver : .fromDilution
    }
}
