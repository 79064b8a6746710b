import Glibc
import Peripherals
import Quantities

/// Buttons on lines of the GPIO character device. Their edges arrive as events of the loop, with the kernel's time stamps, in the order in
/// which they happened across all lines.
///
/// Nothing is debounced here (fault I10): every edge that the kernel noted is delivered. When it could not keep them all, the line's level
/// decides, so that no button stays down that is not.
public final class GPIOButtons {
    /// Told of a button that cannot be used, or no longer.
    public typealias FailureHandler = (_ role: ButtonRole, _ failure: PeripheralError) -> Void

    /// Gets an edge with the kernel's own time stamp, and the instant of the loop's turn that brings it. The edge is mostly a little older;
    /// one that came while the turn was going on is a little newer.
    public typealias EdgeHandler = (_ edge: ButtonEdge, _ now: MonotonicInstant) -> Void

    private let loop: EventLoop
    private let edge: EdgeHandler
    private let failed: FailureHandler
    private var collector = EdgeCollector()
    private var inputs: [ButtonRole: GPIOInput] = [:]

    /// Takes the lines. One that cannot be had is told to `failed`, before this returns, and the others work all the same; so is one whose
    /// chip disappears later, after its button was let go. Both closures are called in the loop's thread.
    public init(
        _ buttons: [GPIOButton], on loop: EventLoop, failed: @escaping FailureHandler, edge: @escaping EdgeHandler
    ) {
        self.loop = loop
        self.failed = failed
        self.edge = edge
        for button in buttons {
            do throws(PeripheralError) { try open(button) } catch { failed(button.role, error) }
        }
    }

    deinit { for input in inputs.values { loop.remove(input.descriptor) } }

    /// The buttons that work.
    public var roles: Set<ButtonRole> { Set(inputs.keys) }

    /// Whether a button is down now, as its line says; nil if the line does not work.
    public func isDown(_ role: ButtonRole) -> Bool? { try? inputs[role]?.isActive() }

    private func open(_ button: GPIOButton) throws(PeripheralError) {
        guard inputs[button.role] == nil else {
            throw PeripheralError(part: "The \(button.role) button", problem: "is there twice", advice: "leave one of them out")
        }
        let input = try GPIOInput(button.line, isActiveLow: button.isActiveLow, bias: button.bias)
        try collector.add(input, button.role)
        let role = button.role
        do throws(PeripheralError) {
            try loop.add(input.descriptor, .readable) { [weak self] readiness, now in self?.wake(role, readiness, now) }
        } catch {
            collector.fail(role, error)
            collector.collect(deliver: { _ in }, failed: { _, _ in })
            throw error
        }
        inputs[button.role] = input
    }

    /// Any line's wake-up reads all of them, so that their edges can be put in order.
    private func wake(_ role: ButtonRole, _ readiness: Readiness, _ now: MonotonicInstant) {
        collect(now)
        // A chip that has gone hangs up. Its line would wake the loop again at once, for ever.
        guard readiness.contains(.hungUp), let input = inputs[role] else { return }
        collector.fail(role, PeripheralError(.gpio(input.line), code: ENODEV))
        collect(now)
    }

    private func collect(_ now: MonotonicInstant) {
        var edges: [ButtonEdge] = []
        var failures: [(ButtonRole, PeripheralError)] = []
        collector.collect(deliver: { edges.append($0) }, failed: { failures.append(($0, $1)) })
        for (role, _) in failures { remove(role) }
        for edge in edges { self.edge(edge, now) }
        for (role, failure) in failures { failed(role, failure) }
    }

    private func remove(_ role: ButtonRole) {
        guard let input = inputs.removeValue(forKey: role) else { return }
        loop.remove(input.descriptor)
    }
}
