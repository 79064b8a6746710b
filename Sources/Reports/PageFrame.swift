import RunCore

/// What a page is made in: the words, the units, the software.
struct PageFrame {
    /// No request can leave a page, whatever is in it: no image, font, style or script but its own.
    static let policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

    let title: Markup
    /// The phrase of the page's title, and what stands in it.
    let header: Markup
    let content: Markup
    /// The rows that the cursor goes along, as JSON.
    var rows: String?
    /// True for a run that has no distance to be drawn over.
    var isOverTime = false

    /// The page from `<html` on.
    var text: String {
        let version = SoftwareVersion.current
        let footer: Markup =
            "<footer><p>\(.phrase(.madeBy, .text("\(version.major).\(version.minor).\(version.patch)"))) · \(.phrase(.offline))</p></footer>"
        var body: Markup = """
            <body>
            <a class="skip" href="#content">\(.phrase(.skip))</a>
            <header class="top">\(header)</header>
            <main id="content">
            \(content)</main>
            \(footer)

            """
        body.need(ReportPhrase.allCases.filter(title.phrases.contains))
        if rows != nil { body.need(ReportScript.phrases) }
        var page = "<html lang=\"en\"\(isOverTime ? " data-axis=\"time\"" : "")>\n<head>\n<meta charset=\"utf-8\"/>\n"
        page += "<meta http-equiv=\"Content-Security-Policy\" content=\"\(Self.policy)\"/>\n"
        page +=
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n"
        page += "<meta name=\"referrer\" content=\"no-referrer\"/>\n\(title.text)\n"
        page += "<style>/*<![CDATA[*/\n\(ReportStyle.css)\n/*]]>*/</style>\n</head>\n"
        page += body.text
        page += "<script type=\"application/json\" id=\"words\">\(Self.words(body.phrases.phrases))</script>\n"
        if let rows { page += "<script type=\"application/json\" id=\"rows\">\(rows)</script>\n" }
        page += "<script>//<![CDATA[\n\(ReportScript.text)\n//]]></script>\n</body>\n</html>\n"
        return page
    }

    /// The words of some phrases in all languages, as JSON.
    static func words(_ phrases: [ReportPhrase]) -> String {
        let tables = ReportLanguage.allCases.map { language in
            let words = phrases.map { "\(ReportText.json($0.rawValue)):\(ReportText.json($0.text(language)))" }
            return "\(ReportText.json(language.rawValue)):{\(words.joined(separator: ","))}"
        }
        return "{\(tables.joined(separator: ","))}"
    }
}
