import Quantities
import ScreenModels

/// The made-up values of the sample screens.
extension ScreenGallery {
    static let noon = TimeOfDay(hour: 12, minute: 34)
    static let day = DayOfYear(year: 2026, month: 9, day: 14, weekday: 1)
    static let longestDay = DayOfYear(year: 2026, month: 12, day: 30, weekday: 3)
    static let inRun = StatusStrip(time: noon, batteryPercent: 87, fix: .good)
    static let beforeFix = StatusStrip(time: nil, batteryPercent: 91)
    static let crowded = StatusStrip(
        time: TimeOfDay(hour: 20, minute: 48), batteryPercent: 100, isCharging: true, isLocked: true, fix: .fair, hasStorageTrouble: true)
    static let choose = ButtonLabels(start: .ok, lap: .back, page: .change)
    static let edit = ButtonLabels(start: .ok, lap: .minus, page: .plus, startHeld: .back)
    static let clockLabels = ButtonLabels(start: .start, lap: .runs, page: .next, pageHeld: .menu)
    static let readyLabels = ButtonLabels(start: .start, lap: .back, page: .next)
    static let runLabels = ButtonLabels(start: .pause, lap: .lap, page: .next, startHeld: .stop, lapHeld: .lock)
    static let pausedLabels = ButtonLabels(start: .resume, page: .next, startHeld: .stop, lapHeld: .lock)
    static let stoppedLabels = ButtonLabels(start: .resume, page: .save, pageHeld: .discard)
    static let summaryLabels = ButtonLabels(start: .ok, lap: .back, page: .next)
    static let listLabels = ButtonLabels(start: .select, lap: .back, page: .down)

    static func sample(
        _ name: String, _ page: Page, _ labels: ButtonLabels, _ status: StatusStrip = inRun, _ units: UnitSystem = .metric
    ) -> Sample {
        Sample(name: name, screen: Screen(status: status, page: page, labels: labels, units: units))
    }

    static func message(_ name: String, _ message: Message, _ labels: ButtonLabels = .init(start: .ok)) -> Sample {
        sample("message-\(name)", .message(message), labels)
    }

    static func menu(
        _ title: MenuTitle, _ rows: [MenuRow], selected: UInt8, first: UInt8 = 0, count: UInt8? = nil
    ) -> MenuPage {
        var held = InView<MenuRow>()
        for (index, row) in rows.enumerated() { held[index] = row }
        return MenuPage(title: title, count: count ?? UInt8(clamping: rows.count), first: first, selected: first + selected, rows: held)
    }

    /// The values that the pages of a new watch show.
    static func fields(of view: RunPage.View) -> RunFields {
        switch view {
        case .first: RunFields(.distance, .time, .pace, .heartRate)
        case .second: RunFields(.heartRate, .zone, .averageHeartRate)
        case .third: RunFields(.averagePace, .cadence, .ascent, .energy)
        case .fourth: RunFields(.time)
        case .lap, .track: RunFields()
        }
    }

    static func run(_ view: RunPage.View, _ motion: RunPage.Motion = .running, _ fields: RunFields? = nil) -> RunPage {
        RunPage(
            view: view, fields: fields ?? Self.fields(of: view), motion: motion, timer: .seconds(2715), elapsed: .seconds(2881),
            distance: .meters(8436), pace: motion == .running ? .secondsPerKilometer(312) : nil,
            averagePace: .secondsPerKilometer(321.8), heartRate: .beatsPerMinute(motion == .running ? 156 : 128),
            averageHeartRate: .beatsPerMinute(151), zone: motion == .running ? 3 : 2,
            cadence: motion == .running ? .stepsPerMinute(172) : nil, steps: 7780, ascent: .meters(64), descent: .meters(61),
            altitude: .meters(431), energy: .kilocalories(568),
            lap: LapFigures(
                number: 3, timer: .seconds(143), distance: .meters(436), pace: .secondsPerKilometer(328), heartRate: .beatsPerMinute(154)),
            lastLap: LapFigures(
                number: 2, timer: .seconds(1272), distance: .meters(4000), pace: .secondsPerKilometer(318), heartRate: .beatsPerMinute(157)),
            track: loop)
    }

    static var reckoned: RunPage {
        var page = run(.first)
        page.isReckoned = true
        page.distance = .meters(12_345)
        page.timer = .seconds(3905)
        return page
    }

    static func firstSeconds(_ view: RunPage.View) -> RunPage {
        RunPage(
            view: view, fields: fields(of: view), motion: .running, timer: .seconds(7), elapsed: .seconds(7), distance: .meters(0),
            pace: nil, averagePace: nil, heartRate: nil, zone: nil, cadence: nil, steps: nil, ascent: nil, energy: .zero,
            lap: LapFigures(number: 1, timer: .seconds(7), distance: .zero, pace: nil, heartRate: nil), lastLap: nil, track: TrackSketch())
    }

    /// A walk, whose pace has four figures beside a heart rate of three (fault U-B4).
    static var walk: RunPage {
        var page = run(.first)
        page.distance = .meters(3630)
        page.timer = .seconds(3503)
        page.pace = .secondsPerKilometer(986)
        page.heartRate = .beatsPerMinute(134)
        return page
    }

    static func longRun(_ view: RunPage.View, _ fields: RunFields? = nil) -> RunPage {
        RunPage(
            view: view, fields: fields ?? Self.fields(of: view), motion: .running, timer: .seconds(86_399), elapsed: .seconds(359_999),
            distance: .meters(123_456), isReckoned: true, pace: .secondsPerKilometer(1199), averagePace: .secondsPerKilometer(699.8),
            heartRate: .beatsPerMinute(188), averageHeartRate: .beatsPerMinute(144), zone: 5, cadence: .stepsPerMinute(204),
            steps: 148_210, ascent: .meters(8848), descent: .meters(8848), altitude: .meters(-12), energy: .kilocalories(8312),
            lap: LapFigures(
                number: 128, timer: .seconds(45_296), distance: .meters(60_456), pace: .secondsPerKilometer(749),
                heartRate: .beatsPerMinute(143)),
            lastLap: LapFigures(
                number: 127, timer: .seconds(36_125), distance: .meters(61_000), pace: .secondsPerKilometer(592),
                heartRate: .beatsPerMinute(151)), track: loop)
    }

    /// The result of a run that has beaten a record.
    static func withRecord(_ record: BrokenRecord) -> SummaryPage {
        var page = summary(.result)
        page.record = record
        return page
    }

    static func summary(_ view: SummaryPage.View) -> SummaryPage {
        var figures = RunFigures()
        figures.distance = .meters(8436)
        figures.timer = .seconds(2715)
        figures.elapsed = .seconds(2881)
        figures.moving = .seconds(2690)
        figures.averagePace = .secondsPerKilometer(321.8)
        figures.energy = .kilocalories(568)
        figures.hasZones = true
        figures.averageHeartRate = .beatsPerMinute(152)
        figures.maximumHeartRate = .beatsPerMinute(174)
        for (index, seconds) in [65, 140, 610, 1320, 480, 90].enumerated() { figures.zoneTimes[index] = .seconds(seconds) }
        figures.averageCadence = .stepsPerMinute(171)
        figures.steps = 7780
        figures.ascent = .meters(64)
        figures.descent = .meters(61)
        figures.laps = 3
        figures.splits = 8
        figures.bestSplit = .secondsPerKilometer(298.9)
        figures.slowestSplit = .secondsPerKilometer(347)
        var page = SummaryPage(view: view, kind: .run, date: day, start: TimeOfDay(hour: 11, minute: 46), figures: figures)
        if view == .laps {
            page.rows = rows([(272, 902), (1272, 4000), (1171, 3534)], 0, count: 3)
        } else if view == .splits {
            page.rows = rows([(322, 1000), (347, 1000), (298, 1000), (331, 1000)], 4, count: 8)
        }
        return page
    }

    /// Laps of seconds and metres, counted on from an index.
    static func rows(_ laps: [(seconds: Int, meters: Double)], _ first: UInt16, count: UInt16) -> LapRows {
        var rows = LapRows(first: first, count: count)
        for (index, lap) in laps.enumerated() {
            rows[index] = LapFigures(
                number: first + UInt16(index) + 1, timer: .seconds(lap.seconds), distance: .meters(lap.meters),
                pace: .secondsPerKilometer(Double(lap.seconds) * 1000 / lap.meters), heartRate: nil)
        }
        return rows
    }

    /// A short run indoors before the watch ever knew the time (fault D9).
    static func undated(_ view: SummaryPage.View) -> SummaryPage {
        var figures = RunFigures()
        figures.distance = .meters(624)
        figures.timer = .seconds(251)
        figures.elapsed = .seconds(251)
        figures.moving = .seconds(240)
        figures.averagePace = .secondsPerKilometer(402)
        figures.energy = .kilocalories(42.1)
        figures.laps = 1
        return SummaryPage(view: view, kind: .indoorRun, date: nil, start: nil, figures: figures)
    }

    static func longest(_ view: SummaryPage.View) -> SummaryPage {
        var page = summary(view)
        page.kind = .trailRun
        page.figures.distance = .meters(123_456)
        page.figures.timer = .seconds(86_399)
        page.figures.elapsed = .seconds(359_999)
        page.figures.moving = .seconds(84_240)
        page.figures.averagePace = .secondsPerKilometer(699.8)
        page.figures.energy = .kilocalories(8312)
        for zone in 0...5 { page.figures.zoneTimes[zone] = .seconds(14_400 + zone * 400) }
        page.figures.steps = 148_210
        page.figures.ascent = .meters(8848)
        page.figures.descent = .meters(8848)
        page.figures.laps = 128
        let long = [(45_296, 60_456.0), (36_125, 61_000), (45_296, 60_456), (36_125, 61_000)]
        if view == .laps || view == .splits { page.rows = rows(long, 124, count: 128) }
        page.figures.bestSplit = .secondsPerKilometer(452)
        page.figures.slowestSplit = .secondsPerKilometer(3702)
        return page
    }

    /// A made-up lap around a park.
    static let loop: TrackSketch = {
        let points: [(UInt8, UInt8)] = [
            (28, 150), (40, 132), (58, 120), (74, 102), (80, 78), (96, 58), (122, 48), (150, 40), (178, 22), (206, 16), (232, 28),
            (248, 52),
            (244, 78), (226, 96), (212, 112), (216, 134), (230, 150), (226, 172), (204, 184), (178, 180), (156, 166), (134, 164),
            (116, 176),
            (98, 188), (76, 186), (60, 176), (52, 160),
        ]
        var sketch = TrackSketch()
        for (index, point) in points.enumerated() {
            sketch.x[index] = point.0
            sketch.y[index] = point.1
        }
        sketch.count = UInt8(clamping: points.count)
        sketch.span = .meters(1450)
        sketch.lapMarks = 1 << 10 | 1 << 18
        return sketch
    }()
}
