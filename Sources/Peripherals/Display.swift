import Quantities

/// A display, or whatever stands in for one: a panel, a terminal, a folder of pictures.
/// A display that fails does not stop the recorder (fault C15): it throws, and its owner retries with back-off.
public protocol Display: AnyObject {
    /// Pixels per row of the panel.
    var width: Int { get }
    /// Rows of the panel.
    var height: Int { get }
    /// Shows a frame of exactly the panel's size. Only what changed since the last frame need be sent.
    func show(_ frame: Bitmap) throws(PeripheralError)
    /// Full light, reduced light, or dark (a panel that needs no power to show keeps its picture). After a failure the panel has the old
    /// light or the new one; asked again, it tries again.
    func setLight(_ light: DisplayLight) throws(PeripheralError)
    /// Leaves the panel as it is to be left when the watch ends: dark or blank, since it may keep its supply. A later frame sets it up again.
    func shutDown() throws(PeripheralError)
    /// True where a frame is handed over and how it went comes back later.
    var answersLater: Bool { get }
}

extension Display {
    /// Makes it dark.
    public func shutDown() throws(PeripheralError) { try setLight(.off) }
    /// False: a frame that was shown without an error is shown.
    public var answersLater: Bool { false }
}

/// How bright a display is.
public enum DisplayLight: UInt8, Sendable {
    /// As bright as set.
    case on
    /// Reduced after 10 s without a button.
    case dim
    /// Dark.
    case off
}

/// A buzzer, a vibration motor, a terminal's bell.
public protocol Buzzer: AnyObject {
    /// Starts a pattern and returns at once; a running pattern is replaced.
    func play(_ pattern: BuzzPattern) throws(PeripheralError)
}

/// What a part failed at, in words a runner can act on.
public struct PeripheralError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The part, with its address: `MAX30102 at 0x57 on /dev/i2c-1`.
    public var part: String
    /// What it did: `did not answer (EREMOTEIO)`.
    public var problem: String
    /// What to do: `check the cable`.
    public var advice: String
    /// A failure.
    public init(part: String, problem: String, advice: String) {
        self.part = part
        self.problem = problem
        self.advice = advice
    }
    /// The sentence.
    public var description: String { "\(part) \(problem): \(advice)" }
}

/// What a position receiver's connection delivers.
public enum GPSReport: Hashable, Sendable {
    /// A position report, believed or not.
    case fix(GPSFix)
    /// How many satellites are used and heard.
    case sky(SkyView)
    /// The connection itself.
    case link(GPSLink)
}

/// The state of the way to the receiver.
public enum GPSLink: UInt8, Sendable {
    /// No daemon answers; it is being retried with back-off (fault A26).
    case noDaemon
    /// The daemon answers but has no receiver.
    case noReceiver
    /// A receiver is attached.
    case attached
    /// A receiver was attached but has said nothing for 5 s (an unplugged one sends no message).
    case silent
}
