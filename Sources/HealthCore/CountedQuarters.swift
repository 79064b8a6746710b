/// Steps of a quarter hour of the boot's clock, under whatever grid was in force when they were taken.
struct CountedBin: Hashable, Sendable {
    var life: UInt32
    /// On the boot's clock.
    var startMilliseconds: Int64
    var steps: UInt32
}

/// The quarter hours that one boot of a watch has counted, in order, with what of them was given away to be saved.
struct CountedQuarters: Sendable {
    /// Which quarter hour: see ``QuarterHourID``.
    struct Key: Hashable, Comparable, Sendable {
        var life: UInt32
        var isDated: Bool
        var index: Int64
        static func < (a: Key, b: Key) -> Bool {
            if a.life != b.life { return a.life < b.life }
            return a.isDated == b.isDated ? a.index < b.index : b.isDated
        }
    }

    struct Quarter: Hashable, Sendable {
        var key: Key
        /// Steps now.
        var steps: UInt32 = 0
        /// Those of them that stay here, whatever UTC turns out to be.
        var settled: UInt32 = 0
        /// Steps when it was last given away; 0 stands for a tombstone.
        var saved: UInt32 = 0
        /// The version that was last given away; 0 if none was.
        var version: UInt32 = 0
        var isUnsaved: Bool { steps != saved }
    }

    private var quarters: [Quarter] = []

    init() { quarters.reserveCapacity(QuarterHourCounter.mostBins) }

    var count: Int { quarters.count }
    subscript(index: Int) -> Quarter {
        get { quarters[index] }
        _modify { yield &quarters[index] }
    }
    var areUnsaved: Bool { quarters.contains { $0.isUnsaved } }

    /// Where a quarter hour stands; it is put there if it is new.
    mutating func place(of key: Key) -> Int {
        // Nearly always it is the last one.
        if let last = quarters.last, last.key == key { return quarters.count - 1 }
        var low = 0, high = quarters.count
        while low < high {
            let middle = (low + high) / 2
            if quarters[middle].key < key { low = middle + 1 } else { high = middle }
        }
        if low == quarters.count || quarters[low].key != key { quarters.insert(Quarter(key: key), at: low) }
        return low
    }

    /// What an earlier process has stored.
    mutating func resume(_ key: Key, steps: UInt32, version: UInt32, canMove: Bool) {
        let place = place(of: key)
        quarters[place].steps = steps
        quarters[place].saved = steps
        quarters[place].version = version
        quarters[place].settled = canMove ? 0 : steps
    }

    /// Takes all steps out that are not settled; they are about to be put in again.
    mutating func startAgain() { for index in quarters.indices { quarters[index].steps = quarters[index].settled } }

    mutating func settle(_ steps: UInt32, at key: Key) {
        let place = place(of: key)
        quarters[place].settled = quarters[place].settled.addingSaturating(steps)
    }

    /// Forgets saved quarter hours that nothing can be taken from any more, the oldest first, until so many are left.
    mutating func dropSettled(downTo most: Int) {
        var surplus = quarters.count - most
        guard surplus > 0 else { return }
        quarters.removeAll { quarter in
            guard surplus > 0, !quarter.isUnsaved, quarter.steps == quarter.settled else { return false }
            surplus -= 1
            return true
        }
    }

    /// A quarter hour is given away to be saved, as one version more.
    mutating func markSaved(_ index: Int) -> Quarter {
        quarters[index].version &+= 1
        quarters[index].saved = quarters[index].steps
        return quarters[index]
    }

    func unsavedSteps(where isWanted: (Key) -> Bool) -> Int64 {
        quarters.reduce(0) { $1.isUnsaved && isWanted($1.key) ? $0 + Int64($1.steps) - Int64($1.saved) : $0 }
    }
}

extension UInt32 {
    func addingSaturating(_ other: UInt32) -> UInt32 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
