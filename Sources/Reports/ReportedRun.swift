import Calendar
import Quantities
import RunCore
import Training

/// What a run's log lacks, in numbers.
public struct ReportedDamage: Hashable, Sendable {
    /// The first part of the log is lost, and with it what only that knew.
    public var isHeaderLost = false
    /// Damaged places in the middle.
    public var holes = 0
    /// Bytes that the card could not give.
    public var unreadableBytes = 0
    /// Seconds that never reached the card.
    public var lostRecords = 0
    /// True if the end was torn.
    public var isEndTorn = false
    /// Records that could be read.
    public var records = 0

    /// Nothing is missing.
    public init() {}

    /// True if nothing is missing.
    public var isNone: Bool { !isHeaderLost && holes == 0 && unreadableBytes == 0 && lostRecords == 0 && !isEndTorn }

    var sentences: [Markup] {
        guard !isNone else { return [] }
        var sentences: [Markup] = []
        func add(_ phrase: ReportPhrase, _ number: Int) {
            if number > 0 { sentences.append(.phrase(phrase, .number("\(number)"), in: "li")) }
        }
        if isHeaderLost { sentences.append(.phrase(.damageHeader, in: "li")) }
        // The lost first part is the first of the damaged places.
        add(.damageHoles, holes - (isHeaderLost && holes > 0 ? 1 : 0))
        add(.damageBytes, unreadableBytes)
        add(.damageLost, lostRecords)
        if isEndTorn { sentences.append(.phrase(.damageTorn, in: "li")) }
        add(.damageRecords, records)
        return sentences
    }
}

/// A run as its history sees it: what of its page does not come from its own log.
public struct ReportedRun: Hashable, Sendable {
    /// What the history keeps of it.
    public let run: TrainedRun
    /// What its log lacks.
    public let damage: ReportedDamage
    /// The runs before and after it that have a page; nil at the ends.
    public internal(set) var previous: RunID?, next: RunID?
    /// Its place in the order of time among the runs of its day, from 1, and how many there are; nil without a date.
    public internal(set) var ofDay: (number: Int, count: Int)? {
        get { dayNumber > 0 ? (dayNumber, dayCount) : nil }
        set { (dayNumber, dayCount) = newValue ?? (0, 0) }
    }
    private var dayNumber = 0, dayCount = 0
    /// Its place by distance among the runs up to it.
    public internal(set) var rank = RunPlace(place: 1, count: 1)
    /// Its place among the runs of its month, ISO week and day; nil without a date.
    public internal(set) var monthRank: RunPlace?, weekRank: RunPlace?, dayRank: RunPlace?
    /// The records that it set.
    public internal(set) var records: [RecordBook.Step] = []
    /// Those of them that still stand.
    public internal(set) var standing: Set<RecordKind> = []
    /// By what rule its load is told.
    public internal(set) var rule = LoadRule.banister

    init(_ run: TrainedRun, _ damage: ReportedDamage) { (self.run, self.damage) = (run, damage) }

    var figures: RunFigures { run.figures }
    /// The run's name.
    public var id: RunID { run.figures.id }

    /// The name of the run's page in the folder `runs`.
    public var pageName: String { "\(id).html" }

    var kind: ReportPhrase {
        switch figures.type {
        case .run: .run
        case .trailRun: .trailRun
        case .walk: .walk
        case .indoorRun: .indoorRun
        case nil: .kindUnknown
        }
    }

    /// The load by the history's rule.
    var load: Double? { rule == .banister ? run.load?.banister : run.load?.edwards }

    /// All of this in bytes: when they are the same, so is the page, if the log and what is hidden are.
    public func put(into fingerprint: inout ReportFingerprint) {
        fingerprint.take(
            "\(id) \(previous.map { "\($0)" } ?? "-") \(next.map { "\($0)" } ?? "-") \(dayNumber) \(dayCount) \(rule.rawValue)")
        for place in [rank, monthRank, weekRank, dayRank] { fingerprint.take(place.map { "\($0.place) \($0.count)" } ?? "-") }
        for step in records {
            let before = step.before.map { "\($0.value)" } ?? "-"
            fingerprint.take("\(step.record.kind) \(before) \(standing.contains(step.record.kind))")
        }
    }
}

/// The whole history of a runner for a report, each run with its place in it.
public struct ReportedHistory: Sendable {
    /// In order of time, those whose start was never known last.
    public private(set) var runs: [ReportedRun]
    /// By what rule load is told.
    public let rule: LoadRule
    /// Which of them have a page: the newest.
    public private(set) var pages: Set<RunID>

    /// Puts runs into order and in relation. Each is looked at a few times, so that ten thousand take no time to speak of.
    /// - Parameter mostPages: how many of the newest have a page; nil for all.
    public init(_ history: [(run: TrainedRun, damage: ReportedDamage)], mostPages: Int? = nil) {
        runs = history.map { ReportedRun($0.run, $0.damage) }.sorted { TrainedRun.isEarlier($0.run, $1.run) }
        rule = LoadRule(for: runs.map(\.run))
        let dated = runs.filter { $0.figures.start != nil }, undated = runs.filter { $0.figures.start == nil }
        pages = Set((undated + dated).suffix(max(0, mostPages ?? runs.count)).map(\.id))
        for index in runs.indices { runs[index].rule = rule }
        link()
        rank()
        setRecords()
    }

    /// Says that some have no page after all.
    public mutating func removePages(_ runs: Set<RunID>) { pages.subtract(runs) }

    private mutating func link() {
        var before: Int?
        for index in runs.indices where pages.contains(runs[index].id) {
            if let before {
                runs[index].previous = runs[before].id
                runs[before].next = runs[index].id
            }
            before = index
        }
        var days: [CivilDate: [Int]] = [:]
        for index in runs.indices { if let day = runs[index].figures.day { days[day, default: []].append(index) } }
        for indices in days.values {
            for (number, index) in indices.enumerated() { runs[index].ofDay = (number + 1, indices.count) }
        }
    }

    /// By whole metres, the longest first; runs of the same distance share the better place.
    private mutating func rank() {
        let meters = runs.map { ShownNumber.meters(of: $0.figures.distance) ?? 0 }
        var longestFirst: [Int64] = []
        for index in runs.indices {
            // Those of at least this distance stand before `place`.
            let better = Self.count(in: longestFirst) { $0 > meters[index] }
            longestFirst.insert(meters[index], at: better)
            runs[index].rank = RunPlace(place: better + 1, count: index + 1)
        }
        func places(_ key: (CivilDate) -> Int) -> [Int: RunPlace] {
            var groups: [Int: [Int]] = [:]
            for index in runs.indices { if let day = runs[index].figures.day { groups[key(day), default: []].append(index) } }
            var places: [Int: RunPlace] = [:]
            for group in groups.values {
                let sorted = group.map { meters[$0] }.sorted(by: >)
                for index in group {
                    places[index] = RunPlace(place: Self.count(in: sorted) { $0 > meters[index] } + 1, count: group.count)
                }
            }
            return places
        }
        let months = places { $0.startOfMonth.daysSinceEpoch }, weeks = places { $0.startOfWeek().daysSinceEpoch }
        let days = places(\.daysSinceEpoch)
        for index in runs.indices {
            (runs[index].monthRank, runs[index].weekRank, runs[index].dayRank) = (months[index], weeks[index], days[index])
        }
    }

    /// How many at the front of a sorted list have a property that those behind them have not.
    private static func count(in list: [Int64], _ has: (Int64) -> Bool) -> Int {
        var low = 0, high = list.count
        while low < high {
            let middle = (low + high) / 2
            if has(list[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func setRecords() {
        var book = RecordBook()
        for index in runs.indices { runs[index].records = book.take(runs[index].run) }
        for index in runs.indices {
            guard let type = runs[index].figures.type else { continue }
            let group = RecordClass(type), id = runs[index].id
            runs[index].standing = Set(runs[index].records.map(\.record.kind).filter { book[$0, group]?.run == id })
        }
    }
}
