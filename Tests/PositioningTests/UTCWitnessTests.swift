import Positioning
import Quantities
import Testing

@Suite("Which report of UTC is believed") struct UTCWitnessTests {
    static let build = UTCInstant(milliseconds: 1_780_000_000_000)  // 2026-05-28
    static let truth = UTCInstant(milliseconds: 1_790_000_000_000)
    static let day = 86_400.0, week = 7 * 86_400.0, year = 365.25 * 86_400

    /// What is said: seconds since the first report by the monotonic clock, error of the report in seconds, by whom.
    struct Word: Sendable {
        var at: Double
        var error: Double
        var source = UTCWitness.Source.receiver
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var words: [Word]
        /// The error of what is believed in the end; nil if nothing is.
        var error: Double?
        /// How often something else was believed than before.
        var changes: Int
    }

    static func every(_ seconds: ClosedRange<Int>, _ error: Double, _ source: UTCWitness.Source = .receiver) -> [Word] {
        seconds.map { Word(at: Double($0), error: error, source: source) }
    }

    static func once(_ at: Double, _ error: Double, _ source: UTCWitness.Source = .receiver) -> [Word] {
        [Word(at: at, error: error, source: source)]
    }

    /// Reports of each year's quarter in turn, no two alike.
    static let disagreeing: [Word] = (10...30).map { (second: Int) -> Word in Word(at: Double(second), error: Double(second) * year / 4) }
    static let latencies: [Word] = (0...100).map { (second: Int) -> Word in
        Word(at: Double(second), error: -0.1 - Double(second * 37 % 50) / 100)
    }
    /// Sixty reports of one minute, read within the second after it.
    static let backlog: [Word] = (0..<60).map { (number: Int) -> Word in
        let late = Double(59 - number) + Double(number) / 60
        return Word(at: 60 + Double(number) / 60, error: -late)
    }
    static let both: [Word] = (0...200).flatMap { (second: Int) -> [Word] in
        [Word(at: Double(second), error: -0.6), Word(at: Double(second) + 0.5, error: 0, source: .systemClock)]
    }

    static func said(_ name: String, _ words: [Word], believed error: Double?, after changes: Int) -> Case {
        Case(testDescription: name, words: words, error: error, changes: changes)
    }

    static let cases: [Case] = [
        said("a first report waits for a second", once(0, 0), believed: nil, after: 0),
        said("a first report sent twice is one", once(0, 0) + once(0.12, -0.12), believed: nil, after: 0),
        said("two first reports that agree", every(0...1, 0), believed: 0, after: 1),
        said("first reports that disagree", disagreeing, believed: nil, after: 0),
        said("a cold receiver says 1980", every(0...20, -46.9 * year), believed: nil, after: 0),
        said("a cold receiver says 1979, then the truth", once(0, -47 * year) + every(9...10, 0), believed: 0, after: 1),
        said("1,024 weeks back", every(0...9, -1024 * week), believed: 0, after: 1),
        said("2,048 weeks back", every(0...9, -2048 * week), believed: 0, after: 1),
        said("a spoofed 2080 from the start", every(0...20, 54 * year), believed: nil, after: 0),
        said("a spoofed 2080 later", every(0...9, 0) + every(10...90, 54 * year), believed: 0, after: 1),
        said("one damaged report of another year", every(0...9, 0) + once(10, 3 * year) + every(11...30, 0), believed: 0, after: 1),
        said("damaged reports that disagree", every(0...9, 0) + disagreeing, believed: 0, after: 1),
        said("a damaged first report, then the truth", once(0, 3 * year) + every(1...9, 0), believed: 0, after: 1),
        said("a receiver that has found another year", every(0...9, 0) + every(10...20, 3 * year), believed: 3 * year, after: 2),
        said("an hour ahead, said once", every(0...1, 0) + once(2, 3600), believed: 3600, after: 2),
        said("an hour back, said for 5 s", every(0...1, 0) + every(2...7, -3600), believed: -3600, after: 2),
        said("an hour back, said for 4 s", every(0...1, 0) + every(2...6, -3600), believed: 0, after: 1),
        said("a leap second", every(0...9, 0) + every(10...20, -1), believed: -1, after: 2),
        said("latency that varies", latencies, believed: -0.1, after: 1),
        said("a less late report counts", every(0...1, -0.6) + once(2, -0.2) + once(3, -0.6), believed: -0.2, after: 2),
        said("a backlog of a minute, read in a second", every(0...1, 0) + backlog + every(62...70, 0), believed: 0, after: 1),
        said("receiver and synchronised clock never alternate", both, believed: 0, after: 1),
        said("a receiver after the synchronised clock", once(0, 0, .systemClock) + every(1...100, -0.5), believed: 0, after: 1),
        said("the clock contradicts the receiver", every(0...9, 0) + every(10...600, 30, .systemClock), believed: 0, after: 1),
        said("the clock, an hour after the receiver", every(0...9, 0) + once(3700, 2, .systemClock), believed: 2, after: 2),
        said("a system clock from before the build", every(0...9, -2 * year, .systemClock), believed: nil, after: 0),
        said("a system clock is not lifted by weeks", every(0...9, -1024 * week, .systemClock), believed: nil, after: 0),
    ]

    @Test("R-B15, R-B28, A23: what is believed in the end, and how often that changed", arguments: cases)
    func table(_ c: Case) {
        var witness = UTCWitness(buildDate: Self.build)
        let start = MonotonicInstant(seconds: 77)
        var changes = 0
        for word in c.words {
            let now = start.advanced(by: .milliseconds(Int64((word.at * 1000).rounded())))
            let said = Self.truth.advanced(by: .milliseconds(Int64(((word.at + word.error) * 1000).rounded())))
            if witness.hear(said, from: word.source, at: now) != nil { changes += 1 }
        }
        let right = UTCOffset(from: start, to: Self.truth)
        // 1,024 weeks are undone, not believed.
        #expect(witness.offset.map { Double($0.milliseconds - right.milliseconds) / 1000 } == c.error)
        #expect(changes == c.changes)
    }

    @Test("Any instant is heard without a trap", arguments: [Int64.min, .max, 0], UTCWitness.Source.allCases)
    func hostile(_ milliseconds: Int64, _ source: UTCWitness.Source) {
        var witness = UTCWitness(buildDate: Self.build)
        for seconds in [0.0, 9e9, -9e9, .infinity] {
            #expect(witness.hear(UTCInstant(milliseconds: milliseconds), from: source, at: MonotonicInstant(seconds: seconds)) == nil)
        }
        #expect(witness.offset == nil)
    }
}
