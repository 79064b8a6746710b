/// Which seconds of a run a curve is drawn through.
///
/// All of them while they are no more than twice the stretches; else of each stretch, so many known seconds in a row, the one of the least and
/// the one of the greatest value, in the order of time. The first and the last of each piece stay too, so that a curve ends where it ends, and
/// pieces with less between them than a stretch are one. So no peak is lost, however long the run, and no run makes more than six places of a
/// stretch.
struct CurveThinning {
    /// The places, in pieces that are not to be joined.
    let pieces: [[Int]]
    /// Seconds of a stretch; 1 where all are there.
    let length: Int

    /// Stretches of a curve: about as many as a screen has columns to spare for it.
    static let stretches = 600
    /// Milliseconds without a value over which a line still leads: some devices record a point every half minute only.
    static let longestGap: UInt32 = 30_000

    /// - Parameters:
    ///   - count: how many seconds there are.
    ///   - value: the value of a second; nil where there is none.
    ///   - startsPiece: true for a second to which no line leads.
    ///   - time: the milliseconds of a second, which never go back.
    init(_ count: Int, stretches: Int = CurveThinning.stretches, value: (Int) -> Double?, startsPiece: (Int) -> Bool, time: (Int) -> UInt32)
    {
        let stretches = max(1, stretches)
        var pieces: [[Int]] = [], isBroken = true, last: Int?, known = 0
        for index in 0..<max(0, count) {
            if startsPiece(index) { isBroken = true }
            guard value(index) != nil else { continue }
            if let last, time(index) &- time(last) > Self.longestGap { isBroken = true }
            if isBroken { pieces.append([]) }
            pieces[pieces.count - 1].append(index)
            isBroken = false
            last = index
            known += 1
        }
        guard known > 2 * stretches, let first = pieces.first?.first, let last = pieces.last?.last else {
            (self.pieces, length) = (pieces, 1)
            return
        }
        let apart = (time(last) &- time(first)) / UInt32(clamping: stretches)
        var joined: [[Int]] = []
        for piece in pieces {
            guard let before = joined.last?.last, let first = piece.first, time(first) &- time(before) <= apart else {
                joined.append(piece)
                continue
            }
            joined[joined.count - 1] += piece
        }
        let length = (known + stretches - 1) / stretches
        self.pieces = joined.map { Self.thinned($0, by: length, value: value) }
        self.length = length
    }

    private static func thinned(_ piece: [Int], by length: Int, value: (Int) -> Double?) -> [Int] {
        var kept: [Int] = []
        func keep(_ index: Int) { if kept.last.map({ $0 < index }) ?? true { kept.append(index) } }
        var from = 0
        if let first = piece.first { keep(first) }
        while from < piece.count {
            let stretch = piece[from..<min(piece.count, from + length)]
            var least = stretch[from], most = least, low = Double.infinity, high = -Double.infinity
            for index in stretch {
                guard let value = value(index) else { continue }
                if value < low { (low, least) = (value, index) }
                if value > high { (high, most) = (value, index) }
            }
            keep(min(least, most))
            keep(max(least, most))
            from += length
        }
        if let last = piece.last { keep(last) }
        return kept
    }
}
