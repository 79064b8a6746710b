import JSONText
import LinuxPeripherals
import Peripherals
import Quantities

/// What gpsd and its receiver have said.
struct ReceiverRecord: Hashable {
    var link = GPSLink.noDaemon
    /// Why there is no connection.
    var problem: String?
    /// gpsd's name for the receiver's protocol.
    var driver: String?
    /// The best fix.
    var mode = GPSFix.Mode.none
    var hasPosition = false
    var sky: SkyView?

    mutating func take(_ fix: GPSFix) {
        if let mode = fix.mode, mode.rawValue > self.mode.rawValue { self.mode = mode }
        if fix.position != nil { hasPosition = true }
    }

    /// - Parameters:
    ///   - isNeeded: whether somebody counts on it; otherwise a missing gpsd is only worth a warning.
    ///   - duration: for how long it was listened to.
    func finding(address: String, isNeeded: Bool, after duration: Duration) -> Finding {
        switch link {
        case .attached, .silent:
            let receiver = "\(address) has a receiver" + (driver.map { ", \($0)" } ?? "")
            let satellites = sky.flatMap(Self.text).map { "; \($0)" } ?? ""
            if hasPosition {
                let kind = mode == .threeDimensional ? "a 3D fix" : mode == .twoDimensional ? "a 2D fix" : "a fix"
                return .ok("gpsd", "\(receiver), with \(kind)\(satellites)", values: values)
            }
            return .warning(
                "gpsd", "\(receiver), without a fix in \(secondsText(duration))\(satellites)",
                "wait under open sky; if `gpsmon` shows nothing, check the antenna and the baud rate", values: values)
        case .noReceiver:
            return .warning("gpsd", "\(address) answers but has no receiver", "name it in /etc/default/gpsd: DEVICES=\"/dev/serial0\"")
        case .noDaemon:
            let advice = "start it (sudo systemctl enable --now gpsd), or say where it listens with --gpsd HOST:PORT"
            let text = "no gpsd at \(address): it \(problem ?? "does not answer")"
            return isNeeded ? .problem("gpsd", text, advice) : .warning("gpsd", text + "; simulating and replaying need none", advice)
        }
    }

    private static func text(_ sky: SkyView) -> String? {
        switch (sky.used, sky.visible) {
        case (let used?, let visible?): "\(used) of \(visible) satellites used"
        case (let used?, nil): "\(used) satellites used"
        case (nil, let visible?): "\(visible) satellites heard"
        case (nil, nil): nil
        }
    }

    private var values: JSONObject {
        var values = JSONObject()
        if let driver { values["driver"] = .string(driver) }
        values["fix_dimensions"] = .integer(mode == .threeDimensional ? 3 : mode == .twoDimensional ? 2 : 0)
        if let used = sky?.used { values["satellites_used"] = .integer(Int64(used)) }
        if let visible = sky?.visible { values["satellites_visible"] = .integer(Int64(visible)) }
        return values
    }
}

/// A gpsd that is listened to while the loop runs.
public final class GPSDExamination {
    private final class Book {
        var record = ReceiverRecord()
        var isDecided = false
    }

    /// An answer is awaited for this long.
    private static let patience = Duration.seconds(2)

    private let address: GPSDAddress
    private let isNeeded: Bool
    private let client: GPSDClient
    private let book = Book()

    /// Starts to listen.
    /// - Parameter isNeeded: whether somebody counts on it.
    public init(address: String, isNeeded: Bool, on loop: EventLoop) throws(PeripheralError) {
        self.address = try GPSDAddress(address)
        self.isNeeded = isNeeded
        var limits = GPSDClient.Limits()
        limits.silence = Self.patience
        limits.tolerance = .zero
        let book = book
        client = try GPSDClient(self.address, on: loop, limits: limits) { report, _ in
            switch report {
            case .fix(let fix): book.record.take(fix)
            case .sky(let sky): book.record.sky = sky
            case .link(let link):
                book.record.link = link
                book.isDecided = true
            }
        }
        client.start()
    }

    /// True once there is nothing more to learn.
    public var isDone: Bool {
        guard book.isDecided else { return false }
        switch book.record.link {
        case .noDaemon, .noReceiver: return true
        case .attached, .silent: return book.record.hasPosition && book.record.sky != nil
        }
    }

    /// Ends listening, and says what was heard.
    public func finding(after duration: Duration) -> Finding {
        book.record.problem = client.problem?.problem
        book.record.driver = client.driver
        client.stop()
        return book.record.finding(address: "\(address)", isNeeded: isNeeded, after: duration)
    }
}
