import Quantities

/// When a region's clocks stood at which offset from UTC, and by what rule they go on: the content of one TZif file (RFC 8536).
///
/// A value: nothing here reads the environment or the process's zone, so tests may use many zones at once (fault D2).
/// Looking up an offset allocates nothing.
public struct TimeZoneRules: Hashable, Sendable {
    /// Instants at which the offset changes, in Unix seconds, strictly ascending.
    let transitions: [Int64]
    /// The offset from each transition on, as many as there are transitions.
    let offsets: [ZoneOffset]
    /// The offset before the first transition.
    let firstOffset: ZoneOffset
    /// What holds after the last transition; nil when its offset simply stays.
    let footer: ZoneFooterRule?

    /// Coordinated universal time, for when no zone is known.
    public static let utc = TimeZoneRules(fixed: .utc)

    /// A zone whose offset never changes.
    public init(fixed offset: ZoneOffset) { self.init(transitions: [], offsets: [], firstOffset: offset, footer: nil) }

    /// The rules that the value of a TZ variable spells out, such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if it spells none.
    public init?(posix text: String) {
        guard let rule = ZoneFooterRule(variable: Array(text.utf8)) else { return nil }
        self.init(transitions: [], offsets: [], firstOffset: rule.standard, footer: rule)
    }

    init(transitions: [Int64], offsets: [ZoneOffset], firstOffset: ZoneOffset, footer: ZoneFooterRule?) {
        self.transitions = transitions
        self.offsets = offsets
        self.firstOffset = firstOffset
        self.footer = footer
    }

    /// How far local time is ahead of UTC at an instant.
    public func offset(at instant: UTCInstant) -> ZoneOffset { span(containing: instant.wholeSeconds).offset }

    /// What calendar and clock on the wall show at an instant.
    public func local(_ instant: UTCInstant) -> CivilDateTime { CivilDateTime(instant, offset: offset(at: instant)) }

    /// The first instant at which calendar and clock show `target` or anything later.
    ///
    /// For a time that the clock shows twice this is the first of the two; for one that a zone change skips it is the change itself.
    public func firstInstant(showing target: CivilDateTime) -> UTCInstant {
        // Every offset is shorter than this, so the face cannot show the target yet.
        var from = target.secondsAsIfUTC - ZoneOffset.longest - secondsPerDay
        while true {
            let span = span(containing: from)
            let candidate = max(from, target.secondsAsIfUTC - Int64(span.offset.seconds))
            guard let end = span.end, candidate >= end else { return UTCInstant(milliseconds: candidate * 1000) }
            from = end
        }
    }

    /// A stretch of time with one offset.
    struct Span {
        var offset: ZoneOffset
        /// The Unix second at which the next stretch begins; nil when there is none.
        var end: Int64?
    }

    func span(containing second: Int64) -> Span {
        let next = firstTransition(after: second)
        if next == transitions.count, let footer {
            return footer.span(containing: second)
        }
        let end: Int64? = next < transitions.count ? transitions[next] : nil
        return Span(offset: next > 0 ? offsets[next - 1] : firstOffset, end: end)
    }

    /// The index of the first transition later than a second, by bisection.
    private func firstTransition(after second: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] > second { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension ZoneOffset {
    /// RFC 8536 3.2 bounds an offset between -25 and +26 hours; nothing in the real world is near that.
    static let longest: Int64 = 26 * 3600
}
