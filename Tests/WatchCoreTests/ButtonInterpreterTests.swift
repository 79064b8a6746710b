import Quantities
import Testing

@testable import WatchCore

@Suite("Edges to presses")
struct ButtonInterpreterTests {
    /// Feeds edges in milliseconds, asking for presses as a watch does, up to an end.
    static func presses(
        _ edges: [(ButtonRole, Bool, Int64)], until end: Int64 = 3_000, hasLap: Bool = true
    ) -> [Press] {
        var buttons = ButtonInterpreter(hasLapButton: hasLap)
        var presses: [Press] = []
        func at(_ milliseconds: Int64) -> MonotonicInstant { MonotonicInstant(nanoseconds: milliseconds * 1_000_000) }
        func drain(_ instant: MonotonicInstant) { while let press = buttons.next(at: instant) { presses.append(press) } }
        for (role, isDown, time) in edges {
            while let due = buttons.deadline, due <= at(time) { drain(due) }
            drain(at(time))
            buttons.receiveEdge(ButtonEdge(role: role, isDown: isDown, at: at(time)))
            drain(at(time))
        }
        while let due = buttons.deadline, due <= at(end) { drain(due) }
        return presses
    }

    /// A press whose contact bounces for some milliseconds at both ends, an edge each 2 ms.
    static func bouncing(_ role: ButtonRole, from start: Int64, for duration: Int64, bounce: Int64) -> [(ButtonRole, Bool, Int64)] {
        var edges: [(ButtonRole, Bool, Int64)] = [(role, true, start)]
        var time: Int64 = 2
        while time + 2 <= bounce {
            edges += [(role, false, start + time), (role, true, start + time + 1)]
            time += 3
        }
        edges.append((role, false, start + duration))
        time = 2
        while time + 2 <= bounce {
            edges += [(role, true, start + duration + time), (role, false, start + duration + time + 1)]
            time += 3
        }
        return edges
    }

    @Test("I10: a bounce train of 5 to 40 ms makes one press", arguments: [5, 10, 20, 30, 40] as [Int64], ButtonRole.allCases)
    func bounce(_ milliseconds: Int64, _ role: ButtonRole) {
        let edges = Self.bouncing(role, from: 10, for: 120, bounce: milliseconds)
        #expect(Self.presses(edges) == [Press(role, .short)])
    }

    @Test("I10: two bouncing presses half a second apart make two", arguments: [5, 20, 40] as [Int64])
    func twoPresses(_ milliseconds: Int64) {
        let edges =
            Self.bouncing(.lap, from: 10, for: 120, bounce: milliseconds) + Self.bouncing(.lap, from: 510, for: 120, bounce: milliseconds)
        #expect(Self.presses(edges) == [Press(.lap, .short), Press(.lap, .short)])
    }

    @Test("A spike on the wire is no press", arguments: [1, 5, 19] as [Int64])
    func spike(_ milliseconds: Int64) {
        #expect(Self.presses([(.start, true, 10), (.start, false, 10 + milliseconds)]) == [])
    }

    @Test(
        "A hold is told in steps while it lasts, and not as short when it ends",
        arguments: [
            (599, [Press.Length.short]), (650, [.long]), (800, [.long, .again]), (1_040, [.long, .again, .again, .second]),
            (2_010, [.long, .again, .again, .second] + Array(repeating: .again, count: 7)),
            (3_100, [.long, .again, .again, .second] + Array(repeating: .again, count: 13) + [.fast]),
        ] as [(Int64, [Press.Length])])
    func hold(_ milliseconds: Int64, _ lengths: [Press.Length]) {
        #expect(Self.presses([(.start, true, 0), (.start, false, milliseconds)]).map(\.length) == lengths)
    }

    @Test("A contact that opens for a moment during a hold does not end it")
    func chatter() {
        let edges: [(ButtonRole, Bool, Int64)] = [(.start, true, 0), (.start, false, 700), (.start, true, 703), (.start, false, 1_100)]
        #expect(Self.presses(edges).map(\.length) == [.long, .again, .again, .second, .again])
    }

    @Test("A button stuck down is told once after 15 s, then ignored until it is let go")
    func stuck() {
        let edges: [(ButtonRole, Bool, Int64)] = [(.lap, true, 0), (.lap, false, 60_000), (.lap, true, 61_000), (.lap, false, 61_100)]
        let presses = Self.presses(edges, until: 70_000)
        #expect(presses.filter { $0.length == .stuck }.count == 1)
        #expect(presses.last == Press(.lap, .short))
        #expect(presses.dropLast().last == Press(.lap, .stuck))
        // Two tiers and 95 repeats before, 80 of them fast.
        #expect(presses.count == 2 + 95 + 1 + 1)
        #expect(presses.filter { $0.length == .fast }.count == 80)
    }

    @Test(
        "On two buttons PAGE twice within 0.35 s is double, once is short after a wait; START does not wait",
        arguments: [
            ([0, 80, 300, 380], [Press(.page, .double)]), ([0, 80, 500, 580], [Press(.page, .short), Press(.page, .short)]),
            ([0, 80], [Press(.page, .short)]),
            ([0, 80, 300, 1_000], [Press(.page, .short), Press(.page, .long)]),
            ([0, 80, 200, 280, 700, 780], [Press(.page, .double), Press(.page, .short)]),
        ] as [([Int64], [Press])])
    func double(_ times: [Int64], _ expected: [Press]) {
        let edges = times.enumerated().map { (ButtonRole.page, $0.offset % 2 == 0, $0.element) }
        #expect(Self.presses(edges, hasLap: false) == expected)
        #expect(Self.presses(edges.map { (.start, $0.1, $0.2) }, hasLap: false).contains { $0.length == .double } == false)
    }

    @Test("With three buttons nothing is double")
    func noDouble() {
        let edges: [(ButtonRole, Bool, Int64)] = [(.page, true, 0), (.page, false, 80), (.page, true, 200), (.page, false, 280)]
        #expect(Self.presses(edges) == [Press(.page, .short), Press(.page, .short)])
    }

    @Test("A swallowed press tells nothing more, the next one does")
    func swallowed() {
        var buttons = ButtonInterpreter(hasLapButton: true)
        buttons.receiveEdge(ButtonEdge(role: .page, isDown: true, at: MonotonicInstant(seconds: 1)))
        buttons.swallow(.page)
        #expect(buttons.next(at: MonotonicInstant(seconds: 30)) == nil)
        #expect(buttons.deadline == nil)
        buttons.receiveEdge(ButtonEdge(role: .page, isDown: false, at: MonotonicInstant(seconds: 31)))
        #expect(buttons.next(at: MonotonicInstant(seconds: 32)) == nil)
        buttons.receiveEdge(ButtonEdge(role: .page, isDown: true, at: MonotonicInstant(seconds: 33)))
        buttons.receiveEdge(ButtonEdge(role: .page, isDown: false, at: MonotonicInstant(seconds: 33.1)))
        #expect(buttons.next(at: MonotonicInstant(seconds: 34)) == Press(.page, .short))
    }

    @Test("Of a press that is kept quiet only that it is stuck is told, and the next one is heard")
    func quiet() {
        var buttons = ButtonInterpreter(hasLapButton: true)
        buttons.receiveEdge(ButtonEdge(role: .page, isDown: true, at: MonotonicInstant(seconds: 1)))
        #expect(buttons.next(at: MonotonicInstant(seconds: 1.7)) == Press(.page, .long))
        buttons.keepQuiet(.page)
        #expect(buttons.next(at: MonotonicInstant(seconds: 15)) == nil)
        #expect(buttons.deadline == MonotonicInstant(seconds: 16))
        #expect(buttons.next(at: MonotonicInstant(seconds: 16)) == Press(.page, .stuck))
        #expect(buttons.next(at: MonotonicInstant(seconds: 60)) == nil)
        buttons.receiveEdge(ButtonEdge(role: .page, isDown: false, at: MonotonicInstant(seconds: 61)))
        #expect(buttons.next(at: MonotonicInstant(seconds: 62)) == nil)
        buttons.receiveEdge(ButtonEdge(role: .page, isDown: true, at: MonotonicInstant(seconds: 63)))
        #expect(buttons.next(at: MonotonicInstant(seconds: 63.7)) == Press(.page, .long))
        #expect(buttons.next(at: MonotonicInstant(seconds: 63.8)) == Press(.page, .again))
    }
}
