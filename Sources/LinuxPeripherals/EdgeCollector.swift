import CHarrierLinux
import Peripherals
import Quantities
import SystemCalls

/// An input line whose edges the kernel keeps until they are read.
protocol EdgeInput: AnyObject {
    /// Takes the oldest edges that wait; returns how many, 0 if none wait.
    func read(into edges: UnsafeMutableBufferPointer<harrier_gpio_edge>) throws(PeripheralError) -> Int
    /// Whether the line is active now.
    func isActive() throws(PeripheralError) -> Bool
}

/// Reads the edges of all buttons' lines, mends what the kernel had to drop, and delivers them in the order in which they happened.
struct EdgeCollector {
    /// How often all lines are read in one wake-up, and how often one is read again for its level. Edges beyond that are left to the next
    /// wake-up, so that a line which never rests cannot keep the loop.
    private static let rounds = 8
    private static let readAtOnce = 16

    private struct Source {
        let input: any EdgeInput
        var line: ButtonLine
        var isSettled = true
        var failure: PeripheralError?
    }
    private var sources: [Source] = []
    private var order = EdgeOrder()
    private let now: () -> MonotonicInstant

    /// A collector without lines. `now` is the clock of the edges' time stamps.
    init(now: @escaping () -> MonotonicInstant = MonotonicClock.now) { self.now = now }

    /// Adds a button's line in the state that it has.
    mutating func add(_ input: any EdgeInput, _ role: ButtonRole) throws(PeripheralError) {
        let isDown = try input.isActive()
        sources.append(Source(input: input, line: ButtonLine(role, isDown: isDown, at: now())))
    }

    /// Reads everything that waits and delivers it. A line that fails is given up: its button is let go, and `failed` is told.
    mutating func collect(deliver: (ButtonEdge) -> Void, failed: (ButtonRole, PeripheralError) -> Void) {
        // Lines are read again until none has anything new: then nothing that happened before this round is still unread, and the order
        // across the lines is right.
        var round = 0
        while round < Self.rounds, readAll() { round += 1 }
        for index in sources.indices where !sources[index].isSettled { settle(index) }
        let failures = sources.compactMap { source in source.failure.map { (source.line.role, $0) } }
        sources.removeAll { $0.failure != nil }
        order.takeAll(deliver)
        for (role, failure) in failures { failed(role, failure) }
    }

    /// Gives a button's line up.
    mutating func fail(_ role: ButtonRole, _ failure: PeripheralError) {
        guard let index = sources.firstIndex(where: { $0.line.role == role }) else { return }
        fail(index, failure)
    }

    private mutating func fail(_ index: Int, _ failure: PeripheralError) {
        if let edge = sources[index].line.settle(isDown: false, at: now()) { order.add(edge) }
        sources[index].isSettled = true
        sources[index].failure = failure
    }

    private mutating func readAll() -> Bool {
        var isNew = false
        for index in sources.indices where sources[index].failure == nil {
            if read(index) { isNew = true }
        }
        return isNew
    }

    private mutating func read(_ index: Int) -> Bool {
        withUnsafeTemporaryAllocation(of: harrier_gpio_edge.self, capacity: Self.readAtOnce) { edges in
            edges.initialize(repeating: harrier_gpio_edge())
            do throws(PeripheralError) {
                let count = try sources[index].input.read(into: edges)
                guard count > 0 else { return false }
                let now = now()
                for edge in edges.prefix(count) { order.add(sources[index].line.take(edge, at: now)) }
                sources[index].isSettled = false
                return true
            } catch {
                fail(index, error)
                return false
            }
        }
    }

    /// Compares a line's level with its last edge. A difference is either an edge of this very moment, which can be read, or one that was
    /// lost.
    private mutating func settle(_ index: Int) {
        do throws(PeripheralError) {
            var isActive = try sources[index].input.isActive()
            var round = 0
            while isActive != sources[index].line.isDown, round < Self.rounds, read(index) {
                isActive = try sources[index].input.isActive()
                round += 1
            }
            guard sources[index].failure == nil else { return }
            if let edge = sources[index].line.settle(isDown: isActive, at: now()) { order.add(edge) }
            sources[index].isSettled = true
        } catch {
            fail(index, error)
        }
    }
}
