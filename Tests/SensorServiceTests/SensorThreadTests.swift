import Glibc
import Peripherals
import Quantities
import SensorService
import SystemCalls
import Testing
import WatchCore

/// Sensors that note what is asked of them, and may stall as a held bus does until they are let go.
private final class NotingSensors: SensorServicing, @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let noting = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var notes: [String] = []
    private var next: MonotonicInstant
    private let gate: (read: Int32, write: Int32)?

    init(next: MonotonicInstant = MonotonicInstant(nanoseconds: .max), stalls: Bool = false) {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(noting, nil)
        self.next = next
        var ends: [Int32] = [-1, -1]
        gate = stalls && pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
    }

    private func note(_ text: String) {
        pthread_mutex_lock(mutex)
        notes.append(text)
        pthread_cond_broadcast(noting)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until so much was asked.
    func wait(forNotes count: Int) {
        pthread_mutex_lock(mutex)
        while notes.count < count { pthread_cond_wait(noting, mutex) }
        pthread_mutex_unlock(mutex)
    }

    var noted: [String] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return notes
    }

    /// Lets one stalled service go on.
    func letGo() {
        var byte: UInt8 = 0
        if let gate { _ = write(gate.write, &byte, 1) }
    }

    private func stall() {
        var byte: UInt8 = 0
        if let gate { _ = read(gate.read, &byte, 1) }
    }

    var nextService: MonotonicInstant { next }
    func service(at now: MonotonicInstant, into events: inout [Event]) {
        next = MonotonicInstant(nanoseconds: .max)
        note("service")
        stall()
        events.append(.sensor(.heartRate, .failed))
    }
    func serviceOnOccasion(at now: MonotonicInstant, into events: inout [Event]) {
        note("occasion")
        events.append(.pressure(.hectopascals(1000)))
    }
    func setDemand(_ demand: SensorDemand, at now: MonotonicInstant, into events: inout [Event]) { note("\(demand)") }
    func trouble(of kind: SensorKind) -> ChipError? {
        ChipError(part: PartName(chip: "MAX30101", address: I2CAddress(0x57), bus: "/dev/i2c-1"), fault: .frozen)
    }
    func shutDown() { note("off") }
}

/// A panel on the sensors' bus that notes what it shows.
private final class NotingPanel: Display {
    let width = 128, height = 64
    var failure: PeripheralError?
    private let sensors: NotingSensors
    init(_ sensors: NotingSensors) { self.sensors = sensors }
    func show(_ frame: Bitmap) throws(PeripheralError) {
        if let failure { throw failure }
    }
    private(set) var isOff = false
    func setLight(_ light: DisplayLight) throws(PeripheralError) { isOff = light == .off }
}

@Suite struct SensorThreadTests {
    /// Waits until there are news, and takes them.
    private func news(of thread: SensorThread) -> SensorNews {
        var descriptor = pollfd(fd: thread.newsDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, 20_000) == 1)
        var news = SensorNews()
        thread.takeNews(into: &news)
        return news
    }

    private func isQuiet(_ thread: SensorThread) -> Bool {
        var descriptor = pollfd(fd: thread.newsDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 0
    }

    @Test("A service that is due is done, and a part that failed is told with what is wrong with it")
    func service() throws {
        let sensors = NotingSensors(next: MonotonicInstant(nanoseconds: 0))
        let thread = try SensorThread(sensors)
        let news = news(of: thread)
        #expect(news.events.count == 1 && news.troubles.count == 1)
        #expect(news.troubles.first?.description.contains("MAX30101 at 0x57 on /dev/i2c-1 repeats the same values") == true)
        #expect(isQuiet(thread))
        thread.shutDown()
        #expect(sensors.noted == ["service", "off"])
    }

    @Test("I8: readings wait for the loop to be awake, and a frame or a fix brings a batch along")
    func occasion() throws {
        let sensors = NotingSensors()
        let thread = try SensorThread(sensors, display: NotingPanel(sensors))
        let display = try #require(thread.displayOnLoop)
        for occasion in 1...4 {
            if occasion % 2 == 0 { try display.show(Bitmap(width: 128, height: 64)) } else { thread.serviceOnOccasion() }
            sensors.wait(forNotes: occasion)
        }
        thread.shutDown()
        #expect(isQuiet(thread))
        var news = SensorNews()
        thread.takeNews(into: &news)
        #expect(news.events.count == 4)
        #expect(sensors.noted == ["occasion", "occasion", "occasion", "occasion", "off"])
    }

    @Test("Readings that nobody takes wake the loop before there are many")
    func unread() throws {
        let sensors = NotingSensors()
        let thread = try SensorThread(sensors)
        for count in 1...32 {
            #expect(isQuiet(thread))
            thread.serviceOnOccasion()
            sensors.wait(forNotes: count)
        }
        #expect(news(of: thread).events.count == 32)
        thread.shutDown()
    }

    @Test("I3: while the bus is held the loop goes on: orders are taken, the last demand counts, and the end comes with the bus")
    func heldBus() throws {
        let sensors = NotingSensors(next: MonotonicInstant(nanoseconds: 0), stalls: true)
        let panel = NotingPanel(sensors)
        let thread = try SensorThread(sensors, display: panel)
        sensors.wait(forNotes: 1)
        for _ in 0..<1000 { thread.setDemand(.run) }
        thread.setDemand(.rest)
        let display = try #require(thread.displayOnLoop)
        for _ in 0..<1000 { try display.show(Bitmap(width: 128, height: 64)) }
        sensors.letGo()
        // A thousand orders are one.
        sensors.wait(forNotes: 3)
        thread.shutDown()
        #expect(sensors.noted == ["service", "rest", "occasion", "off"])
    }

    @Test("C15, R-B6: a display on the bus says how each frame went: a failure wakes the loop, a success waits for it")
    func display() throws {
        let sensors = NotingSensors()
        let panel = NotingPanel(sensors)
        panel.failure = PeripheralError(part: "The display", problem: "did not answer", advice: "check its wires")
        let thread = try SensorThread(sensors, display: panel)
        let display = try #require(thread.displayOnLoop)
        #expect(display.width == 128 && display.height == 64 && display.answersLater)
        for _ in 0..<3 {
            try display.show(Bitmap(width: 128, height: 64))
            guard case .failed(let failure) = news(of: thread).displayOutcome else {
                Issue.record("the failure was not told")
                continue
            }
            #expect(failure == panel.failure)
        }
        panel.failure = nil
        try display.show(Bitmap(width: 128, height: 64))
        sensors.wait(forNotes: 4)
        thread.shutDown()
        #expect(isQuiet(thread))
        var last = SensorNews()
        thread.takeNews(into: &last)
        if case .shown = last.displayOutcome {} else { Issue.record("the success was not told") }
        #expect(panel.isOff)
    }

    @Test("R-B13: readings that waited have the instants at which they were taken")
    func instants() throws {
        let sensors = NotingSensors()
        let thread = try SensorThread(sensors)
        let before = MonotonicClock.now()
        for count in 1...3 {
            thread.serviceOnOccasion()
            sensors.wait(forNotes: count)
        }
        thread.shutDown()
        var news = SensorNews()
        thread.takeNews(into: &news)
        let instants = news.events.map(\.instant)
        #expect(instants.count == 3 && instants == instants.sorted())
        #expect(instants.allSatisfy { $0 > before && $0 < MonotonicClock.now() })
    }

    @Test("R-B24: a thread that is dropped without a word ends, and switches its sensors off")
    func dropped() throws {
        let sensors = NotingSensors()
        var thread: SensorThread? = try SensorThread(sensors)
        thread?.setDemand(.run)
        sensors.wait(forNotes: 1)
        thread = nil
        #expect(sensors.noted == ["run", "off"])
    }
}
