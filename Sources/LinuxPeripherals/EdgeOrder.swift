import Quantities

/// Edges of several lines, brought into the order in which they happened. Edges of one instant stay in the order in which they were added,
/// and so do those of one line, which come in order.
struct EdgeOrder {
    private var edges: [ButtonEdge] = []
    private var delivered = MonotonicInstant(nanoseconds: .min)

    init() { edges.reserveCapacity(64) }

    /// Adds an edge. One that should have come before edges that were taken already gets the instant of the last of them, since whoever
    /// took them does not look back.
    mutating func add(_ edge: ButtonEdge) {
        var edge = edge
        edge.at = max(edge.at, delivered)
        let place = edges.lastIndex { $0.at <= edge.at }.map { $0 + 1 } ?? 0
        edges.insert(edge, at: place)
    }

    /// Hands the edges over, the earliest first.
    mutating func takeAll(_ take: (ButtonEdge) -> Void) {
        let taken = edges
        edges.removeAll(keepingCapacity: true)
        for edge in taken {
            delivered = edge.at
            take(edge)
        }
    }
}
