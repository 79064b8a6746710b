import Quantities

/// Something that goes wrong with a sensor, at the level of its values.
public enum Fault: Sendable, Hashable {
    /// The receiver (or gpsd) sends nothing.
    case gpsSilent
    /// Reports without a solution.
    case gpsNoFix
    /// The last coordinates, speed and course again and again, with advancing time.
    case gpsFrozen
    /// The last report again and again, time included: what gpsd does after a loss.
    case gpsRepeats
    /// A "3D fix" whose coordinates, altitude and errors are all 0.
    case gpsZeroes
    /// Positions this far north of the truth.
    case gpsJump(Distance)
    /// Reports without a time.
    case gpsWithoutTime
    /// The receiver's time is off by this (a leap second table, a set clock).
    case gpsClockJump(Duration)
    /// The receiver's week number has rolled over this many times.
    case weekRollover(Int)
    /// Three satellites.
    case satellitesLost
    /// A dilution of 15.
    case gpsPoor
    /// Each report is lost with a probability of 0...1.
    case gpsDropouts(Double)
    /// Doppler speed scaled by a factor.
    case dopplerScale(Double)
    /// No Doppler speed and course.
    case dopplerLost
    /// Doppler speed is not a number.
    case dopplerNotANumber
    /// Altitudes of exactly 0.
    case altitudeZero
    /// No heart rate.
    case heartRateLost
    /// No steps.
    case stepsLost
    /// No pressure.
    case barometerLost
    /// The case is pressed: pressure higher by this.
    case barometerPressed(Pressure)
    /// No battery reading.
    case batteryLost
}

/// Which faults happen when. Times are seconds of the simulation; the end is not included.
public struct FaultScript: Sendable, Hashable {
    /// One fault and its time.
    public struct Entry: Sendable, Hashable {
        /// From this second on.
        public var from: Int
        /// Until before this second.
        public var to: Int
        /// What goes wrong.
        public var fault: Fault
        /// A fault from a second until before another.
        public init(from: Int, to: Int, _ fault: Fault) {
            self.from = from
            self.to = to
            self.fault = fault
        }
    }

    /// All faults, applied in this order.
    public var entries: [Entry]
    /// Faults in the order of their application.
    public init(_ entries: [Entry] = []) { self.entries = entries }
    /// Nothing goes wrong.
    public static let none = FaultScript()
}

/// Applies faults to what the sensors say.
struct FaultInjector: Sendable {
    private let entries: [FaultScript.Entry]
    private var random: SeededRandom
    private var lastReport: GPSFix?

    init(script: FaultScript, seed: UInt64) {
        entries = script.entries
        random = SeededRandom(seed: seed)
    }

    mutating func apply(to second: inout SimulatedSecond, number: Int) {
        let healthy = second.fix
        let dropout = random.uniform()
        for entry in entries where entry.from <= number && number < entry.to {
            switch entry.fault {
            case .gpsSilent: second.fix = nil
            case .gpsDropouts(let probability): if dropout < probability { second.fix = nil }
            default: if let fix = second.fix { second.fix = damaged(fix, by: entry.fault) }
            }
            applyToOthers(entry.fault, &second)
        }
        if isHolding(number) { return }
        lastReport = healthy
    }

    /// While the receiver repeats itself, what it repeats must stay.
    private func isHolding(_ number: Int) -> Bool {
        entries.contains { $0.from <= number && number < $0.to && ($0.fault == .gpsFrozen || $0.fault == .gpsRepeats) }
    }

    private func damaged(_ report: GPSFix, by fault: Fault) -> GPSFix {
        var fix = report
        switch fault {
        case .gpsNoFix: fix = GPSFix(mode: GPSFix.Mode.none, time: report.time)
        case .gpsFrozen:
            fix = lastReport ?? report
            fix.time = report.time
        case .gpsRepeats: fix = lastReport ?? report
        case .gpsZeroes:
            fix.position = Coordinate(latitude: 0, longitude: 0)
            fix.altitude = .zero
            fix.horizontalError = .zero
        case .gpsJump(let distance):
            fix.position = report.position.flatMap {
                Coordinate(latitude: $0.latitude + distance.meters / 111_200, longitude: $0.longitude)
            }
        case .gpsWithoutTime: fix.time = nil
        case .gpsClockJump(let duration): fix.time = report.time?.advanced(by: duration)
        case .weekRollover(let times): fix.time = report.time?.advanced(by: .seconds(-1024 * 7 * 86_400 * max(0, min(times, 9))))
        case .satellitesLost: fix.satellitesUsed = 3
        case .gpsPoor: fix.horizontalDilution = 15
        case .dopplerScale(let factor): fix.speed = report.speed.map { $0 * factor }
        case .dopplerLost:
            fix.speed = nil
            fix.course = nil
        case .dopplerNotANumber: fix.speed = .metersPerSecond(.nan)
        case .altitudeZero: fix.altitude = .zero
        default: break
        }
        return fix
    }

    private func applyToOthers(_ fault: Fault, _ second: inout SimulatedSecond) {
        switch fault {
        case .satellitesLost: second.sky?.used = 3
        case .heartRateLost: second.heartRate = nil
        case .stepsLost: second.steps = nil
        case .barometerLost: second.pressure = nil
        case .barometerPressed(let pressure): second.pressure = second.pressure.map { $0 + pressure }
        case .batteryLost: second.battery = nil
        default: return
        }
    }
}
