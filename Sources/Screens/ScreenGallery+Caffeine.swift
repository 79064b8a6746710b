import Quantities
import ScreenModels

extension ScreenGallery {
    /// Drinks and caffeine.
    static let caffeine: [Sample] = [
        sample(
            "caffeine",
            .caffeine(
                CaffeinePage(
                    milligrams: 126.67, mark: .low, cups: 2.33, cupsMark: .low, fill: 25, belowAt: TimeOfDay(hour: 19, minute: 14),
                    level: 50)),
            glanceLabels, atRest),
        sample(
            "caffeine-much",
            .caffeine(
                CaffeinePage(
                    milligrams: 1230, mark: .high, cups: 12.8, cupsMark: .high, fill: 100, belowAt: TimeOfDay(hour: 23, minute: 58),
                    level: 50)),
            glanceLabels, atRest),
        sample(
            "caffeine-none",
            .caffeine(CaffeinePage(milligrams: 0, mark: .low, cups: 0, cupsMark: .low, fill: 0, belowAt: nil, level: 50)), glanceLabels,
            atRest),
        sample(
            "caffeine-without-time",
            .caffeine(CaffeinePage(milligrams: nil, mark: .low, cups: nil, cupsMark: .low, fill: 0, belowAt: nil, level: 50)), glanceLabels,
            StatusStrip(time: nil, batteryPercent: 87)),
        sample(
            "caffeine-hidden",
            .caffeine(CaffeinePage(milligrams: 96, mark: .low, cups: 1, cupsMark: .low, fill: 19, belowAt: nil, level: 50)),
            .init(lapHeld: .unlock), StatusStrip(time: noon, batteryPercent: 87, isLocked: true)),
        drinks("drinks", (0..<5).map { kind(UInt8($0)) }, selected: 0),
        drinks("drinks-middle", (5..<10).map { kind(UInt8($0)) }, first: 5, selected: 7),
        drinks(
            "drinks-end",
            [
                kind(10), .kind(.text("Club-Mate mit viel Eis und Zitrone"), milligrams: 80.5), .kind(.unnamed, milligrams: 2000), .today,
                .forecast,
            ],
            first: 10, selected: 13),
        sample(
            "drinks-today",
            .drinkList(
                DrinkListPage(
                    count: 3, first: 0, selected: 1,
                    rows: InView([
                        .drunk(TimeOfDay(hour: 14, minute: 30), .builtIn(4), milligrams: 128),
                        .drunk(TimeOfDay(hour: 10, minute: 5), .builtIn(9), milligrams: 29), .drunk(nil, .unnamed, milligrams: 96),
                    ]))), .init(start: .select, lap: .back, page: .down), atRest),
        sample(
            "drink-time", .drink(DrinkPage(name: .builtIn(1), milligrams: 144, time: TimeOfDay(hour: 12, minute: 5), asksToDelete: false)),
            .init(start: .ok, lap: .plus, page: .minus, startHeld: .back), atRest),
        sample(
            "drink-delete", .drink(DrinkPage(name: .builtIn(9), milligrams: 29, time: TimeOfDay(hour: 10, minute: 5), asksToDelete: true)),
            .init(start: .yes, lap: .no), atRest),
        sample("caffeine-forecast", .caffeineCurve(curve), .init(start: .ok, lap: .back), atRest),
        message("drink-logged", .drinkLogged(milligrams: 222.86), .init()),
        message("drink-deleted", .drinkDeleted, .init()),
        message("no-drinks", .noDrinks, .init(start: .ok, lap: .back, page: .back)),
        message("caffeine-dose", .caffeineHigh(.dose, milligrams: 256), .init()),
        message("caffeine-day", .caffeineHigh(.day, milligrams: 512), .init()),
        message("caffeine-bedtime", .caffeineHigh(.bedtime, milligrams: 87.3), .init()),
        message("caffeine-low", .caffeineLow(milligrams: 40), .init()),
        message("time-unknown", .timeUnknown, .init(start: .ok, lap: .back)),
    ]

    private static func kind(_ place: UInt8) -> DrinkListPage.Row {
        let amounts: [Double] = [96, 144, 192, 64, 128, 256, 47, 28, 22, 29, 18]
        return .kind(.builtIn(place), milligrams: amounts[min(Int(place), 10)])
    }

    private static func drinks(_ name: String, _ rows: [DrinkListPage.Row], first: UInt8 = 0, selected: UInt8) -> Sample {
        sample(
            name, .drinkList(DrinkListPage(count: 15, first: first, selected: selected, rows: InView(rows))),
            .init(start: .log, lap: .back, page: .down, startHeld: .earlier), atRest)
    }

    private static let curve: CaffeineCurvePage = {
        var values = SIMD64<UInt16>()
        var left = 2228.0
        for index in 0..<64 {
            values[index] = UInt16(left)
            left *= 0.9485
        }
        return CaffeineCurvePage(values: values, bedtime: 26, atBedtime: 56.5)
    }()
}
