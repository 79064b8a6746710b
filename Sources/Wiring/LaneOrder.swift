/// What the layout knows of one net on one side of the header: the heights at which it leaves towards the header and towards the parts.
struct SideNet {
    /// Heights of its ends at the header, and of what goes round the header to the other side.
    var headerEnds: [Int]
    /// Heights of its ends at the parts.
    var partEnds: [Int]

    /// The heights that its vertical piece covers; nil for a net without ends.
    var range: ClosedRange<Int>? {
        let all = headerEnds + partEnds
        guard let low = all.min(), let high = all.max() else { return nil }
        return low...high
    }
}

/// Chooses who of the nets of a side runs next to the header and who farther out, so that few wires cross, and puts nets that are not beside
/// each other into one lane.
struct LaneOrder {
    /// The lane of each net, 0 beside the header.
    private(set) var lanes: [Int]

    /// The number of lanes.
    var count: Int { (lanes.max() ?? -1) + 1 }

    /// Ends that are closer than this look like one.
    private static let clearance = 12

    init(_ nets: [SideNet]) {
        let order = Self.order(nets)
        lanes = Array(repeating: 0, count: nets.count)
        for (place, net) in order.enumerated() {
            let inside = order.prefix(place).filter { Self.areBeside(nets[$0], nets[net]) }
            lanes[net] = (inside.map { lanes[$0] }.max() ?? -1) + 1
        }
    }

    /// The nets from the header outwards: single ones are moved to better places until no move helps. Each move removes a crossing, so that
    /// comes to an end.
    private static func order(_ nets: [SideNet]) -> [Int] {
        let costs = nets.map { inner in nets.map { crossings(inner: inner, outer: $0) } }
        var order = Array(nets.indices)
        var isBetter = true
        while isBetter {
            isBetter = false
            for net in nets.indices {
                guard let from = order.firstIndex(of: net) else { continue }
                var others = order
                others.remove(at: from)
                // The net farthest in, then one place farther out at a time.
                var cost = others.reduce(0) { $0 + costs[net][$1] }
                var places = [cost]
                for other in others {
                    cost += costs[other][net] - costs[net][other]
                    places.append(cost)
                }
                guard let best = places.indices.min(by: { places[$0] < places[$1] }), places[best] < places[from] else { continue }
                others.insert(net, at: best)
                (order, isBetter) = (others, true)
            }
        }
        return order
    }

    private static func areBeside(_ one: SideNet, _ other: SideNet) -> Bool {
        guard let first = one.range, let second = other.range else { return false }
        return first.lowerBound - clearance <= second.upperBound && second.lowerBound - clearance <= first.upperBound
    }

    /// How often two nets cross when one runs inside the other: the outer on its way to the header, the inner on its way to the parts.
    private static func crossings(inner: SideNet, outer: SideNet) -> Int {
        let atHeader = inner.range.map { range in outer.headerEnds.count { range.contains($0) } } ?? 0
        let atParts = outer.range.map { range in inner.partEnds.count { range.contains($0) } } ?? 0
        return atHeader + atParts
    }
}
