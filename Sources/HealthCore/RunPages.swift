/// What the pages of a run show: four pages of at most four values each, every value by its number, 0 for none.
///
/// The numbers are those of every released store and of `ScreenModels.RunField`; this room knows only which there are.
public struct RunPages: Hashable, Sendable {
    /// How many pages can be chosen.
    public static let count = 4
    /// The numbers of values that this version knows.
    public static let knownFields: ClosedRange<UInt8> = 1...21

    private var pages: (SIMD4<UInt8>, SIMD4<UInt8>, SIMD4<UInt8>, SIMD4<UInt8>)

    /// The pages of a new watch: distance, time, pace, heart rate; heart rate, zone, mean heart rate; mean pace, cadence, ascent, energy;
    /// the fourth is not shown.
    public init() {
        pages = (SIMD4(1, 2, 4, 10), SIMD4(10, 13, 11, 0), SIMD4(5, 14, 16, 19), SIMD4(0, 0, 0, 0))
    }

    /// The values of a page, 0...3, in their order, 0 behind the last; none beyond. A page that is not understood is not set: one with an
    /// unknown number or a gap, and the first without a value.
    public subscript(page: Int) -> SIMD4<UInt8> {
        get {
            switch page {
            case 0: pages.0
            case 1: pages.1
            case 2: pages.2
            case 3: pages.3
            default: .zero
            }
        }
        set {
            guard Self.isUnderstood(newValue, page: page) else { return }
            switch page {
            case 0: pages.0 = newValue
            case 1: pages.1 = newValue
            case 2: pages.2 = newValue
            default: pages.3 = newValue
            }
        }
    }

    private static func isUnderstood(_ fields: SIMD4<UInt8>, page: Int) -> Bool {
        guard (0..<count).contains(page) else { return false }
        var isOver = false
        for index in 0..<4 {
            if fields[index] == 0 {
                isOver = true
            } else if isOver || !knownFields.contains(fields[index]) {
                return false
            }
        }
        return page > 0 || fields[0] > 0
    }

    /// A page as one number, for the store: its first value in the lowest byte.
    func packed(_ page: Int) -> Int64 {
        let fields = self[page]
        return Int64(fields[0]) | Int64(fields[1]) << 8 | Int64(fields[2]) << 16 | Int64(fields[3]) << 24
    }

    /// Sets a page from its number in a store.
    mutating func set(_ page: Int, packed: Int64) {
        guard (0...0xFFFF_FFFF).contains(packed) else { return }
        func byte(_ index: Int64) -> UInt8 { UInt8(truncatingIfNeeded: packed >> (8 * index)) }
        self[page] = SIMD4(byte(0), byte(1), byte(2), byte(3))
    }

    /// Equal if all pages are.
    public static func == (a: RunPages, b: RunPages) -> Bool { a.pages == b.pages }
    /// Hashes the pages.
    public func hash(into hasher: inout Hasher) { for page in 0..<Self.count { hasher.combine(self[page]) } }
}
