/// A rectangle of an SSD1306's memory: columns of one pixel, pages of eight rows, ends included.
struct SSD1306Window: Hashable, Sendable {
    var firstColumn: Int
    var lastColumn: Int
    var firstPage: Int
    var lastPage: Int

    /// Bytes of its contents.
    var area: Int { (lastColumn - firstColumn + 1) * (lastPage - firstPage + 1) }
}

/// Finds what has changed between two contents of an SSD1306's memory, as few and small windows. Keeps its storage from one use to the next.
struct SSD1306Windows {
    /// Bytes on the bus that a window costs besides its contents: address, control byte and six bytes of commands, address and control byte.
    static let overhead = 10
    /// Unchanged columns fewer than this are sent along.
    private static let gap = 8

    private(set) var windows: [SSD1306Window] = []

    init() { windows.reserveCapacity(64) }

    /// Compares two contents of `pages` pages of `columns` bytes each.
    mutating func find(from old: [UInt8], to new: [UInt8], columns: Int, pages: Int) {
        windows.removeAll(keepingCapacity: true)
        guard columns > 0, pages > 0, old.count == columns * pages, new.count == old.count else { return }
        for page in 0..<pages {
            var column = 0
            while column < columns {
                guard old[page * columns + column] != new[page * columns + column] else {
                    column += 1
                    continue
                }
                let first = column
                var last = column
                while column < columns, column - last <= Self.gap {
                    if old[page * columns + column] != new[page * columns + column] { last = column }
                    column += 1
                }
                add(SSD1306Window(firstColumn: first, lastColumn: last, firstPage: page, lastPage: page))
            }
        }
    }

    /// Joins a run to a window that ends on the page above, if that costs less than a window of its own.
    private mutating func add(_ run: SSD1306Window) {
        for index in windows.indices where windows[index].lastPage == run.firstPage - 1 {
            let window = windows[index]
            let union = SSD1306Window(
                firstColumn: min(window.firstColumn, run.firstColumn), lastColumn: max(window.lastColumn, run.lastColumn),
                firstPage: window.firstPage, lastPage: run.lastPage)
            if union.area - window.area - run.area < Self.overhead {
                windows[index] = union
                return
            }
        }
        windows.append(run)
    }
}
