import Peripherals
import Quantities
import SystemCalls
import WatchCore

/// A thread for everything that sits on an I²C bus: the sensors, and a display if it is on one. A held bus stalls every transfer for its
/// time-out; the event loop, the buttons and a display elsewhere never wait for it.
///
/// The thread sleeps until the next service is due, or until it is told of a fix, a frame or another demand, which a batch then shares its
/// wake-up with. Readings wait until the loop is awake for something else; only what the runner has to know at once wakes it. Between start
/// and end nothing is allocated.
public final class SensorThread {
    private static let stackBytes = 256 << 10

    private let orders: Guarded<SensorOrders>
    private let news: Mailbox<SensorNews>
    private let thread: WorkerThread

    /// The display for the event loop: frames are handed over, and how they went comes with the news. Nil if no display is on a bus.
    public let displayOnLoop: (any Display)?

    /// Starts the thread. Sensors and display belong to it from now on.
    /// - Throws: the system gives no thread or descriptor.
    public init(_ sensors: any SensorServicing, display: (any Display)? = nil) throws(Errno) {
        let width = display?.width ?? 8, height = display?.height ?? 8
        let orders = Guarded(SensorOrders(frame: Bitmap(width: width, height: height)))
        let news = Mailbox(SensorNews(), signal: try WakeSignal())
        let body = SensorThreadBody(sensors, display, orders: orders, news: news)
        thread = try WorkerThread(stackBytes: Self.stackBytes) { body.run() }
        displayOnLoop = display == nil ? nil : HandedOverDisplay(to: orders, width: width, height: height)
        (self.orders, self.news) = (orders, news)
    }

    deinit { shutDown() }

    /// Readable while there are news that cannot wait.
    public var newsDescriptor: Int32 { news.descriptor }

    /// Gives what is new, in place of what stood in `latest`.
    public func takeNews(into latest: inout SensorNews) {
        latest.clear()
        news.collect { swap(&$0, &latest) }
    }

    /// Says what the sensors are to do.
    public func setDemand(_ demand: SensorDemand) { orders.withLockAndSignal { $0.demand = demand } }

    /// A position report has come: the batch of its second shares the wake-up. Not needed with a display on the bus, whose frames do.
    public func serviceOnOccasion() { orders.withLockAndSignal { $0.isOccasion = true } }

    /// Switches sensors and display off and waits for the thread's end: at most as long as the bus stalls.
    public func shutDown() {
        orders.withLockAndSignal { $0.isEnding = true }
        thread.join()
    }
}

/// What the loop wants of the thread.
struct SensorOrders {
    var demand: SensorDemand?
    var isOccasion = false
    var light: DisplayLight?
    var hasFrame = false
    var isEnding = false
    /// The frame to show, if there is one.
    var frame: Bitmap

    init(frame: Bitmap) { self.frame = frame }

    var isEmpty: Bool { demand == nil && !isOccasion && !hasFrame && light == nil && !isEnding }

    /// Leaves nothing to be done; the frame's memory stays.
    mutating func clear() { (demand, isOccasion, light, hasFrame) = (nil, false, nil, false) }
}

/// What the thread works with; nothing of it is touched by anyone else.
private final class SensorThreadBody: @unchecked Sendable {
    private let sensors: any SensorServicing
    private let display: (any Display)?
    private let orders: Guarded<SensorOrders>
    private let news: Mailbox<SensorNews>
    private var current: SensorOrders
    private var found = SensorNews()
    private var events: [Event] = []

    init(_ sensors: any SensorServicing, _ display: (any Display)?, orders: Guarded<SensorOrders>, news: Mailbox<SensorNews>) {
        (self.sensors, self.display, self.orders, self.news) = (sensors, display, orders, news)
        current = orders.withLock { $0 }
        events.reserveCapacity(64)
    }

    func run() {
        while true {
            waitForOrders()
            if current.isEnding { break }
            serveDisplay()
            serveSensors()
            publish()
        }
        sensors.shutDown()
        do throws(PeripheralError) { try display?.shutDown() } catch { found.displayOutcome = .failed(error) }
    }

    private func waitForOrders() {
        orders.wait { orders -> Guarded<SensorOrders>.Finding<Void> in
            if orders.isEmpty, MonotonicClock.now() < sensors.nextService { return .wait(until: sensors.nextService) }
            current.take(&orders)
            return .ready(())
        }
    }

    private func serveDisplay() {
        guard let display, current.light != nil || current.hasFrame else { return }
        do throws(PeripheralError) {
            if let light = current.light { try display.setLight(light) }
            if current.hasFrame { try display.show(current.frame) }
            found.displayOutcome = .shown
        } catch { found.displayOutcome = .failed(error) }
    }

    private func serveSensors() {
        if let demand = current.demand { note { sensors.setDemand(demand, at: $0, into: &events) } }
        if current.isOccasion || current.hasFrame { note { sensors.serviceOnOccasion(at: $0, into: &events) } }
        if MonotonicClock.now() >= sensors.nextService { note { sensors.service(at: $0, into: &events) } }
    }

    /// Readings are those of the instant at which the parts were asked, however late the loop hears of them (R-B13).
    private func note(_ service: (MonotonicInstant) -> Void) {
        let now = MonotonicClock.now()
        service(now)
        for event in events {
            if case .sensor(let kind, .failed) = event, let trouble = sensors.trouble(of: kind) { found.troubles.append(trouble) }
            found.events.append(TimedEvent(event, at: now))
        }
        events.removeAll(keepingCapacity: true)
    }

    private func publish() {
        guard !found.isEmpty else { return }
        news.post { news in
            news.add(found)
            return news.isUrgent
        }
        found.clear()
    }
}

extension SensorOrders {
    /// Takes the orders over and leaves none; the frame is copied only if there is one.
    fileprivate mutating func take(_ others: inout SensorOrders) {
        (demand, isOccasion, light, hasFrame, isEnding) =
            (others.demand, others.isOccasion, others.light, others.hasFrame, others.isEnding)
        if others.hasFrame { frame.copy(others.frame) }
        others.clear()
    }
}

/// A display on the sensors' bus as the event loop sees it.
private final class HandedOverDisplay: Display {
    let width: Int, height: Int
    private let orders: Guarded<SensorOrders>

    init(to orders: Guarded<SensorOrders>, width: Int, height: Int) {
        self.orders = orders
        (self.width, self.height) = (width, height)
    }
    var answersLater: Bool { true }
    func show(_ frame: Bitmap) throws(PeripheralError) {
        guard frame.width == width, frame.height == height else { return }
        orders.withLockAndSignal { orders in
            orders.frame.copy(frame)
            orders.hasFrame = true
        }
    }
    func setLight(_ light: DisplayLight) throws(PeripheralError) { orders.withLockAndSignal { $0.light = light } }
    /// The thread does it at its end.
    func shutDown() throws(PeripheralError) {}
}
