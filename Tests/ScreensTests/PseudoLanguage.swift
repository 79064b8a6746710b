import ScreenModels

@testable import Screens

extension Language {
    /// English with everything that a translator would have to translate 40 % longer: what a layout has to have room for before
    /// anybody writes the words of another language. The added letters are as wide as the widest, so that no narrow ones save room.
    ///
    /// As they are stay the symbols of units and `GPS`, which are the same in every language of the watch; the names of weekdays and
    /// months, which have three letters everywhere; and the short forms, because a language chooses them for their shortness.
    static let pseudo = Language(tag: "pseudo", name: "Pseudo", needsTallWords: false) { key in
        let text = Language.english.text(key)
        return isFixed(key) ? text : stretched(text)
    }

    /// True for what a translator leaves alone.
    static func isFixed(_ key: StringKey) -> Bool {
        let name = "\(key)"
        return name.hasPrefix("short") || name.hasSuffix("Short") || name.hasSuffix("Pattern") || fixed.contains(key)
    }

    private static let fixed: Set<StringKey> = [
        .kilometers, .miles, .perKilometer, .perMile, .meters, .feet, .beatsPerMinute, .stepsPerMinute, .kilocalories, .kilograms, .pounds,
        .centimeters, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday, .january, .february, .march, .april, .may,
        .june,
        .july, .august, .september, .october, .november, .december, .oneKilometer, .oneMile, .gps, .metric, .imperial,
    ]

    /// What is printed beside the buttons is the same in every language.
    private static let printed: Set<String> = ["START", "LAP", "PAGE"]

    /// Adds vowels behind the last letter of each word until the whole is 40 % longer.
    private static func stretched(_ text: String) -> String {
        let letters = text.filter(\.isLetter).count
        guard letters > 2 else { return text }
        var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        var missing = (letters * 2 + 4) / 5, index = 0
        let places = words.indices.filter { words[$0].contains(where: \.isLetter) && !printed.contains(words[$0].filter(\.isLetter)) }
        guard !places.isEmpty else { return text }
        while missing > 0 {
            let place = places[index % places.count]
            var word = words[place]
            let end = word.lastIndex(where: \.isLetter).map { word.index(after: $0) } ?? word.endIndex
            word.insert("é", at: end)
            words[place] = word
            missing -= 1
            index += 1
        }
        return words.joined(separator: " ")
    }
}
