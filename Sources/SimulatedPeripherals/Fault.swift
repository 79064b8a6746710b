import Glibc
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
    /// A place this far from the truth, in a direction of its own for each report, and this much too high.
    case gpsScattered(Distance, height: Distance)
    /// Places this far from the truth in one direction for as long as it lasts, and this much too high.
    case gpsDisplaced(Distance, height: Distance)
    /// One place again and again, with advancing time, and a speed that is missing, alive or 0.
    case gpsHolds(HeldSpeed)
    /// Two places in turn, 12 m apart, with advancing time.
    case gpsAlternates
    /// A report only each so many seconds.
    case gpsEvery(Int)
    /// Reports for so many seconds, and none for so many.
    case gpsInTurns(on: Int, off: Int)
    /// A number of satellites of 0 beside a good fix.
    case satellitesUntold
    /// A dilution of 99.99 beside a good error.
    case dilutionUnknown
    /// A member that is not a number, another one each second.
    case memberNotANumber
    /// A height of the receiver that has nothing to do with the truth.
    case altitudeWrong(Altitude)
    /// The step sensor says 0 and stays there.
    case stepsStuck
    /// A movement of an arm now and then: a pulse or two, and nothing credited.
    case armMovements
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

extension Fault {
    /// What a receiver that repeats its place says of the speed.
    public enum HeldSpeed: UInt8, CaseIterable, Sendable {
        /// Nothing.
        case absent
        /// The true one.
        case alive
        /// 0.
        case zero
    }
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
    private var lastSteps: StepReading?

    init(script: FaultScript, seed: UInt64) {
        entries = script.entries
        random = SeededRandom(seed: seed)
    }

    mutating func apply(to second: inout SimulatedSecond, number: Int) {
        let healthy = second.fix
        let dropout = random.uniform(), bearing = 2 * Double.pi * random.uniform(), share = random.uniform()
        for entry in entries where entry.from <= number && number < entry.to {
            switch entry.fault {
            case .gpsSilent: second.fix = nil
            case .gpsDropouts(let probability): if dropout < probability { second.fix = nil }
            case .gpsEvery(let seconds): if number % max(1, seconds) != 0 { second.fix = nil }
            case .gpsInTurns(let on, let off): if number % max(1, on + off) >= on { second.fix = nil }
            case .gpsScattered(let distance, let height):
                second.fix = second.fix.map { displaced($0, by: distance * (0.1 + 0.9 * share), bearing: bearing, height: height) }
            default: if let fix = second.fix { second.fix = damaged(fix, by: entry.fault, number: number) }
            }
            applyToOthers(entry.fault, &second, number: number)
        }
        if !stepsAreStuck(number) { lastSteps = second.steps }
        if isHolding(number) { return }
        lastReport = healthy
    }

    /// While the receiver repeats itself, what it repeats must stay.
    private func isHolding(_ number: Int) -> Bool {
        entries.contains { entry in
            guard entry.from <= number, number < entry.to else { return false }
            switch entry.fault {
            case .gpsFrozen, .gpsRepeats, .gpsHolds, .gpsAlternates: return true
            default: return false
            }
        }
    }

    private func stepsAreStuck(_ number: Int) -> Bool {
        entries.contains { $0.from <= number && number < $0.to && $0.fault == .stepsStuck }
    }

    /// A report moved by metres in a direction, and up.
    private func displaced(_ report: GPSFix, by distance: Distance, bearing: Double, height: Distance) -> GPSFix {
        var fix = report
        fix.position = report.position.flatMap {
            let parallel = max(0.01, cos($0.latitude * .pi / 180))
            return Coordinate(
                latitude: $0.latitude + distance.meters * cos(bearing) / 111_200,
                longitude: $0.longitude + distance.meters * sin(bearing) / 111_200 / parallel)
        }
        fix.altitude = report.altitude.map { .meters($0.meters + height.meters) }
        return fix
    }

    private func held(_ report: GPSFix, speed: Fault.HeldSpeed) -> GPSFix {
        var fix = report
        fix.position = lastReport?.position ?? report.position
        switch speed {
        case .absent: (fix.speed, fix.course) = (nil, nil)
        case .alive: break
        case .zero: (fix.speed, fix.course) = (.zero, nil)
        }
        return fix
    }

    private func damaged(_ report: GPSFix, by fault: Fault, number: Int) -> GPSFix {
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
        case .gpsDisplaced(let distance, let height): fix = displaced(report, by: distance, bearing: 1, height: height)
        case .gpsHolds(let speed): fix = held(report, speed: speed)
        case .gpsAlternates:
            fix = held(report, speed: .alive)
            if number % 2 == 1 { fix = displaced(fix, by: .meters(12), bearing: 2, height: .zero) }
        case .satellitesUntold: fix.satellitesUsed = 0
        case .dilutionUnknown:
            fix.horizontalDilution = 99.99
            fix.horizontalError = report.horizontalDilution.map { .meters(2.5 * $0) }
        case .memberNotANumber: fix = undefined(report, member: number % 4)
        case .altitudeWrong(let altitude): fix.altitude = altitude
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

    private func undefined(_ report: GPSFix, member: Int) -> GPSFix {
        var fix = report
        switch member {
        case 0: fix.course = .degrees(.nan)
        case 1: fix.altitude = .meters(.nan)
        case 2: fix.horizontalDilution = .nan
        default: fix.horizontalError = .meters(.nan)
        }
        return fix
    }

    private func applyToOthers(_ fault: Fault, _ second: inout SimulatedSecond, number: Int) {
        switch fault {
        case .satellitesUntold: second.sky?.used = 0
        case .stepsStuck: second.steps = StepReading(count: lastSteps?.count ?? 0, cadence: nil, pulseRate: .zero)
        case .armMovements:
            let phase = number % 37
            let pulses = phase < 3 ? 1 : phase >= 20 && phase < 23 ? 2 : 0
            second.steps = StepReading(count: lastSteps?.count ?? 0, cadence: nil, pulseRate: .stepsPerMinute(Double(pulses) * 20))
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
