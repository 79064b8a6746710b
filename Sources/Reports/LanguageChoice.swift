extension ReportLanguage {
    /// The language of a locale's name, as `LANG` has it: `de_CH.UTF-8`, `zh_CN`, `C`. English for one that is not here.
    public init(locale: String) {
        let word = locale.prefix { $0 != "_" && $0 != "." && $0 != "-" && $0 != "@" }.lowercased()
        self = ReportLanguage(rawValue: word) ?? .english
    }

    /// The language that an environment asks for: that of the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set (POSIX, XBD 8.2).
    public init(environment: (_ name: String) -> String?) {
        let names: [String] = ["LC_ALL", "LC_MESSAGES", "LANG"]
        self.init(locale: names.lazy.compactMap(environment).first { !$0.isEmpty } ?? "C")
    }
}
