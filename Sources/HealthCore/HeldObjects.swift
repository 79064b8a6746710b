/// The objects of a kind that a book holds, tombstones among them, in the order of their ids. There are few.
struct HeldObjects: Sendable {
    /// The newest version of each.
    private(set) var changes: [HealthChange] = []
    /// No more are held; of more the one with the greatest id gives way.
    let most: Int

    init(most: Int) { self.most = most }

    subscript(id: HealthID) -> HealthChange? {
        let place = place(of: id)
        return place < changes.count && changes[place].id == id ? changes[place] : nil
    }

    /// Takes a version. True if it is newer than what there was.
    mutating func take(_ change: HealthChange) -> Bool {
        let place = place(of: change.id)
        if place < changes.count, changes[place].id == change.id {
            guard change.supersedes(changes[place]) else { return false }
            changes[place] = change
            return true
        }
        guard place < most else { return false }
        changes.insert(change, at: place)
        if changes.count > most { changes.removeLast() }
        return true
    }

    /// Forgets what does not hold.
    mutating func keep(_ isKept: (HealthChange) -> Bool) { changes.removeAll { !isKept($0) } }

    private func place(of id: HealthID) -> Int {
        var low = 0, high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
