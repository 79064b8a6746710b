/// Finds the word that was perhaps meant.
enum Suggestion {
    /// The nearest of the candidates, if it is near enough: at most a third of its letters wrong, missing, too many or swapped.
    static func nearest(to word: String, in candidates: [String]) -> String? {
        // A word far longer than any name is not a slip of the finger, and the table below must stay small.
        guard word.count <= 40 else { return nil }
        let ranked = candidates.map { (word: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
        guard let best = ranked, best.distance <= max(1, best.word.count / 3) else {
            return candidates.first { !word.isEmpty && word.count >= 3 && $0.hasPrefix(word) }
        }
        return best.word
    }

    /// Damerau and Levenshtein's distance, neighbouring letters swapped counting as one.
    private static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a.lowercased())
        let b = Array(b.lowercased())
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
