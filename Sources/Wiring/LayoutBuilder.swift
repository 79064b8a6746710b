/// Builds a ``WiringLayout``, from the order of the parts to the last note.
struct LayoutBuilder {
    enum Measure {
        static let pitch = WiringLayout.pitch
        static let margin = 24
        static let partWidth = 236
        /// Between a part's edge and its text.
        static let padding = 10
        /// How far a part's outline reaches beyond its rows.
        static let overhang = 4
        static let lanePitch = 13
        /// From the header's fields to the first lane, and from the last lane to the tags.
        static let gap = 16
        static let tagWidth = 28
        static let fieldWidth = 104
        static let contactOffset = 11
        static let contactRadius = 8
        /// From the middle of the header to the outer edge of its fields.
        static let headerReach = contactOffset + contactRadius + 6 + fieldWidth
        /// From the first pin to what goes round the end of the header.
        static let around = 40
        static let titleHeight = 92
    }

    let plan: WiringPlan
    var layout = WiringLayout()

    /// For each part, whether it is on the left, where the odd pins are.
    let isLeft: [Bool]
    /// For each part, the height of the upper edge of its rows; the first pin is at 0.
    private(set) var tops: [Int] = []
    let nets: NetList
    private(set) var left = LaneOrder([]), right = LaneOrder([])

    init(_ plan: WiringPlan) {
        self.plan = plan
        isLeft = plan.parts.indices.map { Self.isLeft(plan, $0) }
        nets = NetList(plan, isLeft: isLeft)
    }

    mutating func build() -> WiringLayout {
        stack()
        let placed = nets.placed(tops: tops, isLeft: isLeft, plan: plan)
        left = LaneOrder(placed.map(\.left))
        right = LaneOrder(placed.map(\.right))
        shiftIntoView(placed)
        placeHeader()
        placeParts()
        lead(placed)
        placeWords()
        return layout
    }

    /// A part is on the side of most of its lines; one without lines is beside the part that it is joined to.
    private static func isLeft(_ plan: WiringPlan, _ index: Int) -> Bool {
        var odd = 0, even = 0
        for terminal in plan.parts[index].terminals {
            guard case .pin(let pin) = terminal.end, case .line = pin.kind else { continue }
            if pin.isOdd { odd += 1 } else { even += 1 }
        }
        if odd == 0, even == 0, let other = plan.partJoined(to: index) { return isLeft(plan, other) }
        return odd >= even
    }

    // MARK: - Heights

    /// The rows of a part: one a terminal, or as many as its text takes.
    static func rows(of part: WiringPlan.Part) -> Int {
        let text = 16 * PartText(part).lines.count + 8
        return max(part.terminals.count, (text + Measure.pitch - 1) / Measure.pitch)
    }

    /// Stacks the parts of each side in the order of their pins, each stack beside the pins that it is wired to.
    private mutating func stack() {
        tops = Array(repeating: 0, count: plan.parts.count)
        for side in [true, false] {
            let members = plan.parts.indices.filter { isLeft[$0] == side }
            let sorted = members.sorted { (Self.row(of: plan, $0), $0) < (Self.row(of: plan, $1), $1) }
            var top = 0, offsets: [Int] = []
            for index in sorted {
                tops[index] = top
                for (row, terminal) in plan.parts[index].terminals.enumerated() {
                    if case .pin(let pin) = terminal.end { offsets.append(pin.row * Measure.pitch - top - row * Measure.pitch) }
                }
                top += (Self.rows(of: plan.parts[index]) + 1) * Measure.pitch
            }
            guard !offsets.isEmpty else { continue }
            let mean = offsets.reduce(0, +) / offsets.count / Measure.pitch * Measure.pitch
            for index in members { tops[index] += mean }
        }
    }

    /// The row that a part's lines are in; for a part without lines, that of the part it is joined to.
    private static func row(of plan: WiringPlan, _ index: Int) -> Int {
        let rows = plan.parts[index].terminals.compactMap { terminal -> Int? in
            guard case .pin(let pin) = terminal.end, case .line = pin.kind else { return nil }
            return pin.row
        }
        guard rows.isEmpty else { return rows.reduce(0, +) / rows.count }
        return plan.partJoined(to: index).map { row(of: plan, $0) } ?? 0
    }

    // MARK: - Where things are

    /// What is added to heights, so that the drawing begins below its title.
    private(set) var shift = 0
    var centre: Int { Measure.margin + (hasLeft ? Measure.partWidth : 0) + reach(left) + Measure.headerReach }
    private var hasLeft: Bool { isLeft.contains(true) }

    /// From the header's fields to the parts.
    func reach(_ order: LaneOrder) -> Int {
        Measure.gap + max(0, order.count - 1) * Measure.lanePitch + Measure.gap + Measure.tagWidth + 8
    }

    /// Where a lane is.
    func laneX(_ lane: Int, isLeft: Bool) -> Int {
        let distance = Measure.headerReach + Measure.gap + lane * Measure.lanePitch
        return isLeft ? centre - distance : centre + distance
    }

    /// The edge of the parts that their terminals are at.
    func partEdge(isLeft: Bool) -> Int {
        isLeft ? Measure.margin + Measure.partWidth : centre + Measure.headerReach + reach(right)
    }

    private mutating func shiftIntoView(_ placed: [NetList.Placed]) {
        var top = -Measure.around + 10
        top = min(top, tops.min() ?? 0)
        for net in placed { top = min(top, net.left.range?.lowerBound ?? 0, net.right.range?.lowerBound ?? 0) }
        shift = Measure.titleHeight - top
    }
}

extension WiringPlan {
    /// The earlier part that one of a part's terminals is wired to.
    fileprivate func partJoined(to index: Int) -> Int? {
        for terminal in parts[index].terminals {
            if case .terminal(let part, _) = terminal.end, part < index { return part }
        }
        return nil
    }
}
