import Calendar
import Quantities

/// What stands in the place of `{0}` in a phrase.
enum PhraseArgument {
    /// A name or a text that is the same in all languages.
    case text(String)
    /// A number as English writes it, without groups.
    case number(String)
    /// A day.
    case day(CivilDate)
    /// Another phrase.
    case phrase(ReportPhrase)

    /// In English.
    var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): ReportText.grouped(number)
        case .day(let day): ReportText.day(day)
        case .phrase(let phrase): phrase.text(.english)
        }
    }

    /// For the script: a text, or its kind and what it is made of.
    var json: String {
        switch self {
        case .text(let text): ReportText.json(text)
        case .number(let number): "[\"n\",\(ReportText.json(number))]"
        case .day(let day): "[\"d\",\(ReportText.json("\(day)"))]"
        case .phrase(let phrase): "[\"t\",\(ReportText.json(phrase.rawValue))]"
        }
    }
}

extension ReportPhrase {
    /// The phrase in English with its arguments in place.
    func english(_ arguments: [PhraseArgument]) -> String {
        var text = text(.english), filled = ""
        for (place, argument) in arguments.enumerated() {
            let parts = text.split(separator: "{\(place)}", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            // What is filled in is not looked at again: a name may hold `{1}`.
            filled += parts[0] + argument.text
            text = String(parts[1])
        }
        return filled + text
    }
}

extension Markup {
    /// A phrase in an element that the script can put into another language.
    /// - Parameter attributes: further attributes, each with a blank before it.
    static func phrase(_ phrase: ReportPhrase, _ arguments: PhraseArgument..., in tag: Markup = "span", _ attributes: Markup = "") -> Markup
    {
        var set = PhraseSet()
        set.insert(phrase)
        var data: Markup = ""
        if !arguments.isEmpty { data = " data-a=\"\("[" + arguments.map(\.json).joined(separator: ",") + "]")\"" }
        for case .phrase(let inner) in arguments { set.insert(inner) }
        let markup: Markup =
            "<\(tag) data-t=\"\(phrase.rawValue)\"\(data)\(attributes)>\(phrase.english(arguments))</\(tag)>"
        return Markup(made: markup.text, set)
    }

    /// A number, as English writes it without groups, that the script writes as the reader's language does; `--` stays.
    static func number(_ number: String, in tag: Markup = "span") -> Markup {
        "<\(tag) class=\"n\">\(ReportText.grouped(number))</\(tag)>"
    }

    /// A number with its unit.
    static func amount(_ number: String, _ unit: ReportPhrase) -> Markup {
        number == "--" ? "<span>--</span>" : "<span class=\"amount\">\(.number(number))\u{A0}\(.phrase(unit, in: "small"))</span>"
    }

    /// A day.
    static func day(_ day: CivilDate) -> Markup { "<time datetime=\"\("\(day)")\">\(ReportText.day(day))</time>" }

    /// A moment of local time, with the weekday where there is room for it.
    static func moment(_ moment: CivilDateTime, isLong: Bool = false) -> Markup {
        let text = "\(ReportText.day(moment.date)), \(ReportText.clock(moment.time))"
        let long = isLong ? "\(ReportText.weekdays[moment.date.weekday.daysAfterMonday % 7]), " + text : text
        return
            "<time datetime=\"\("\(moment.date)T\(ReportText.clock(moment.time))")\"\(isLong ? " data-f=\"long\"" as Markup : "")>\(long)</time>"
    }

    /// A month.
    static func month(_ day: CivilDate, isShort: Bool = false) -> Markup {
        "<time datetime=\"\(String("\(day)".prefix(7)))\"\(isShort ? " data-f=\"short\"" as Markup : "")>\(ReportText.month(day, isShort: isShort))</time>"
    }

    /// A name that comes from a file: it keeps its own direction of writing.
    static func name(_ text: String) -> Markup { "<bdi>\(text)</bdi>" }
}
