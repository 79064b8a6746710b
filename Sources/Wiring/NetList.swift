/// The nets of a plan: what is connected with each other. A net is a pin with all that goes there, or two terminals joined.
struct NetList {
    /// An end at a part.
    struct End {
        var part: Int
        var terminal: Int
    }

    struct Net {
        var signal: Signal
        /// Its pin; nil for terminals joined without the header.
        var pin: HeaderPin?
        var ends: [End]
    }

    /// A net with heights.
    struct Placed {
        var left = SideNet(headerEnds: [], partEnds: [])
        var right = SideNet(headerEnds: [], partEnds: [])
        /// The height at which it goes round the header to the other side; nil when it stays on one.
        var around: Int?
    }

    let nets: [Net]

    init(_ plan: WiringPlan, isLeft: [Bool]) {
        var byPin: [Int: Net] = [:], joined: [Net] = []
        for (part, content) in plan.parts.enumerated() {
            for (index, terminal) in content.terminals.enumerated() {
                let end = End(part: part, terminal: index)
                switch terminal.end {
                case .pin(let pin):
                    byPin[pin.number, default: Net(signal: terminal.signal, pin: pin, ends: [])].ends.append(end)
                case .terminal(let other, let otherIndex):
                    // Each of the two names the other; the first of them makes the net.
                    guard (part, index) < (other, otherIndex) else { continue }
                    joined.append(Net(signal: terminal.signal, pin: nil, ends: [end, End(part: other, terminal: otherIndex)]))
                }
            }
        }
        nets = byPin.sorted { $0.key < $1.key }.map(\.value) + joined
    }

    /// Where the nets have their ends; the first pin is at 0.
    func placed(tops: [Int], isLeft: [Bool], plan: WiringPlan) -> [Placed] {
        let pitch = WiringLayout.pitch
        var above = 0, below = 0
        return nets.map { net in
            var placed = Placed()
            for end in net.ends {
                let height = tops[end.part] + end.terminal * pitch + pitch / 2
                if isLeft[end.part] { placed.left.partEnds.append(height) } else { placed.right.partEnds.append(height) }
            }
            guard let pin = net.pin else { return placed }
            if pin.isOdd { placed.left.headerEnds.append(pin.row * pitch) } else { placed.right.headerEnds.append(pin.row * pitch) }
            guard pin.isOdd ? !placed.right.partEnds.isEmpty : !placed.left.partEnds.isEmpty else { return placed }
            // Round the nearer end of the header, each net at a height of its own.
            let around: Int
            if pin.row < 10 {
                around = -LayoutBuilder.Measure.around - above * pitch
                above += 1
            } else {
                around = 19 * pitch + LayoutBuilder.Measure.around + below * pitch
                below += 1
            }
            placed.left.headerEnds.append(around)
            placed.right.headerEnds.append(around)
            placed.around = around
            return placed
        }
    }
}
