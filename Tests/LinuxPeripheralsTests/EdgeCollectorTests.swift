import CHarrierLinux
import Glibc
import Peripherals
import Quantities
import Testing

@testable import LinuxPeripherals

/// A line as the kernel keeps it: a level, and edges that wait in a buffer which may be full.
final class KernelLine: EdgeInput {
    /// Which edges the kernel drops when its buffer is full.
    enum Overflow: CaseIterable {
        /// The first interface of the character device (libgpiod 1.x).
        case dropsNewest
        /// The second (libgpiod 2.x).
        case dropsOldest
    }
    static let capacity = 16

    var isHigh = false
    var failure: PeripheralError?
    /// Called before each read: what happens on the board meanwhile.
    var whileRead: () -> Void = {}
    private(set) var reads = 0
    private var waiting: [harrier_gpio_edge] = []
    private let overflow: Overflow

    init(_ overflow: Overflow = .dropsNewest) { self.overflow = overflow }

    func change(to isHigh: Bool, at milliseconds: Int64) {
        self.isHigh = isHigh
        if waiting.count == Self.capacity {
            if overflow == .dropsNewest { return }
            waiting.removeFirst()
        }
        waiting.append(harrier_gpio_edge(nanoseconds: milliseconds * 1_000_000, active: isHigh))
    }
    func read(into edges: UnsafeMutableBufferPointer<harrier_gpio_edge>) throws(PeripheralError) -> Int {
        reads += 1
        whileRead()
        if let failure { throw failure }
        let count = min(edges.count, waiting.count)
        for index in 0..<count { edges[index] = waiting[index] }
        waiting.removeFirst(count)
        return count
    }
    func isActive() throws(PeripheralError) -> Bool {
        if let failure { throw failure }
        return isHigh
    }
}

@Suite("Edges of buttons") final class EdgeCollectorTests {
    static let gone = PeripheralError(.gpio(GPIOLine(chip: "pinctrl-bcm2835", offset: 5)), code: ENODEV)
    private let clock = Journal<Int64>()  // the last entry is now, in milliseconds
    private var collector: EdgeCollector
    private var failures: [(ButtonRole, PeripheralError)] = []

    init() {
        let clock = clock
        clock.entries = [1000]
        collector = EdgeCollector { MonotonicInstant(nanoseconds: (clock.entries.last ?? 0) * 1_000_000) }
    }

    private func line(_ role: ButtonRole, _ overflow: KernelLine.Overflow = .dropsNewest, isDown: Bool = false) throws -> KernelLine {
        let line = KernelLine(overflow)
        line.isHigh = isDown
        try collector.add(line, role)
        return line
    }

    private func collect(at milliseconds: Int64) -> [ButtonEdge] {
        clock.entries.append(milliseconds)
        var edges: [ButtonEdge] = []
        collector.collect(deliver: { edges.append($0) }, failed: { failures.append(($0, $1)) })
        return edges
    }

    private func edge(_ role: ButtonRole, _ isDown: Bool, _ milliseconds: Int64) -> ButtonEdge {
        ButtonEdge(role: role, isDown: isDown, at: MonotonicInstant(nanoseconds: milliseconds * 1_000_000))
    }

    @Test("I10: a bounce train arrives edge by edge with the kernel's time stamps", arguments: [1, 2, 7, 15, 16])
    func train(count: Int) throws {
        let line = try line(.lap)
        let expected = (0..<count).map { edge(.lap, $0 % 2 == 0, 1001 + Int64($0) * 3) }
        for index in 0..<count { line.change(to: index % 2 == 0, at: 1001 + Int64(index) * 3) }
        #expect(collect(at: 1100) == expected)
        #expect(collect(at: 1200).isEmpty)
    }

    @Test(
        "I10: when the kernel could not keep all edges, the button ends up as its line is",
        arguments: [17, 18, 31, 32, 33, 199, 200], KernelLine.Overflow.allCases)
    func overflow(count: Int, overflow: KernelLine.Overflow) throws {
        let line = try line(.start, overflow)
        for index in 0..<count { line.change(to: index % 2 == 0, at: 1001 + Int64(index)) }
        let edges = collect(at: 2000)
        #expect(edges.last?.isDown == line.isHigh)
        #expect(edges.count >= KernelLine.capacity)
        #expect(edges.count <= KernelLine.capacity + 1)
        #expect(edges.map(\.at) == edges.map(\.at).sorted())
        // What comes next is whole again.
        line.change(to: !line.isHigh, at: 3000)
        #expect(collect(at: 3001) == [edge(.start, line.isHigh, 3000)])
    }

    @Test("I10: an edge that was lost counts from when its loss is seen")
    func lostEdge() throws {
        let line = try line(.start)
        for index in 0..<16 { line.change(to: index % 2 == 0, at: 1001) }
        line.change(to: true, at: 1002)
        let edges = collect(at: 1500)
        #expect(edges.last == edge(.start, true, 1500))
        line.change(to: false, at: 1600)
        #expect(collect(at: 1601) == [edge(.start, false, 1600)])
    }

    @Test("An edge that comes while the level is compared is no lost one")
    func edgeMeanwhile() throws {
        let line = try line(.page)
        line.change(to: true, at: 1010)
        line.whileRead = { [unowned line] in if line.reads == 2 { line.change(to: false, at: 1020) } }
        #expect(collect(at: 1030) == [edge(.page, true, 1010), edge(.page, false, 1020)])
        #expect(collect(at: 1040).isEmpty)
    }

    /// Line, level, time: as they happen. The lines are read in the order start, lap, page.
    static let presses: [[(ButtonRole, Bool, Int64)]] = [
        [(.page, true, 1001), (.lap, true, 1002), (.start, true, 1003)],
        [(.start, true, 1001), (.page, true, 1002), (.start, false, 1003), (.page, false, 1004)],
        [(.lap, true, 1001), (.lap, false, 1002), (.start, true, 1003), (.lap, true, 1004), (.page, true, 1005), (.lap, false, 1006)],
        [(.lap, true, 1001), (.start, true, 1001), (.page, true, 1001)],
    ]

    @Test("Edges of several lines come in the order in which they happened", arguments: presses.indices)
    func order(row: Int) throws {
        let lines: [ButtonRole: KernelLine] = [.start: try line(.start), .lap: try line(.lap), .page: try line(.page)]
        for (role, isDown, time) in Self.presses[row] { lines[role]?.change(to: isDown, at: time) }
        let edges = collect(at: 1100)
        #expect(edges.map(\.at) == edges.map(\.at).sorted())
        let happened = Self.presses[row].map { edge($0.0, $0.1, $0.2) }
        #expect(Set(edges) == Set(happened))
        for role in ButtonRole.allCases { #expect(edges.filter { $0.role == role } == happened.filter { $0.role == role }) }
        if row < 3 { #expect(edges == happened) }
    }

    @Test("An edge that comes after its line was read still comes before a later one of another line")
    func raceBetweenLines() throws {
        let first = try line(.start), second = try line(.lap)
        // Both while the second line is read: the first one's edge is the earlier.
        second.whileRead = { [unowned first, unowned second] in
            guard second.reads == 1 else { return }
            first.change(to: true, at: 1010)
            second.change(to: true, at: 1011)
        }
        #expect(collect(at: 1020) == [edge(.start, true, 1010), edge(.lap, true, 1011)])
    }

    @Test("Time does not go back: an edge that turns up late gets the last one's instant")
    func late() throws {
        let first = try line(.start), second = try line(.lap)
        second.change(to: true, at: 1020)
        #expect(collect(at: 1030) == [edge(.lap, true, 1020)])
        first.change(to: true, at: 1010)
        #expect(collect(at: 1040) == [edge(.start, true, 1020)])
    }

    @Test(
        "A time stamp of another clock is held between the edge before and now",
        arguments: [(0, 1000), (-5, 1000), (999, 1000), (1001, 1001), (1100, 1100), (1101, 1100), (1_700_000_000_000, 1100)]
            as [(Int64, Int64)])
    func otherClock(stamp: Int64, expected: Int64) throws {
        let line = try line(.start)
        line.change(to: true, at: stamp)
        #expect(collect(at: 1100) == [edge(.start, true, expected)])
    }

    @Test("A button that is down at the start is not pressed, and counts from when it is let go")
    func downAtStart() throws {
        let line = try line(.start, isDown: true)
        #expect(collect(at: 1100).isEmpty)
        line.change(to: false, at: 1200)
        line.change(to: true, at: 1300)
        #expect(collect(at: 1400) == [edge(.start, false, 1200), edge(.start, true, 1300)])
    }

    @Test("A line that fails lets its button go and is given up; the others go on")
    func failing() throws {
        let first = try line(.start), second = try line(.lap)
        first.change(to: true, at: 1001)
        #expect(collect(at: 1002) == [edge(.start, true, 1001)])
        first.failure = Self.gone
        second.change(to: true, at: 1003)
        #expect(collect(at: 1010) == [edge(.lap, true, 1003), edge(.start, false, 1010)])
        #expect(failures.map(\.0) == [.start])
        #expect(failures.map(\.1) == [Self.gone])
        let reads = first.reads
        second.change(to: false, at: 1020)
        #expect(collect(at: 1021) == [edge(.lap, false, 1020)])
        #expect(first.reads == reads)
        #expect(failures.count == 1)
    }

    @Test("A line that fails while its level is compared is given up as well")
    func failingLevel() throws {
        let line = try line(.page)
        line.change(to: true, at: 1001)
        let gone = Self.gone
        line.whileRead = { [unowned line] in
            // The second read finds nothing, then the level differs, and the third fails.
            if line.reads == 2 { line.isHigh = false }
            if line.reads == 3 { line.failure = gone }
        }
        #expect(collect(at: 1010) == [edge(.page, true, 1001), edge(.page, false, 1010)])
        #expect(failures.map(\.0) == [.page])
    }

    @Test("A line that was given up by its owner lets its button go")
    func givenUp() throws {
        let line = try line(.lap)
        line.change(to: true, at: 1001)
        #expect(collect(at: 1002).count == 1)
        clock.entries.append(1500)
        collector.fail(.lap, Self.gone)
        collector.fail(.start, Self.gone)
        #expect(collect(at: 1501) == [edge(.lap, false, 1500)])
        #expect(failures.map(\.0) == [.lap])
    }

    @Test("A line that never rests does not keep the loop, and its edges stay in order")
    func neverRests() throws {
        let line = try line(.lap)
        var time: Int64 = 1000
        line.whileRead = { [unowned line] in
            for _ in 0..<KernelLine.capacity {
                time += 1
                line.change(to: !line.isHigh, at: time)
            }
        }
        let edges = collect(at: 1_000_000)
        #expect(line.reads < 20)
        #expect(edges.count > 100)
        #expect(edges.map(\.at) == edges.map(\.at).sorted())
    }
}
