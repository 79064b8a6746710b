import JSONText
import Peripherals
import Quantities
import SensorService

/// The chips of a board, looked at together for some seconds, each through its driver (faults I5, I13).
struct PartsProbe {
    private var probes: [PartProbe] = []
    private let start: MonotonicInstant
    private let duration: Duration

    /// No chips yet.
    /// - Parameters:
    ///   - start: now.
    ///   - duration: for how long each is looked at.
    init(from start: MonotonicInstant, for duration: Duration) {
        self.start = start
        self.duration = duration
    }

    /// True if there is nothing to look at.
    var isEmpty: Bool { probes.isEmpty }

    /// The chips of drivers that have not been serviced yet. One for which there is no place is left out.
    mutating func add(_ parts: SensorParts, place: (SensorKind) -> PartProbe.Place?) {
        add(parts.pulse.map { PulseMeasurements($0) }, place(.heartRate))
        add(parts.motion.map { MotionMeasurements($0) }, place(.motion))
        add(parts.barometer.map { BarometerMeasurements($0) }, place(.barometer))
        add(parts.battery.map { BatteryMeasurements($0) }, place(.battery))
    }

    private mutating func add(_ measurements: (any PartMeasurements)?, _ place: PartProbe.Place?) {
        guard let measurements, let place else { return }
        probes.append(PartProbe(measurements, at: place, from: start, for: duration))
    }

    /// Services all chips until enough was seen of each, and switches them off.
    /// - Parameters:
    ///   - now: the clock. It is asked before each service, since a transfer takes its time.
    ///   - wait: returns when the clock has come to an instant, and not before.
    mutating func run(now: () -> MonotonicInstant, wait: (MonotonicInstant) throws -> Void) rethrows {
        while let next = probes.compactMap(\.nextService).min() {
            try wait(next)
            for index in probes.indices {
                let now = now()
                if let due = probes[index].nextService, due <= now { probes[index].service(at: now) }
            }
        }
        for probe in probes { probe.shutDown() }
    }

    // MARK: - What came of it

    /// A line for each chip; one for a whole bus on which nothing can be reached.
    var findings: [Finding] {
        var findings: [Finding] = [], seen: Set<ObjectIdentifier> = []
        for probe in probes where seen.insert(ObjectIdentifier(probe.place.bus)).inserted {
            let neighbours = probes.filter { $0.place.bus === probe.place.bus }
            let elsewhere = neighbours.map(Self.otherAddress)
            if elsewhere.allSatisfy({ $0 == nil }), let finding = Self.finding(ofBus: neighbours) {
                findings.append(finding)
            } else {
                findings += zip(neighbours, elsewhere).map { $1.map($0.finding) ?? $0.finding }
            }
        }
        return findings
    }

    /// Where a chip answers that does not answer where it should; nil if it does, or if it answers nowhere.
    private static func otherAddress(of probe: PartProbe) -> I2CAddress? {
        guard !probe.hasWorked, let fault = probe.error?.fault else { return nil }
        switch fault {
        case .bus(let reason) where reason.reason == .notAcknowledged: break
        case .wrongIdentity: break
        default: return nil
        }
        return probe.place.otherAddresses.first { probe.answers(at: $0) }
    }

    /// One sentence if no chip of several could be reached, all for the same reason: then it is the bus.
    private static func finding(ofBus probes: [PartProbe]) -> Finding? {
        guard let first = probes.first, probes.count > 1 else { return nil }
        let reasons = probes.map { probe -> BusError? in if case .bus(let reason)? = probe.error?.fault { reason } else { nil } }
        guard let reason = reasons.first ?? nil, reasons.allSatisfy({ $0?.reason == reason.reason }) else { return nil }
        let bus = first.place.bus.name, anyMore = probes.contains { $0.hasWorked } ? " any more" : ""
        let parts = probes.map { probe in probe.part.address.map { "\(probe.part.chip) at \($0)" } ?? probe.part.chip }
            .joined(separator: ", ")
        switch reason.reason {
        case .timedOut:
            return .warning(
                bus, "is held, so that none of its parts can be reached\(anyMore) (\(reason.symbol)): \(parts)",
                "look for a short circuit of SDA or SCL, and unplug one part after the other; if none is to blame, switch the watch off and on"
            )
        case .notAcknowledged:
            return .warning(
                bus, "none of its parts answers\(anyMore) (\(reason.symbol)): \(parts)",
                "check the wires that they share: SDA, SCL, 3.3 V and ground")
        default: return nil
        }
    }
}

extension PartProbe {
    /// Whether the part's chip answers at another address.
    fileprivate func answers(at address: I2CAddress) -> Bool {
        guard let identity = identity, let found = try? identity.read(at: address, on: place.bus) else { return false }
        return identity.accepts(found)
    }

    /// One line about a part that is elsewhere.
    fileprivate func finding(at address: I2CAddress) -> Finding {
        let wanted = part.address.map { ", not \($0)" } ?? ""
        return .warning("\(part)", "answers at \(address)\(wanted)", "write that into the board file")
    }
}
