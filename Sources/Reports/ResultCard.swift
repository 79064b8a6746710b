import Calendar
import Quantities
import RunCore
import Training

/// The picture of a run that a runner shows around, after Running Life's: the way in colours of speed, distance, time, pace, energy, chicken
/// drumsticks, rank, name and date.
///
/// It holds what it shows and nothing else: no place but as points of the drawing, no names of files, no time of day. What is not known is
/// `--`. Without a way it shows the pace of each kilometre or mile.
public struct ResultCard: Sendable {
    /// The shape of a card.
    public enum Shape: String, CaseIterable, Hashable, Sendable {
        /// 1080 × 1080 pixels.
        case square
        /// 1080 × 1920 pixels, as a telephone is held.
        case story

        /// Pixels from left to right.
        public var width: Int { 1080 }
        /// Pixels from top to bottom.
        public var height: Int { self == .square ? 1080 : 1920 }
    }

    /// What is said of the run.
    public var figures: RunFigures
    /// The paces of its full kilometres, or miles.
    public var splits: [Pace]
    /// Its way, without what the runner hides; nothing for a card without a map.
    public var track: TrackPieces
    /// Its place among all runs; nil if nobody knows.
    public var rank: RunPlace?
    /// The runner's name; nil for none.
    public var name: String?
    /// Whether distances and paces are told in miles.
    public var inMiles: Bool
    /// The language.
    public var language: ReportLanguage

    /// A card.
    public init(
        figures: RunFigures, splits: [Pace] = [], track: TrackPieces = TrackPieces(), rank: RunPlace? = nil, name: String? = nil,
        inMiles: Bool = false, language: ReportLanguage = .english
    ) {
        self.figures = figures
        self.splits = splits
        self.track = track
        self.rank = rank
        let line = name.map { FittedText.line($0) } ?? ""
        self.name = line.isEmpty ? nil : line
        self.inMiles = inMiles
        self.language = language
    }

    /// The card as an SVG.
    public func svg(_ shape: Shape) -> String {
        var drawing = ResultCardDrawing(self, shape)
        return drawing.svg()
    }

    // MARK: Its texts

    /// The distance with two decimals, without its unit.
    var distanceText: String {
        language.number(ShownNumber.text(ShownNumber.hundredths(of: figures.distance, inMiles: inMiles), places: 2))
    }

    /// Timer time: `59:08`, `1:02:33`.
    var timeText: String { Self.clock(ShownNumber.seconds(of: figures.timer)) }

    /// Mean pace without its unit.
    var paceText: String { paceText(figures.averagePace) }

    func paceText(_ pace: Pace?) -> String { Self.clock(ShownNumber.seconds(of: pace, inMiles: inMiles)) }

    var energyText: String { ShownNumber.text(ShownNumber.kilocalories(of: figures.energy)) }

    /// Running Life's measure, from the energy and not from its text.
    var drumsticksText: String { language.number(decimal(figures.energy.map(\.drumsticks), 2)) }

    var rankText: String { rank.map { language.place($0.place, of: $0.count) } ?? "--" }

    var dateText: String { figures.day.map { language.text($0) } ?? CardWord.dateUnknown.text(language) }

    var kindText: String { CardWord.kind(figures.type).text(language) }

    private static func clock(_ seconds: Int64?) -> String {
        guard let seconds else { return "--" }
        func two(_ n: Int64) -> String { n < 10 ? "0\(n)" : "\(n)" }
        return seconds >= 3600 ? "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" : "\(seconds / 60):\(two(seconds % 60))"
    }
}
