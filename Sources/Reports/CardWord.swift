import Calendar
import RunCore

/// What a card says, apart from numbers and the runner's name.
enum CardWord {
    case time, pace, kilocalories, kilometer, mile, perKilometer, perMile, burned, rank, slow, fast, north, dateUnknown
    case kind(RunType?)

    func text(_ language: ReportLanguage) -> String {
        let words = words
        return switch language {
        case .english: words.0
        case .chinese: words.1
        case .spanish: words.2
        case .german: words.3
        }
    }

    private var words: (String, String, String, String) {
        switch self {
        case .time: ("Time", "时间", "Tiempo", "Zeit")
        case .pace: ("Pace", "配速", "Ritmo", "Tempo")
        case .kilocalories: ("kcal", "千卡", "kcal", "kcal")
        case .kilometer: ("km", "公里", "km", "km")
        case .mile: ("mi", "英里", "mi", "mi")
        case .perKilometer: ("/km", "/公里", "/km", "/km")
        case .perMile: ("/mi", "/英里", "/mi", "/mi")
        case .burned: ("You burned", "你消耗了", "Has quemado", "Verbrannt")
        case .rank: ("Rank", "排名", "Puesto", "Rang")
        case .slow: ("slow", "慢", "lento", "langsam")
        case .fast: ("fast", "快", "rápido", "schnell")
        case .north: ("N", "北", "N", "N")
        case .dateUnknown: ("Date not known", "日期未知", "Fecha desconocida", "Datum unbekannt")
        case .kind(.run): ("Run", "跑步", "Carrera", "Lauf")
        case .kind(.trailRun): ("Trail run", "越野跑", "Carrera de montaña", "Geländelauf")
        case .kind(.walk): ("Walk", "步行", "Caminata", "Gang")
        case .kind(.indoorRun): ("Indoor run", "室内跑", "Carrera en interior", "Lauf in der Halle")
        case .kind(nil): ("Run", "跑步", "Carrera", "Lauf")
        }
    }
}

extension ReportLanguage {
    /// A place among so many: `3 of 42`.
    func place(_ place: Int, of count: Int) -> String {
        switch self {
        case .english: "\(place) of \(count)"
        case .chinese: "\(place) / \(count)"
        case .spanish: "\(place) de \(count)"
        case .german: "\(place) von \(count)"
        }
    }

    /// A number's text with the language's decimal mark.
    func number(_ text: String) -> String {
        switch self {
        case .english, .chinese: text
        case .spanish, .german: String(text.map { $0 == "." ? "," : $0 })
        }
    }

    /// A day in full: `1 December 2026`.
    func text(_ date: CivilDate) -> String {
        let (year, month, day) = date.parts
        let name = monthNames.indices.contains(month - 1) ? monthNames[month - 1] : "\(month)"
        return switch self {
        case .english: "\(day) \(name) \(year)"
        case .chinese: "\(year)年\(month)月\(day)日"
        case .spanish: "\(day) de \(name) de \(year)"
        case .german: "\(day). \(name) \(year)"
        }
    }

    private var monthNames: [String] {
        switch self {
        case .english:
            [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
            ]
        case .chinese: []
        case .spanish:
            [
                "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
            ]
        case .german:
            [
                "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
            ]
        }
    }

    /// The language as BCP 47 and the watch name it. In an SVG it decides between the Chinese and the Japanese form of a character.
    public var tag: String { self == .chinese ? "zh-Hans" : rawValue }
}
