import Quantities
import WatchCore

/// Something that has events for a watch at known instants: a scripted runner, a recording.
public protocol EventFeed: AnyObject {
    /// When the next events come; nil when there are no more.
    var nextInstant: MonotonicInstant? { get }
    /// Puts the events of ``nextInstant`` down and moves on.
    func deliver(to queue: EventQueue)
    /// The watch wants something else of its sensors.
    func setDemand(_ demand: SensorDemand, at now: MonotonicInstant)
}

extension EventFeed {
    /// Does nothing: a feed of values has no sensors to switch.
    public func setDemand(_ demand: SensorDemand, at now: MonotonicInstant) {}
}

/// A loop whose clock is a number: it goes from one thing that happens to the next, so an hour of running takes a fraction of a second
/// and comes out the same bit for bit each time. Paced from outside it also runs a simulated watch in real time, or any multiple of it.
public final class VirtualLoop {
    /// The clock.
    public private(set) var now: MonotonicInstant
    /// The watch under it.
    public let host: WatchHost
    private let feed: (any EventFeed)?
    private var edges: [ButtonEdge] = []

    /// A loop that starts its clock at an instant.
    public init(_ host: WatchHost, feed: (any EventFeed)?, at start: MonotonicInstant) {
        self.host = host
        self.feed = feed
        now = start
        edges.reserveCapacity(16)
        host.connect { $0.sensors = { [unowned self] demand in self.feed?.setDemand(demand, at: now) } }
    }

    /// Presses a button at an instant, no earlier than now, for a time.
    public func press(_ role: ButtonRole, at instant: MonotonicInstant, for duration: Duration = .milliseconds(120)) {
        let down = max(instant, now)
        edges.append(ButtonEdge(role: role, isDown: true, at: down))
        edges.append(ButtonEdge(role: role, isDown: false, at: down.advanced(by: duration)))
        edges.sort { $0.at < $1.at }
    }

    /// Keeps a button that is down from going up before an instant.
    public func keepDown(_ role: ButtonRole, until instant: MonotonicInstant) {
        guard let index = edges.firstIndex(where: { $0.role == role }), !edges[index].isDown, edges[index].at < instant else { return }
        // A later press of the same button would begin before this one ends.
        guard !edges[(index + 1)...].contains(where: { $0.role == role && $0.at <= instant }) else { return }
        edges[index].at = instant
        edges.sort { $0.at < $1.at }
    }

    /// The buttons that are down now.
    public private(set) var down: Set<ButtonRole> = []

    /// True when the feed has nothing more and no press is left.
    public var isOver: Bool { edges.isEmpty && feed?.nextInstant == nil }

    /// When something happens next; nil if nothing ever does.
    public var nextInstant: MonotonicInstant? {
        var next = feed?.nextInstant
        for candidate in [edges.first?.at, host.deadline(after: now)] {
            if let candidate { next = next.map { min($0, candidate) } ?? candidate }
        }
        return next
    }

    /// Lets everything happen up to an instant, in order, and stands there.
    public func advance(to limit: MonotonicInstant) {
        while let next = step(upTo: limit) { now = next }
        now = max(now, limit)
    }

    private func step(upTo limit: MonotonicInstant) -> MonotonicInstant? {
        let deadline = host.deadline(after: now).map { max($0, now) }
        let feedAt = feed?.nextInstant.map { max($0, now) }, edgeAt = edges.first.map { max($0.at, now) }
        if let edgeAt, edgeAt <= limit, feedAt.map({ edgeAt <= $0 }) ?? true, deadline.map({ edgeAt <= $0 }) ?? true {
            now = edgeAt
            let edge = edges.removeFirst()
            if edge.isDown { down.insert(edge.role) } else { down.remove(edge.role) }
            host.deliver(.button(edge), at: now)
            return now
        }
        if let feed, let feedAt, feedAt <= limit, deadline.map({ feedAt <= $0 }) ?? true {
            now = feedAt
            feed.deliver(to: host.queue)
            host.handleWaiting(at: now)
            return now
        }
        guard let deadline, deadline <= limit else { return nil }
        now = deadline
        host.queue.put(.tick, at: now)
        host.collectFlashNews(at: now)
        host.handleWaiting(at: now)
        return now
    }
}
