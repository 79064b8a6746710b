/// What was counted in a quarter hour of the boot's clock, under whatever grid was in force when they were taken.
struct CountedBin: Hashable, Sendable {
    var life: UInt32
    /// On the boot's clock.
    var startMilliseconds: Int64
    var amounts: CountedAmounts
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
        /// What was counted in it.
        var amounts = CountedAmounts.zero
        /// What of it stays here, whatever UTC turns out to be.
        var settled = CountedAmounts.zero
        /// What it was when it was last given away; nothing stands for a tombstone.
        var saved = CountedAmounts.zero
        /// The version that was last given away; 0 if none was.
        var version: UInt32 = 0
        var isUnsaved: Bool { amounts != saved }
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
    mutating func resume(_ key: Key, _ amounts: CountedAmounts, version: UInt32, canMove: Bool) {
        let place = place(of: key)
        quarters[place].amounts = amounts
        quarters[place].saved = amounts
        quarters[place].version = version
        quarters[place].settled = canMove ? .zero : amounts
    }

    /// Takes everything out that is not settled; it is about to be put in again.
    mutating func startAgain() { for index in quarters.indices { quarters[index].amounts = quarters[index].settled } }

    mutating func settle(_ amounts: CountedAmounts, at key: Key) {
        let place = place(of: key)
        quarters[place].settled = quarters[place].settled + amounts
    }

    /// Forgets saved quarter hours that nothing can be taken from any more, the oldest first, until so many are left.
    mutating func dropSettled(downTo most: Int) {
        var surplus = quarters.count - most
        guard surplus > 0 else { return }
        quarters.removeAll { quarter in
            guard surplus > 0, !quarter.isUnsaved, quarter.amounts == quarter.settled else { return false }
            surplus -= 1
            return true
        }
    }

    /// A quarter hour is given away to be saved, as one version more.
    mutating func markSaved(_ index: Int) -> Quarter {
        quarters[index].version &+= 1
        quarters[index].saved = quarters[index].amounts
        return quarters[index]
    }

    func unsaved(where isWanted: (Key) -> Bool) -> UnsavedAmounts {
        quarters.reduce(into: UnsavedAmounts()) { sum, quarter in
            guard quarter.isUnsaved, isWanted(quarter.key) else { return }
            sum.add(quarter.amounts, instead: quarter.saved)
        }
    }
}

/// What was counted beyond what was given away to be saved; less than nothing where it was taken to another quarter hour.
public struct UnsavedAmounts: Hashable, Sendable {
    /// Steps.
    public private(set) var steps: Int64 = 0
    /// Distance walked, mm.
    public private(set) var walked: Int64 = 0
    /// Distance run, mm.
    public private(set) var ran: Int64 = 0

    /// Nothing.
    public init() {}

    mutating func add(_ amounts: CountedAmounts, instead saved: CountedAmounts) {
        steps += Int64(amounts.steps) - Int64(saved.steps)
        walked += Int64(amounts.walked) - Int64(saved.walked)
        ran += Int64(amounts.ran) - Int64(saved.ran)
    }
}

extension UInt32 {
    func addingSaturating(_ other: UInt32) -> UInt32 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
