/// Leaves out points of a line so that none of them lies further from the line that remains than a tolerance (Douglas and Peucker 1973).
enum LineSimplification {
    /// Longer lines are taken in parts of this many points: a line made to be slow costs at most so many steps a point.
    private static let longestPart = 2048

    /// The points that stay, the first and the last among them.
    static func simplified(_ points: some RandomAccessCollection<DrawingPoint>, tolerance: Double) -> [DrawingPoint] {
        let points = Array(points)
        guard points.count > 2 else { return points }
        let squaredTolerance = tolerance > 0 ? tolerance * tolerance : 0
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[points.count - 1] = true
        var open: [(from: Int, to: Int)] = []
        for from in stride(from: 0, to: points.count - 1, by: longestPart) {
            isKept[from] = true
            open.append((from, min(from + longestPart, points.count - 1)))
            while let (from, to) = open.popLast() {
                var furthest = from, most = squaredTolerance
                for index in from + 1..<max(to, from + 1) {
                    let distance = squaredDistance(points[index], points[from], points[to])
                    if distance > most { (furthest, most) = (index, distance) }
                }
                guard furthest > from else { continue }
                isKept[furthest] = true
                open.append((from, furthest))
                open.append((furthest, to))
            }
        }
        return points.indices.filter { isKept[$0] }.map { points[$0] }
    }

    /// The square of the distance of a point from a line between two others, its ends included.
    static func squaredDistance(_ point: DrawingPoint, _ a: DrawingPoint, _ b: DrawingPoint) -> Double {
        let dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy
        let along = squared > 0 ? min(max(((point.x - a.x) * dx + (point.y - a.y) * dy) / squared, 0), 1) : 0
        let x = point.x - a.x - along * dx, y = point.y - a.y - along * dy
        return x * x + y * y
    }
}
