import Glibc
import Peripherals
import Quantities

import SystemCalls
import WatchCore

/// A thread for everything that sits on an I²C bus: the sensors, and a display if it is on one. A held bus stalls every transfer for its
/// time-out; the event loop, the buttons and a display elsewhere never wait for it.
///
/// The thread sleeps until the next service is due, or until it is told of a fix, a frame or another demand, which a batch then shares its
/// wake-up with. Readings wait until the loop is awake for something else; only what the runner has to know at once wakes it. Between start
/// and end nothing is allocated. It lives until ``shutDown()``.
public final class SensorThread: @unchecked Sendable {
    private static let stackBytes = 256 << 10
    /// Readings that may wait: some minutes of rest.
    private static let mostWaiting = 32

    /// What the sensors and the display have brought since the loop asked last.
    public struct News {
        /// In their order.
        public var events: [Event] = []
        /// What was wrong with each part that failed; for the journal.
        public var troubles: [ChipError] = []
        /// What the display failed at last; nil if every frame was shown.
        public var displayFailure: PeripheralError?

        /// Nothing.
        public init() {
            events.reserveCapacity(64)
            troubles.reserveCapacity(8)
        }

        var isEmpty: Bool { events.isEmpty && troubles.isEmpty && displayFailure == nil }

        /// True if the loop is to be woken for it.
        var isUrgent: Bool {
            displayFailure != nil
                || events.contains { event in
                    switch event {
                    case .sensor, .wristRaised, .fix, .battery: true
                    default: false
                    }
                }
        }

        /// Forgets everything and keeps the memory.
        public mutating func clear() {
            events.removeAll(keepingCapacity: true)
            troubles.removeAll(keepingCapacity: true)
            displayFailure = nil
        }
    }

    /// What the loop wants of the thread.
    private struct Orders {
        var demand: SensorDemand?
        var isOccasion = false
        var hasFrame = false
        var light: DisplayLight?
        var isEnding = false
        var isEmpty: Bool { demand == nil && !isOccasion && !hasFrame && light == nil && !isEnding }
    }

    private let thread: WorkerThread
    // Guarded by the thread's mutex.
    private var orders = Orders()
    private var orderedFrame: Bitmap
    private var news = News()
    private var isTold = false
    // The thread's own.
    private let sensors: any SensorServicing
    private let display: (any Display)?
    private var frame: Bitmap
    private var found = News()

    /// The display for the event loop: frames are handed over, and failures come with the news. Nil if no display is on a bus.
    public private(set) var displayOnLoop: (any Display)?

    /// Starts the thread. Sensors and display belong to it from now on.
    /// - Throws: the system gives no thread or pipe.
    public init(_ sensors: any SensorServicing, display: (any Display)? = nil) throws(Errno) {
        self.sensors = sensors
        self.display = display
        frame = Bitmap(width: display?.width ?? 8, height: display?.height ?? 8)
        orderedFrame = frame
        thread = try WorkerThread()
        if let display { displayOnLoop = HandedOverDisplay(to: self, width: display.width, height: display.height) }
        try thread.start(stackBytes: Self.stackBytes) { [self] in run() }
    }

    // MARK: - For the loop

    /// Readable while there are news that cannot wait.
    public var newsDescriptor: Int32 { thread.newsDescriptor }

    /// Gives what is new, in place of what stood in `latest`.
    public func takeNews(into latest: inout News) {
        latest.clear()
        let wasTold = thread.locked {
            swap(&news, &latest)
            defer { isTold = false }
            return isTold
        }
        if wasTold { thread.lowerNews() }
    }

    /// Says what the sensors are to do.
    public func setDemand(_ demand: SensorDemand) { order { $0.demand = demand } }

    /// A position report has come: the batch of its second shares the wake-up. Not needed with a display on the bus, whose frames do.
    public func serviceOnOccasion() { order { $0.isOccasion = true } }

    /// Switches the sensors off and waits for the thread's end: at most as long as the bus stalls.
    public func shutDown() {
        order { $0.isEnding = true }
        thread.join()
        displayOnLoop = nil
    }

    fileprivate func show(_ frame: Bitmap) {
        thread.locked {
            orderedFrame.copy(frame)
            orders.hasFrame = true
        }
        thread.wake()
    }

    fileprivate func setLight(_ light: DisplayLight) { order { $0.light = light } }

    private func order(_ change: (inout Orders) -> Void) {
        thread.locked { change(&orders) }
        thread.wake()
    }

    // MARK: - The thread

    private func run() {
        while true {
            let orders = waitForWork()
            if orders.isEnding { break }
            serveDisplay(orders)
            serveSensors(orders)
            publish()
        }
        sensors.shutDown()
    }

    private func waitForWork() -> Orders {
        thread.locked {
            while orders.isEmpty {
                let next = sensors.nextService
                guard WorkerThread.now < next else { break }
                thread.wait(until: next)
            }
            let taken = orders
            if taken.hasFrame { frame.copy(orderedFrame) }
            orders = Orders()
            return taken
        }
    }

    private func serveDisplay(_ orders: Orders) {
        guard let display else { return }
        do {
            if let light = orders.light { try display.setLight(light) }
            if orders.hasFrame { try display.show(frame) }
        } catch { found.displayFailure = error }
    }

    private func serveSensors(_ orders: Orders) {
        if let demand = orders.demand { sensors.setDemand(demand, at: WorkerThread.now, into: &found.events) }
        if orders.isOccasion || orders.hasFrame { sensors.serviceOnOccasion(at: WorkerThread.now, into: &found.events) }
        let now = WorkerThread.now
        if now >= sensors.nextService { sensors.service(at: now, into: &found.events) }
        for event in found.events {
            if case .sensor(let kind, .failed) = event, let trouble = sensors.trouble(of: kind) { found.troubles.append(trouble) }
        }
    }

    private func publish() {
        guard !found.isEmpty else { return }
        let tells = thread.locked {
            news.events.append(contentsOf: found.events)
            news.troubles.append(contentsOf: found.troubles)
            if let failure = found.displayFailure { news.displayFailure = failure }
            guard !isTold, found.isUrgent || news.events.count >= Self.mostWaiting else { return false }
            isTold = true
            return true
        }
        // After the mutex was given back, else the loop wakes only to wait for it. If the loop has just taken the news by itself, it finds none.
        if tells { thread.raiseNews() }
        found.clear()
    }
}

/// A display on the sensors' bus as the event loop sees it.
private final class HandedOverDisplay: Display {
    let width: Int, height: Int
    private unowned let thread: SensorThread

    init(to thread: SensorThread, width: Int, height: Int) {
        self.thread = thread
        (self.width, self.height) = (width, height)
    }
    func show(_ frame: Bitmap) throws(PeripheralError) {
        guard frame.width == width, frame.height == height else { return }
        thread.show(frame)
    }
    func setLight(_ light: DisplayLight) throws(PeripheralError) { thread.setLight(light) }
}
