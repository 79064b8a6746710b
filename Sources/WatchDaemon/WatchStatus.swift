import Quantities
import RunCore
import WatchCore

/// What a running watch says of itself to `harrier status`: lines `NAME VALUE`, one for each thing that is known.
public struct WatchStatus: Hashable, Sendable {
    /// What the build is called.
    public var board = ""
    /// What the run is doing.
    public var phase = RunPhase.idle
    /// The run; nil if there is none.
    public var run: RunID?
    /// The run's timer; nil if there is none.
    public var timer: Duration?
    /// The run's distance; nil if there is none.
    public var distance: Distance?
    /// The pace of now; nil if it is not known.
    public var pace: Pace?
    /// Heart rate; nil if it is not known.
    public var heartRate: HeartRate?
    /// Charge, per cent; nil if it is not known.
    public var batteryPercent: UInt8?
    /// True while it is being charged.
    public var isCharging = false
    /// True with a fix. Only looked for while a run needs it.
    public var hasFix = false
    /// UTC by the watch; nil until it is known.
    public var utc: UTCInstant?
    /// True while something cannot be written to the card.
    public var hasStorageTrouble = false
    /// What is known of each part.
    public var parts: [SensorKind: SensorState] = [:]
    /// What tells of movement and height in a run, and what each is worth: names of ``sources``. Empty without a run.
    public var evidence: [String: String] = [:]

    /// Positions, the receiver's own speed, strides; the barometer and the receiver's height.
    public static let sources = ["positions", "speed", "strides", "barometer", "height"]

    /// Nothing known.
    public init() {}

    /// The status of a watch.
    public init(_ watch: Watch, board: String, at now: MonotonicInstant) {
        let session = watch.session
        self.board = board
        phase = session.phase
        if let totals = session.totals, phase != .idle {
            let time = session.runTime(at: now)
            (run, timer, distance) = (totals.header.id, totals.timer(at: time), totals.distance)
            if phase == .running { pace = totals.pace(at: time) }
        }
        heartRate = session.sensors.heartRate(at: now)?.rate
        batteryPercent = session.sensors.battery?.percent
        isCharging = session.sensors.battery?.isCharging ?? false
        hasFix = session.hasFix
        utc = watch.utc(at: now)
        hasStorageTrouble = watch.hasStorageTrouble
        for kind in SensorKind.allCases { parts[kind] = watch.state(of: kind) }
        for (source, worth) in watch.evidence { evidence[source] = worth }
    }

    /// The parts that are there and do not deliver: what they would say is missing, and what hangs on them is in doubt.
    public var doubted: [SensorKind] { SensorKind.allCases.filter { parts[$0] == .failed } }

    // MARK: - Lines

    /// The lines.
    public var text: String {
        var lines: [String] = []
        func add(_ name: String, _ value: String?) { if let value { lines.append("\(name) \(value)") } }
        add("board", String(board.map { $0.isNewline ? " " : $0 }))
        add("phase", "\(phase)")
        add("run", run.map { "\($0)" })
        add("timer_ms", timer.map { "\($0.inMilliseconds)" })
        add("distance_mm", (distance?.meters).flatMap { Int64(exactly: ($0 * 1000).rounded()) }.map { "\($0)" })
        add("pace_ms", (pace?.secondsPerKilometer).flatMap { Int64(exactly: ($0 * 1000).rounded()) }.map { "\($0)" })
        add("heart_rate_tenths", (heartRate?.beatsPerMinute).flatMap { Int64(exactly: ($0 * 10).rounded()) }.map { "\($0)" })
        add("battery", batteryPercent.map { "\($0)" })
        add("charging", isCharging ? "yes" : nil)
        add("fix", hasFix ? "yes" : nil)
        add("utc_ms", utc.map { "\($0.milliseconds)" })
        add("storage_trouble", hasStorageTrouble ? "yes" : nil)
        for kind in SensorKind.allCases { add("part_\(kind)", parts[kind].map { "\($0)" }) }
        for source in Self.sources { add("evidence_\(source)", evidence[source]) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads lines; what is not known by name is passed over, as a later watch may say more.
    public init(text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else { continue }
            read(words[0], String(words[1]))
        }
    }

    private mutating func read(_ name: Substring, _ value: String) {
        let number = Int64(value)
        switch name {
        case "board": board = value
        case "phase": phase = RunPhase.allCases.first { "\($0)" == value } ?? phase
        case "run": run = RunID(value)
        case "timer_ms": timer = number.map { .milliseconds($0) }
        case "distance_mm": distance = number.map { .meters(Double($0) / 1000) }
        case "pace_ms": pace = number.map { .secondsPerKilometer(Double($0) / 1000) }
        case "heart_rate_tenths": heartRate = number.map { .beatsPerMinute(Double($0) / 10) }
        case "battery": batteryPercent = UInt8(value)
        case "charging": isCharging = value == "yes"
        case "fix": hasFix = value == "yes"
        case "utc_ms": utc = number.map { UTCInstant(milliseconds: $0) }
        case "storage_trouble": hasStorageTrouble = value == "yes"
        default:
            if let source = Self.sources.first(where: { "evidence_\($0)" == name }) { return evidence[source] = value }
            guard let kind = SensorKind.allCases.first(where: { "part_\($0)" == name }) else { return }
            parts[kind] = [SensorState.absent, .starting, .working, .failed].first { "\($0)" == value }
        }
    }
}

/// An answer to `status` or `follow`: the status, and the picture if it was asked for.
public struct WatchView: Hashable, Sendable {
    /// The status.
    public var status: WatchStatus
    /// The picture of the display; nil if it was not asked for.
    public var picture: Bitmap?
    /// The picture's number, to be given back for the next one.
    public var serial: UInt64

    private static let end = "end\n"
    private static let largestSide = 4096

    /// A view.
    public init(_ status: WatchStatus, picture: Bitmap? = nil, serial: UInt64 = 0) {
        (self.status, self.picture, self.serial) = (status, picture, serial)
    }

    /// What is sent when the watch ends.
    static let farewell = Array(end.utf8)

    /// True for what is sent when the watch ends.
    public static func isEnd(_ bytes: [UInt8]) -> Bool { bytes == farewell }

    /// The bytes that ``init(_:)`` reads: the lines of the status, one of the picture, the picture.
    var bytes: [UInt8] {
        var bytes = Array(status.text.utf8)
        guard let picture else { return bytes }
        bytes += Array("picture \(serial) \(picture.width) \(picture.height)\n".utf8)
        picture.withUnsafeBytes { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Reads an answer; nil if it is none.
    public init?(_ bytes: [UInt8]) {
        var text = "", start = bytes.startIndex
        serial = 0
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            let line = String(decoding: bytes[start..<end], as: UTF8.self), words = line.split(separator: " ")
            start = end + 1
            guard words.first == "picture" else {
                text += line + "\n"
                continue
            }
            guard words.count == 4, let serial = UInt64(words[1]), let width = Int(words[2]), let height = Int(words[3]),
                0...Self.largestSide ~= width, 0...Self.largestSide ~= height
            else { return nil }
            var picture = Bitmap(width: width, height: height)
            guard bytes.count - start == picture.stride * picture.height else { return nil }
            picture.withUnsafeMutableBytes { $0.copyBytes(from: bytes[start...]) }
            (self.picture, self.serial) = (picture, serial)
            break
        }
        let status = WatchStatus(text: text)
        guard !status.board.isEmpty else { return nil }
        self.status = status
    }
}
