import ActivityFiles
import Quantities

/// What an import leaves out of a file or takes otherwise than it stands there.
public enum ImportNote: Hashable, Sendable {
    /// The file is damaged, or holds what cannot be read.
    case fault(ActivityFault)
    /// Several values of an element cannot be read; the line of the first.
    case badValues(element: String, count: Int, firstLine: Int)
    /// Several stretches of a damaged FIT file do not prove to be messages; how many bytes in all, and where the first begins.
    case unproved(stretches: Int, bytes: Int64, firstOffset: Int64)
    /// So many more faults of the file are not listed.
    case furtherFaults(UInt32)
    /// So many points have no time.
    case withoutTime(Int)
    /// So many points do not stand in the order of time.
    case outOfOrder(Int)
    /// So many points have a time that those around them contradict.
    case contradictedTimes(Int)
    /// So many points have the time of another.
    case sameTime(Int)
    /// The distance that the file states grew so many times faster than anything on land.
    case distanceLeaps(Int)
    /// So much of the distance that the file states was covered while its timer stood.
    case distanceWhilePaused(Distance)
    /// The file states no distance; that of its places was taken, and so many places were passed over because nobody gets there so fast.
    case distanceOfPlaces(passedOver: Int)
    /// Neither the file's figures nor its points tell a distance.
    case noDistance
    /// The timer stood for so much longer than the file says when.
    case timerNotPlaced(Duration)
    /// The file names no kind of sport that is known here: this one was taken by its speed.
    case sportBySpeed(isWalk: Bool)
    /// Names of elements of the file that are not read, and whether there are more.
    case notRead([String], hasMore: Bool)
}

extension ImportNote {
    /// What is wrong with a file, with faults of one kind that come often told once.
    static func notes(of faults: [ActivityFault]) -> [ImportNote] {
        var notes: [ImportNote] = [], places: [String: Int] = [:]
        for fault in faults {
            guard let kind = fault.repeatedKind, let place = places[kind] else {
                if let kind = fault.repeatedKind { places[kind] = notes.count }
                notes.append(.fault(fault))
                continue
            }
            notes[place] = notes[place].joined(with: fault)
        }
        return notes
    }

    private func joined(with fault: ActivityFault) -> ImportNote {
        switch (self, fault) {
        case (.fault(.badValue(let line, let element)), _): .badValues(element: element, count: 2, firstLine: line)
        case (.badValues(let element, let count, let line), _): .badValues(element: element, count: count + 1, firstLine: line)
        case (.fault(.unproved(let offset, let first)), .unproved(_, let more)):
            .unproved(stretches: 2, bytes: first.addingSaturating(more), firstOffset: offset)
        case (.unproved(let stretches, let bytes, let offset), .unproved(_, let more)):
            .unproved(stretches: stretches + 1, bytes: bytes.addingSaturating(more), firstOffset: offset)
        default: self
        }
    }
}

extension ActivityFault {
    /// The same for faults that are told together; nil for those that each need their own words.
    fileprivate var repeatedKind: String? {
        switch self {
        case .badValue(_, let element): "<\(element)>"
        case .unproved: "unproved"
        default: nil
        }
    }
}

extension ImportNote: CustomStringConvertible {
    /// A sentence for the runner.
    public var description: String {
        switch self {
        case .fault(let fault): "\(fault)"
        case .badValues(let element, let count, let line):
            "\(count) values of \(element) cannot be read, the first in line \(line): left out"
        case .unproved(let stretches, let bytes, let offset):
            "\(bytes) bytes in \(stretches) places from byte \(offset) on are damaged, or cannot be told from damage: left out"
        case .furtherFaults(let count): "and \(count) more \(count == 1 ? "fault" : "faults") of the file"
        case .withoutTime(let count): "\(Self.points(count)) without a time: left out"
        case .outOfOrder(let count): "\(Self.points(count)) not in the order of time: taken in its order"
        case .contradictedTimes(let count): "\(Self.points(count)) with a time that the others contradict: left out"
        case .sameTime(let count): "\(Self.points(count)) with the time of another: what that one lacks was taken, the rest left out"
        case .distanceLeaps(let count):
            "the stated distance leaps \(count == 1 ? "once" : "\(count) times"): those metres were left out"
        case .distanceWhilePaused(let distance):
            "\(Int64(rounding: distance.meters)) m of the stated distance were covered while the timer stood: left out"
        case .distanceOfPlaces(let passedOver):
            "the file states no distance: it is that of the straight lines between its places"
                + (passedOver == 0 ? "" : ", without \(Self.points(passedOver)) that nobody reaches so fast")
        case .noDistance: "the file tells no distance, and no places to measure one"
        case .timerNotPlaced(let time):
            "the timer stood for \(Int64(rounding: time.inSeconds)) s more than the file says when: they count as run"
        case .sportBySpeed(let isWalk): "the file names no kind of sport: taken for a \(isWalk ? "walk" : "run") by its speed"
        case .notRead(let names, let hasMore):
            "not read: \(names.map { "<\($0)>" }.joined(separator: ", "))\(hasMore ? " and others" : "")"
        }
    }

    private static func points(_ count: Int) -> String { count == 1 ? "1 point" : "\(count) points" }
}

/// Why no run was made of a file or of a part of it.
public enum ImportRefusal: Error, Hashable, Sendable {
    /// Nothing of the file can be read.
    case unreadable(ActivityFault)
    /// The archive or its entry cannot be read.
    case archive(ZipFault)
    /// It is sound, and holds neither points nor totals: settings, sleep, a plan.
    case noActivity
    /// It has neither points nor totals, by its nature or by damage.
    case noPoints
    /// There are no two points whose times belong together, and no totals either.
    case noTimes
    /// Its points tell times and nothing else: no places, no distance, no heart rate.
    case nothingButTimes
    /// A GPX file, whose points are places, without one that can be read.
    case noPlaces
    /// A few metres in less than a minute.
    case tooShort
    /// More runs than are taken of one file; those before are.
    case tooManyRuns(limit: Int)
    /// It lasts longer than the 49 days that a log can hold.
    case tooLong
    /// Another sport: its name, such as `a ride`.
    case otherSport(String)
    /// It names no sport, and is faster than any runner: mean speed.
    case tooFast(Speed)
}

extension ImportRefusal {
    /// True if nothing is wrong with the file: it is another sport.
    public var isOfSport: Bool {
        switch self {
        case .otherSport, .tooFast: true
        case .unreadable, .archive, .noActivity, .noPoints, .noTimes, .nothingButTimes, .noPlaces, .tooShort, .tooManyRuns, .tooLong: false
        }
    }
}

extension ImportRefusal: CustomStringConvertible {
    /// A sentence for the runner.
    public var description: String {
        switch self {
        case .unreadable(let fault): "\(fault)"
        case .archive(let fault): "\(fault)"
        case .noActivity: "it holds no activity"
        case .noPoints: "it holds neither recorded points nor totals, so there is no run in it"
        case .noTimes: "no two of its points have times that belong together, and it tells no totals, so there is no run in it"
        case .nothingButTimes: "its points tell no places, no distance and no heart rate"
        case .noPlaces: "none of its places can be read"
        case .tooShort: "it is no more than 10 m in less than a minute"
        case .tooManyRuns(let limit): "it holds more than \(limit) runs: the rest was left out"
        case .tooLong: "it lasts longer than 49 days"
        case .otherSport(let name): name
        case .tooFast(let speed): "at \(Int64(rounding: speed.metersPerSecond * 3.6)) km/h on average it is no run"
        }
    }
}
