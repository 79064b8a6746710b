import HealthCore
import RunCore

/// Changes that wait for the store, each object's newest version only. Room is made once, so that taking a run's change at its end allocates
/// nothing (fault C7).
struct WaitingChanges {
    /// Two weeks of quarter hours without a card. Beyond that the oldest of them give way; settings and runs stay.
    static let most = 2048
    private static let roomForRuns = 8, roomForOthers = 64

    /// All but runs, in the order in which their objects came.
    private(set) var objects: [HealthChange] = []
    /// Runs, which wait until their logs are on the card.
    private(set) var runs: [HealthChange] = []

    init() {
        objects.reserveCapacity(Self.roomForOthers)
        runs.reserveCapacity(Self.roomForRuns)
    }

    var isEmpty: Bool { objects.isEmpty && runs.isEmpty }

    mutating func add(_ change: HealthChange) {
        if change.kind == .run { Self.merge(change, into: &runs) } else { Self.merge(change, into: &objects) }
        guard objects.count > Self.most, let oldest = objects.firstIndex(where: { $0.kind == .quarterHour }) else { return }
        objects.remove(at: oldest)
    }

    private static func merge(_ change: HealthChange, into changes: inout [HealthChange]) {
        guard let index = changes.lastIndex(where: { $0.id == change.id && $0.kind == change.kind }) else { return changes.append(change) }
        if change.supersedes(changes[index]) { changes[index] = change }
    }

    /// Takes everything over from others, which are newer, and leaves them empty.
    mutating func takeAll(of others: inout WaitingChanges) {
        for change in others.objects { add(change) }
        for change in others.runs { add(change) }
        others.removeAll()
    }

    mutating func removeAll() {
        objects.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
    }

    /// Forgets what waits of a run that is deleted.
    mutating func removeRun(_ id: RunID) { runs.removeAll { $0.id == HealthID(id) && !$0.isDeleted } }
    mutating func removeObjects() { objects.removeAll(keepingCapacity: true) }
    mutating func removeRuns() { runs.removeAll(keepingCapacity: true) }
}
