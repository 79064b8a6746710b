/// A language of the report. English stands in the page; its script puts the others in its place by what the browser asks for.
public enum ReportLanguage: String, CaseIterable, Hashable, Sendable {
    /// English.
    case english = "en"
    /// Chinese in simplified characters.
    case chinese = "zh"
    /// Spanish.
    case spanish = "es"
    /// German.
    case german = "de"
}
