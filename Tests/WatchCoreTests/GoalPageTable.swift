import HealthCore
import Quantities
import RunCore
import ScreenModels

@testable import WatchCore

/// The goals: the glance and what it opens, of a watch with the six that are built in.
extension PageTable {
    /// A card after some presses of PAGE; the seventh is the shelf.
    static func card(_ presses: Int) -> CurrentPage {
        var page = GoalCards()
        for _ in 0..<presses { _ = page.press(PageTable.page, in: PageContext()) }
        return .goalCards(page)
    }

    private static func card(_ presses: Int, next: Int) -> [Press: PageAnswer] {
        stepping(.becomes(card(next)), [lap: .opens(.goals(GoalsGlance())), twice: .opens(.goals(GoalsGlance()))])
    }

    static let ofGoals: [PageCase] = [
        PageCase(
            name: "goals", page: .goals(GoalsGlance()),
            answers: [
                start: .opens(card(0)), page: .opens(.caffeine(CaffeineGlance())), pageLong: .opens(menu(.main, 0)), lap: .opens(.atRest),
                twice: .opens(.atRest),
            ]),
        PageCase(name: "first goal", page: card(0), answers: card(0, next: 1)),
        PageCase(name: "last goal", page: card(5), answers: card(5, next: 6)),
        PageCase(name: "trophies", page: card(6), answers: card(6, next: 0)),
    ]
}
