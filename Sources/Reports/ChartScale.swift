import Glibc
import Quantities

/// Round numbers along an axis.
enum ChartScale {
    /// 1, 2, 2.5 or 5 times a power of ten, so that about so many fit.
    static func step(over span: Double, about count: Int) -> Double {
        guard span.isFinite, span > 0, count > 0 else { return 1 }
        let rough = span / Double(count), power = pow(10, log10(rough).rounded(.down))
        let digit = rough / power
        return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 2.5 ? 2.5 : digit <= 5 ? 5 : 10) * power
    }

    /// The round numbers within a range, few.
    static func ticks(from low: Double, to high: Double, about count: Int, least: Double = 0) -> [Double] {
        guard low.isFinite, high.isFinite, high > low else { return low.isFinite ? [low] : [] }
        let step = max(step(over: high - low, about: count), least)
        return multiples(of: step, from: low, to: high)
    }

    /// Times along an axis: steps that a clock has.
    static func times(upTo seconds: Double, about count: Int) -> [Double] {
        let steps: [Double] = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]
        let step = steps.first { seconds / $0 <= Double(max(1, count)) } ?? Self.step(over: seconds, about: count)
        return multiples(of: step, from: 0, to: seconds)
    }

    /// Paces, in seconds a kilometre or mile, between the slowest and the fastest.
    static func paces(slowest: Double, fastest: Double, about count: Int) -> [Double] {
        let steps: [Double] = [5, 10, 15, 30, 60, 120, 300, 600]
        guard slowest.isFinite, fastest.isFinite, slowest > fastest else { return [] }
        let step = steps.first { (slowest - fastest) / $0 <= Double(max(1, count)) } ?? 1200
        return multiples(of: step, from: fastest, to: slowest)
    }

    private static let most = 100.0

    private static func multiples(of step: Double, from low: Double, to high: Double) -> [Double] {
        guard step > 0, step.isFinite, high >= low, (high - low) / step < most else { return [] }
        let first = (low / step - 1e-9).rounded(.up), last = (high / step + 1e-9).rounded(.down)
        guard last >= first else { return [] }
        return (0...Int(rounding: last - first)).map { (first + Double($0)) * step }
    }

    /// Per cent with two decimals, for a place in a drawing.
    static func percent(_ share: Double) -> String { decimal(min(max(share, 0), 1) * 100, 2) }
}
