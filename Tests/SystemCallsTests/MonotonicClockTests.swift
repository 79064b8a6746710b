import Quantities
import SystemCalls
import Testing

@Suite struct MonotonicClockTests {
    @Test("The monotonic clock is that of the kernel's own up-time, never before boot")
    func sinceBoot() { #expect(MonotonicClock.now() > MonotonicInstant(nanoseconds: 0)) }
}
