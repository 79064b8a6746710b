import Glibc
import Quantities
import SystemCalls
import Testing

/// A signal that lets the other side come in wherever a real one would.
private final class ScheduledSignal: WakeSignaling, @unchecked Sendable {
    let descriptor: Int32 = -1
    private(set) var isRaised = false
    var between: () -> Void = {}

    func raise() {
        between()
        isRaised = true
        between()
    }
    func lower() {
        between()
        isRaised = false
        between()
    }
}

/// Runs both sides of a mailbox in one thread, switching between them at every point at which the scheduler of a machine could.
private final class Interleaving {
    private let signal = ScheduledSignal()
    private let mailbox: Mailbox<[Bool]>
    private var random: UInt64
    private var depth = 0
    private(set) var steps = 0
    private(set) var taken = 0
    private(set) var posted = 0
    /// How often the sides met.
    private(set) var switches = 0

    init(seed: UInt64) {
        random = seed
        mailbox = Mailbox([], signal: signal)
        mailbox.betweenSteps = { [unowned self] in other() }
        signal.between = { [unowned self] in other() }
    }

    private func draw(_ count: UInt64) -> UInt64 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (random >> 33) % count
    }

    func step() {
        steps += 1
        switch draw(4) {
        case 0, 1: collect()
        case 2: post(isUrgent: true)
        default: post(isUrgent: false)
        }
    }

    /// Collects what is left, with nobody coming in between.
    func finish() {
        depth = 3
        collect()
    }

    private func other() {
        guard depth < 3, !mailbox.isLocked, draw(3) == 0 else { return }
        depth += 1
        defer { depth -= 1 }
        switches += 1
        step()
    }

    private func post(isUrgent: Bool) {
        posted += 1
        mailbox.post { news in
            news.append(isUrgent)
            return isUrgent
        }
    }

    func collect() {
        var news: [Bool] = []
        mailbox.collect { swap(&$0, &news) }
        taken += news.count
    }

    /// What lies in the mailbox, looked at without taking it.
    var holdsUrgent: Bool {
        depth += 3
        defer { depth -= 3 }
        return mailbox.collectNothing { $0.contains(true) }
    }
    var isRaised: Bool { signal.isRaised }
}

extension Mailbox where Content == [Bool] {
    /// Looks without lowering the signal.
    fileprivate func collectNothing(_ look: (Content) -> Bool) -> Bool {
        var found = false
        post { news in
            found = look(news)
            return false
        }
        return found
    }
}

@Suite struct MailboxTests {
    @Test(
        "R-B2: in a million interleavings the signal is up exactly while something urgent lies there", arguments: [1, 2, 3, 4] as [UInt64])
    func interleavings(seed: UInt64) {
        let both = Interleaving(seed: seed)
        var wrong = 0
        while both.steps < 250_000 {
            both.step()
            if both.isRaised != both.holdsUrgent { wrong += 1 }
        }
        both.finish()
        // Values only: what holds a lock is not to be looked into by a failing expectation.
        let (switches, taken, posted, isRaised) = (both.switches, both.taken, both.posted, both.isRaised)
        #expect(wrong == 0)
        #expect(switches > 50_000)
        #expect(taken == posted)
        #expect(!isRaised)
    }

    @Test("R-B2: a thread that posts without a break leaves a quiet descriptor, once all is collected")
    func threads() throws {
        let mailbox = Mailbox(0, signal: try WakeSignal())
        let count = 20_000
        let thread = try WorkerThread(stackBytes: 256 << 10) {
            for number in 1...count {
                mailbox.post { sum in
                    sum += 1
                    return number % 3 == 0 || number == count
                }
            }
        }
        var sum = 0
        while sum < count {
            var wait = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 60_000) == 1 else { break }
            mailbox.collect { waiting in
                sum += waiting
                waiting = 0
            }
        }
        thread.join()
        var wait = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&wait, 1, 0) == 0)
        #expect(sum == count)
    }
}

@Suite struct GuardedTests {
    @Test("A thread that waits is woken by a signal and by the instant that it named")
    func wait() throws {
        let guarded = Guarded(0), seen = Guarded<[Int]>([])
        let thread = try WorkerThread(stackBytes: 256 << 10) {
            for wanted in 1...3 {
                let found = guarded.wait { value -> Guarded<Int>.Finding<Int> in
                    // The third time it goes on by itself.
                    if wanted == 3, value < 3 { value += 1 }
                    return value >= wanted ? .ready(value) : .wait(until: MonotonicClock.now() + .milliseconds(1))
                }
                seen.withLock { $0.append(found) }
                if found == 1 { guarded.withLockAndSignal { $0 = 2 } }
            }
        }
        guarded.withLockAndSignal { $0 = 1 }
        thread.join()
        #expect(seen.withLock { $0 } == [1, 2, 3])
    }

    @Test("An instant before the boot is an instant: nobody waits for it")
    func longAgo() {
        let guarded = Guarded(0)
        let asked = guarded.wait { asked -> Guarded<Int>.Finding<Int> in
            asked += 1
            return asked == 3 ? .ready(asked) : .wait(until: MonotonicInstant(nanoseconds: .min))
        }
        #expect(asked == 3)
    }
}

@Suite struct WorkerThreadTests {
    private final class Owner: Sendable {
        let thread: Guarded<WorkerThread?>
        init(_ end: Guarded<Bool>) throws {
            thread = Guarded(
                try WorkerThread(stackBytes: 256 << 10) {
                    end.wait { $0 ? Guarded<Bool>.Finding.ready(()) : .wait(until: nil) }
                })
        }
    }

    @Test("R-B24: an owner that is dropped without a word neither waits for its thread nor leaks it")
    func dropped() throws {
        let end = Guarded(false)
        var owner: Owner? = try Owner(end)
        weak var gone = owner
        owner = nil
        #expect(gone == nil)
        end.withLockAndSignal { $0 = true }
    }
}
