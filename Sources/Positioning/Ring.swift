/// The last few values, oldest first. Storage is taken once, at `init`; appending to a full ring forgets the oldest.
struct Ring<Element: Sendable>: Sendable {
    private var storage: [Element]
    private var first = 0
    private(set) var count = 0

    /// An empty ring. `filler` only occupies the storage; it is never handed out.
    init(capacity: Int, filler: Element) { storage = [Element](repeating: filler, count: max(1, capacity)) }

    var isEmpty: Bool { count == 0 }
    var last: Element? { count == 0 ? nil : self[count - 1] }

    /// The value at a position, 0 the oldest. The position must be below ``count``.
    subscript(position: Int) -> Element {
        get { storage[(first + position) % storage.count] }
        set { storage[(first + position) % storage.count] = newValue }
    }

    mutating func append(_ value: Element) {
        if count < storage.count {
            count += 1
        } else {
            first = (first + 1) % storage.count
        }
        self[count - 1] = value
    }

    mutating func removeFirst() {
        guard count > 0 else { return }
        first = (first + 1) % storage.count
        count -= 1
    }

    mutating func removeAll() {
        first = 0
        count = 0
    }
}
