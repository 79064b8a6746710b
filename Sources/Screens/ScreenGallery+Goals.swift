import Quantities
import ScreenModels

extension ScreenGallery {
    /// Goals, trophies and what is said of them.
    static let goals: [Sample] = [
        sample(
            "goals",
            .goals(
                GoalsPage(
                    goals: InView([
                        GoalMark(kind: .steps, percent: 240, isAwarded: true), GoalMark(kind: .steps, percent: 120, isAwarded: true),
                        GoalMark(kind: .steps, percent: 20, isAwarded: false), GoalMark(kind: .walking, percent: 99, isAwarded: false),
                        GoalMark(kind: .running, percent: 0, isAwarded: false), GoalMark(kind: .running, percent: nil, isAwarded: false),
                    ]), count: 6, pointsToday: 15, points: 1240)), glanceLabels, atRest),
        sample(
            "goals-two",
            .goals(
                GoalsPage(
                    goals: InView([
                        GoalMark(kind: .running, percent: 40, isAwarded: false), GoalMark(kind: .unknown, percent: nil, isAwarded: false),
                    ]), count: 2, pointsToday: nil, points: nil)), glanceLabels, atRest),
        sample(
            "goals-many",
            .goals(
                GoalsPage(
                    goals: InView((0..<6).map { GoalMark(kind: .walking, percent: 99_999 * $0, isAwarded: $0 > 0) }), count: 32,
                    pointsToday: 65_535, points: 999_999)), glanceLabels, atRest),
        sample("goal", .goalCard(card(2, .steps(4200), .steps(6000), 70, .gold, 20)), cardLabels, atRest),
        sample(
            "goal-reached", .goalCard(card(3, .distance(.meters(1684)), .distance(.kilometers(1)), 168, .bronze, 5)), cardLabels, atRest),
        sample(
            "goal-run", .goalCard(card(5, .distance(.kilometers(2)), .distance(.kilometers(5)), 40, .zombieHand, 43)), cardLabels, atRest),
        sample(
            "goal-imperial", .goalCard(card(5, .distance(.kilometers(2)), .distance(.kilometers(5)), 40, .zombieHand, 43)), cardLabels,
            atRest, .imperial),
        sample(
            "goal-foreign",
            .goalCard(
                GoalCardPage(
                    number: 7, count: 12, name: .text("Vuelta al parque grande ida y vuelta"),
                    details: "Con el perro, con lluvia y sin excusas, hasta el puente viejo",
                    mark: GoalMark(kind: .unknown, percent: nil, isAwarded: false),
                    current: nil, target: .number(1500), trophy: .unknown, points: 65_535)), cardLabels, atRest),
        sample(
            "trophies",
            .trophyShelf(TrophyShelfPage(counts: InView([120, 87, 31, 64, 12, 4]), others: 3, points: 4_310)), cardLabels, atRest),
        sample("trophies-unread", .trophyShelf(TrophyShelfPage(counts: InView(), others: 0, points: nil)), cardLabels, atRest),
        message("goal-awarded", .goalReached(.builtIn(5), .zombieHand, points: 43, others: 0), .init()),
        message("goals-awarded", .goalReached(.builtIn(2), .gold, points: 20, others: 2), .init()),
        message("picture-kept", .pictureKept, .init()),
        message("picture-not-kept", .pictureNotKept, .init()),
        message("no-goals", .noGoals, .init(lap: .back, page: .next, pageHeld: .menu)),
    ]

    /// Between runs: no fix.
    static let atRest = StatusStrip(time: noon, batteryPercent: 87)
    static let glanceLabels = ButtonLabels(start: .select, lap: .back, page: .next, pageHeld: .menu)
    private static let cardLabels = ButtonLabels(lap: .back, page: .next)

    private static func card(
        _ place: UInt8, _ current: GoalAmount, _ target: GoalAmount, _ percent: UInt32, _ trophy: TrophyKind, _ points: UInt16
    ) -> GoalCardPage {
        GoalCardPage(
            number: place + 1, count: 6, name: .builtIn(place), details: LongText(),
            mark: GoalMark(kind: place < 3 ? .steps : place < 4 ? .walking : .running, percent: percent, isAwarded: percent >= 100),
            current: current,
            target: target, trophy: trophy, points: points)
    }
}
