import Quantities

/// Tables of a page.
enum TableMarkup {
    /// A bar that is a share of its cell.
    /// - Parameter className: a class that colours it.
    static func bar(_ share: Double, _ className: Markup) -> Markup {
        "<td class=\"bar\"><i class=\"\(className)\" style=\"width:\(decimal(min(max(share, 0), 1) * 100, 0))%\"></i></td>"
    }

    /// A row of a table's head; numbers stand at the end of their column.
    static func head(_ cells: [(phrase: ReportPhrase?, isNumber: Bool)], _ more: Markup = .none) -> Markup {
        let cells = cells.map { cell -> Markup in
            guard let phrase = cell.phrase else { return "<td></td>" }
            return .phrase(phrase, in: "th", cell.isNumber ? " scope=\"col\" class=\"num\"" : " scope=\"col\"")
        }
        return "<thead><tr>\(cells.joined())\(more)</tr></thead>\n"
    }

    /// A cell that is a number, at its end.
    static func plain(_ number: String) -> Markup { "<td class=\"num n\">\(ReportText.grouped(number))</td>" }

    /// A cell with a number at its end.
    static func number(_ content: Markup) -> Markup { "<td class=\"num\">\(content)</td>" }

    /// A table that scrolls by itself where it is wider than the page.
    static func table(_ head: Markup, _ rows: [Markup], caption: Markup = .none) -> Markup {
        "<div class=\"scroll\"><table>\(caption)\(head)<tbody>\n\(rows.joined())</tbody></table></div>\n"
    }
}
