import CHarrierLinux
import Quantities

/// Turns gpsd's lines into reports. libgps reads the protocol; here absent becomes nil, and what gpsd spreads over two classes comes together:
/// the dilution and the number of satellites are in SKY, the fix is in TPV.
final class GPSDDecoder {
    /// What a line means to the client.
    enum Message: Hashable {
        /// Nothing it knows.
        case nothing
        /// gpsd's greeting.
        case greeting
        /// The list of receivers was told.
        case receivers(count: Int)
        /// A position report.
        case fix(GPSFix)
        /// Satellites were counted.
        case sky(SkyView)
        /// A SKY without a count of satellites: a sign of life.
        case dilutionOnly
    }

    /// How long a dilution and a number of satellites count for the fixes after them. gpsd sends SKY with every epoch, or every few seconds.
    static let skyLifetime = Duration.seconds(5)

    private let gps: OpaquePointer
    private var rules: [GPSFix.ErrorRule] = []
    private var dilution: Double?
    private var satellitesUsed: Int?
    private var skyAt = MonotonicInstant(nanoseconds: 0)
    /// The name of the first receiver's driver; nil while gpsd does not know it.
    private(set) var driver: String?

    /// Nil if memory ran out.
    init?() {
        guard let gps = harrier_gps_new() else { return nil }
        self.gps = gps
    }

    deinit { harrier_gps_free(gps) }

    /// Forgets all, for a new connection.
    func reset() {
        harrier_gps_reset(gps)
        rules.removeAll(keepingCapacity: true)
        driver = nil
        dilution = nil
        satellitesUsed = nil
    }

    /// Decodes a line that a NUL follows.
    func decode(_ line: UnsafeMutableBufferPointer<UInt8>, at now: MonotonicInstant) -> Message {
        guard let start = line.baseAddress, JSONSyntax.isObject(line) else { return .nothing }
        var report = harrier_gps_report()
        let kind = start.withMemoryRebound(to: CChar.self, capacity: line.count + 1) { harrier_gps_decode(gps, $0, &report) }
        switch kind {
        case HARRIER_GPS_FIX: return .fix(fix(report, at: now))
        case HARRIER_GPS_SKY: return sky(report, at: now)
        case HARRIER_GPS_DEVICES:
            readDrivers()
            return .receivers(count: rules.count)
        case HARRIER_GPS_VERSION: return .greeting
        default: return .nothing
        }
    }

    private func fix(_ report: harrier_gps_report, at now: MonotonicInstant) -> GPSFix {
        var fix = GPSFix()
        fix.mode =
            switch report.mode {
            case 1: GPSFix.Mode.none
            case 2: .twoDimensional
            case 3: .threeDimensional
            default: nil
            }
        if report.has_time { fix.time = UTCInstant(milliseconds: report.time_ms) }
        fix.position = Coordinate(latitude: report.latitude, longitude: report.longitude)
        // Height above the sea where it is told, else above the ellipsoid, else what old versions call "alt" (fault A5).
        fix.altitude = (finite(report.altitude_msl) ?? finite(report.altitude_hae) ?? finite(report.altitude_old)).map { .meters($0) }
        fix.speed = finite(report.speed).map { .metersPerSecond($0) }
        fix.course = finite(report.course).map { .degrees($0) }
        fix.horizontalError = finite(report.horizontal_error).map { .meters($0) }
        if rules.indices.contains(Int(report.device)) { fix.errorRule = rules[Int(report.device)] }
        if now - skyAt <= Self.skyLifetime {
            fix.horizontalDilution = dilution
            fix.satellitesUsed = satellitesUsed
        }
        return fix
    }

    private func sky(_ report: harrier_gps_report, at now: MonotonicInstant) -> Message {
        if now - skyAt > Self.skyLifetime {
            dilution = nil
            satellitesUsed = nil
        }
        skyAt = now
        if let told = finite(report.horizontal_dilution) { dilution = told }
        let used = report.satellites_used >= 0 ? Int(report.satellites_used) : nil
        let visible = report.satellites_visible >= 0 ? Int(report.satellites_visible) : nil
        guard used != nil || visible != nil else { return .dilutionOnly }
        satellitesUsed = used
        return .sky(SkyView(used: used, visible: visible))
    }

    private func readDrivers() {
        rules.removeAll(keepingCapacity: true)
        driver = nil
        for index in 0..<harrier_gps_devices(gps) {
            let name = harrier_gps_driver(gps, index).map { String(cString: $0) } ?? ""
            if index == 0, !name.isEmpty { driver = name }
            rules.append(ReceiverDriver.errorRule(name))
        }
    }

    private func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
}
