/// The objects of a kind that a book holds, tombstones among them, in the order of their ids. There are few.
struct HeldObjects: Sendable {
    /// The newest version of each.
    private(set) var changes: [HealthChange] = []
    /// No more are held. Of more a deleted one gives way, unless it says that something built in is gone; then the one with the greatest id.
    let most: Int
    /// The ids of what is built in.
    private let builtIn: [HealthID]

    init(most: Int, builtIn: [HealthID] = []) { (self.most, self.builtIn) = (most, builtIn) }

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
        changes.insert(change, at: place)
        guard changes.count > most else { return true }
        let victim = changes.lastIndex { $0.isDeleted && !builtIn.contains($0.id) } ?? changes.count - 1
        changes.remove(at: victim)
        return victim != place
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
