import JSONText
import Peripherals
import Quantities

/// One part under examination: serviced when its driver asks for it, over some seconds, and what came of it.
///
/// It owns no clock and does not wait: whoever owns it calls ``service(at:)`` at ``nextService`` until that is nil.
struct PartProbe {
    /// Where a part is, for what its driver does not tell.
    struct Place {
        var bus: any I2CBus
        /// Where else the same chip could be, by its pins, and no other part of the board is.
        var otherAddresses: [I2CAddress] = []
    }

    /// FIFOs are read this often when nothing else is asked for.
    private static let period = Duration.milliseconds(500)
    /// After a failure the part is left alone for so long: on a held bus each attempt costs its time-out.
    private static let retry = Duration.seconds(1)
    /// How much longer a part is looked at that is being set up, is silent or may be repeating itself: drivers take 4 s to be sure.
    private static let grace = Duration.seconds(3)
    /// How far off a chip's oscillator may be, as a share of what it should be; data sheets promise some per cent.
    private static let rates = 0.75...1.25

    let place: Place
    /// When ``service(at:)`` is wanted next; nil when enough was seen.
    private(set) var nextService: MonotonicInstant?
    /// What was wrong at the last service; nil if it went well.
    private(set) var error: ChipError?
    /// True once the part has been set up.
    var hasWorked: Bool { measuringSince != nil }

    private var measurements: any PartMeasurements
    private let start: MonotonicInstant
    private let duration: Duration
    private var end: MonotonicInstant
    private var measuringSince: MonotonicInstant?
    private var lastGood: MonotonicInstant?
    private var lastFailure: ChipError?
    private var services = 0
    private var failures = 0
    private var samples = 0
    private var found: UInt16?
    /// What it said it was, where that was something else.
    private var strangers: Set<UInt16> = []

    /// - Parameter duration: for how long it is looked at, once it measures.
    init(_ measurements: any PartMeasurements, at place: Place, from start: MonotonicInstant, for duration: Duration) {
        self.measurements = measurements
        self.place = place
        self.start = start
        self.duration = duration
        end = start + duration
        nextService = start
    }

    var part: PartName { measurements.part }
    var identity: ChipIdentity? { measurements.identity }

    /// Lets the driver take what is due.
    mutating func service(at now: MonotonicInstant) {
        services += 1
        do throws(ChipError) {
            let report = try ServiceReport.whileMoreWaits(at: now) { () throws(ChipError) in try measurements.service(at: now) }
            samples += report.samples
            error = nil
            lastGood = now
            if report.isMeasuring { noteMeasuring(at: now) }
            schedule(after: now, report.again)
        } catch { note(error, at: now) }
    }

    /// Switches a part off that was set up. What comes of that changes nothing of what is said of it.
    func shutDown() { if hasWorked { try? measurements.shutDown() } }

    private mutating func noteMeasuring(at now: MonotonicInstant) {
        if measuringSince == nil {
            measuringSince = now
            end = min(now + duration, end + Self.retry)
        }
        guard found == nil, let identity = measurements.identity, let address = part.address else { return }
        // The driver has compared it; here it is only shown, and if it cannot be read now, then with the next service.
        found = try? identity.read(at: address, on: place.bus)
    }

    private mutating func note(_ error: ChipError, at now: MonotonicInstant) {
        failures += 1
        if case .wrongIdentity(let stranger, _) = error.fault { strangers.insert(stranger) }
        self.error = error
        lastFailure = error
        // A chip that only lost its settings answers, and costs no time-out.
        let wait = error.fault == .restarted ? Self.period : Self.retry
        nextService = now < end ? min(now + wait, end) : nil
    }

    private mutating func schedule(after now: MonotonicInstant, _ again: MonotonicInstant?) {
        if let again, again > now {
            nextService = again <= end + Self.grace ? again : nil
        } else if now < end {
            nextService = min(now + Self.period, end)
        } else {
            let isDoubtful = samples == 0 || measurements.isRepeating
            nextService = isDoubtful && now < end + Self.grace ? now + Self.period : nil
        }
    }

    // MARK: - What came of it

    /// One line about the part.
    var finding: Finding {
        if let error { return finding(of: error) }
        guard samples > 0 else {
            return warning(
                "is set up and delivers nothing in \(secondsText(duration))", "look again with --seconds 10; if nothing comes, replace it")
        }
        if let doubt = measurements.doubt { return warning("\(summary); \(doubt.text)", doubt.advice) }
        if let lastFailure {
            let complaint = Complaint(lastFailure)
            return warning("\(summary); but \(failures) of \(services) times it \(complaint.text)", complaint.advice)
        }
        if let rate = wrongRate {
            let due = decimal(measurements.samplesPerSecond, 0)
            return warning(
                "\(summary); that is \(decimal(rate, 0)) samples a second where \(due) are due",
                "name the right chip in the board file; if it is the right one, replace it")
        }
        return .ok("\(part)", summary, values: values)
    }

    /// Samples a second, if they are not what the driver has asked for. Nothing is said of a time too short to count in.
    private var wrongRate: Double? {
        guard let due = measurements.samplesPerSecond, due > 0, watched >= Self.retry else { return nil }
        let rate = Double(samples) / watched.inSeconds
        return Self.rates.contains(rate / due) ? nil : rate
    }

    private func finding(of error: ChipError) -> Finding {
        let complaint = Complaint(error)
        switch error.fault {
        case .bus(let reason) where reason.reason == .noBus || reason.reason == .notPermitted:
            return .problem("\(part)", complaint.text, complaint.advice)
        case .frozen, .silent: return warning(complaint.text, complaint.advice)
        case .restarted where measurements.isRepeating:
            // Its clock stands still as well.
            let complaint = Complaint(ChipError(part: error.part, fault: .frozen))
            return warning(complaint.text, complaint.advice)
        case .wrongIdentity where strangers.count > 1:
            return warning("says each time that it is something else", "check its wires, and that no other part has its address")
        default:
            guard let measuringSince, let lastGood, samples > 0 else { return warning(complaint.text, complaint.advice) }
            return warning("worked for \(secondsText(lastGood - measuringSince)), then it \(complaint.text)", complaint.advice)
        }
    }

    private func warning(_ text: String, _ advice: String) -> Finding { .warning("\(part)", text, advice, values: values) }

    private var summary: String {
        var identity = found.map { ["id \(hexadecimal($0))"] } ?? []
        if let found, let name = measurements.identity?.name(of: found), name != part.chip {
            identity.append("\(name) sold as \(part.chip)")
        }
        identity += measurements.details
        var parts = identity.isEmpty ? [] : [identity.joined(separator: ", ")]
        if measurements.samplesPerSecond != nil { parts.append("\(samples) samples in \(secondsText(watched))") }
        return (parts + measurements.readings).joined(separator: "; ")
    }

    private func hexadecimal(_ value: UInt16) -> String {
        let digits = String(value, radix: 16, uppercase: true), width = 2 * (measurements.identity?.length ?? 1)
        return "0x" + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private var watched: Duration {
        guard let measuringSince, let lastGood else { return .zero }
        return lastGood - measuringSince
    }

    private var values: JSONObject {
        var values = JSONObject()
        if let found { values["chip_id"] = .integer(Int64(found)) }
        values["services"] = .integer(Int64(services))
        values["failures"] = .integer(Int64(failures))
        values["samples"] = .integer(Int64(samples))
        values["duration_s"] = .number(watched.inSeconds)
        for member in measurements.values.members { values[member.name] = member.value }
        return values
    }
}
