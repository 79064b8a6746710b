import LinuxPeripherals

/// Who waits for the next picture of the display. Each asks for one picture at a time and is answered once, with the newest there is: whoever
/// reads slowly misses pictures, and holds up nobody.
struct StatusFollowers {
    /// So many may wait at once; of more the one that has waited longest gives way.
    static let most = 4

    private(set) var waiting: [ControlSocket.Sender] = []

    var isEmpty: Bool { waiting.isEmpty }

    /// Whoever asks twice waits once.
    mutating func add(_ sender: ControlSocket.Sender) {
        waiting.removeAll { $0 == sender }
        if waiting.count == Self.most { waiting.removeFirst() }
        waiting.append(sender)
    }

    mutating func remove(_ sender: ControlSocket.Sender) { waiting.removeAll { $0 == sender } }

    /// Those who wait, none of whom waits any more.
    mutating func takeAll() -> [ControlSocket.Sender] {
        defer { waiting.removeAll(keepingCapacity: true) }
        return waiting
    }
}
