import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

// What is shown.
extension Watch {
    /// The screen at a moment: a plain value, composed anew each time from the state.
    public func screen(at now: MonotonicInstant) -> Screen {
        Screen(status: status(at: now), page: page(at: now), labels: labels(at: now), units: settings.usesMiles ? .imperial : .metric)
    }

    private func status(at now: MonotonicInstant) -> StatusStrip {
        StatusStrip(
            time: local(at: now).map { TimeOfDay($0.time) }, batteryPercent: session.sensors.battery?.percent,
            isCharging: session.sensors.battery?.isCharging ?? false, isLocked: isLocked, fix: fixQuality,
            hasStorageTrouble: storage == .full || storage == .failed)
    }

    private var fixQuality: FixQuality {
        guard receiverIsOn else { return .off }
        guard session.hasFix, let error = session.place?.horizontalError else { return .none }
        return error <= .meters(10) ? .good : .fair
    }

    private func page(at now: MonotonicInstant) -> Page {
        if light == .off { return .dark }
        switch overlay?.content {
        case .message(let message): return .message(message)
        case .banner(let banner): return .lapBanner(banner)
        case nil: break
        }
        if let end = session.endsForgottenAt {
            return .message(.forgottenRun(secondsToStop: UInt16(clamping: Self.secondsLeft(from: now, to: end))))
        }
        switch mode {
        case .setUp(let step):
            let value = SettingChoices.value(UInt8(clamping: step), settings, profile)
            return .setUp(SetUpPage(value: value, step: UInt8(clamping: step + 1), steps: UInt8(SettingChoices.questions)))
        case .clock: return .clock(clockPage(at: now))
        case .run: return runPage(at: now)
        case .summary(let run, let view, _):
            return .summary(SummaryPage(view: view, kind: run.kind, date: run.date, start: run.start, figures: run.figures))
        case .history(let selected):
            guard history.count > 0 else { return .message(.noRuns) }
            return .history(HistoryPage(count: history.count, first: history.first, selected: selected, rows: history.rows))
        case .menu(let title, let selected): return .menu(menuPage(title, selected))
        case .editor(let value, _): return .setUp(SetUpPage(value: value, step: nil))
        }
    }

    private func clockPage(at now: MonotonicInstant) -> ClockPage {
        let local = local(at: now)
        return ClockPage(
            time: local.map { TimeOfDay($0.time) }, date: local.map { DayOfYear($0.date) }, steps: ledger.steps,
            distance: ledger.day?.distance ?? .zero)
    }

    private func menuPage(_ title: MenuTitle, _ selected: UInt8) -> MenuPage {
        let count = menuCount(title), capacity = UInt8(MenuRows.capacity)
        let first = selected < capacity ? 0 : selected - capacity + 1
        var rows = MenuRows()
        for i in 0..<capacity where first + i < count { rows[Int(i)] = menuRow(title, first + i) }
        return MenuPage(title: title, count: count, first: first, selected: selected, rows: rows)
    }

    private func runPage(at now: MonotonicInstant) -> Page {
        switch session.phase {
        case .countdown:
            return .countdown(secondsLeft: UInt8(clamping: Self.secondsLeft(from: now, to: session.answerDue ?? now)))
        case .stopped: return stoppedPage(at: now)
        case .running, .paused, .autoPaused:
            if let totals = session.totals { return .run(runningPage(totals, at: now)) }
        case .idle, .preparing, .saved: break
        }
        return .ready(readyPage(at: now))
    }

    private func stoppedPage(at now: MonotonicInstant) -> Page {
        guard let totals = session.totals else { return .ready(readyPage(at: now)) }
        let seconds = UInt8(clamping: Self.secondsLeft(from: now, to: session.answerDue ?? now))
        if session.isInterrupted {
            return .message(.runInterrupted(timer: totals.timer, distance: totals.distance, secondsToSave: seconds))
        }
        return .stopped(
            StoppedPage(timer: totals.timer, distance: totals.distance, secondsToSave: seconds, isTooShort: totals.isTooShort))
    }

    /// Seconds to an instant, a begun one counted whole.
    private static func secondsLeft(from now: MonotonicInstant, to end: MonotonicInstant) -> Int64 {
        max(0, now.duration(to: end).inMilliseconds.addingSaturating(999) / 1000)
    }

    private func readyPage(at now: MonotonicInstant) -> ReadyPage {
        ReadyPage(
            kind: RunKind(session.settings.type), satellitesUsed: sky.used.map { UInt8(clamping: $0) },
            satellitesVisible: sky.visible.map { UInt8(clamping: $0) }, accuracy: session.hasFix ? session.place?.horizontalError : nil,
            gps: parts[.gps], heartRateSensor: parts[.heartRate], heartRate: session.sensors.heartRate(at: now)?.rate,
            motion: parts[.motion], barometer: parts[.barometer], hasFix: session.hasFix)
    }

    private func runningPage(_ totals: RunTotals, at now: MonotonicInstant) -> RunPage {
        let time = session.runTime(at: now), heartRate = session.sensors.heartRate(at: now)?.rate
        let zone = heartRate.flatMap { totals.header.zones.zone(ofBeats: UInt8(rounding: $0.beatsPerMinute)) }
        return RunPage(
            view: runView, motion: motion, timer: totals.timer(at: time), distance: totals.distance,
            isReckoned: totals.lastSample?.flags.contains(.isReckoned) ?? false, pace: totals.pace(at: time),
            averagePace: Pace(totals.distance, in: totals.timer(at: time)), heartRate: heartRate,
            zone: zone.flatMap { $0 > 0 ? UInt8($0) : nil }, cadence: session.sensors.steps(at: now)?.cadence, steps: totals.steps,
            ascent: totals.ascent, energy: totals.energy, lap: LapFigures(totals.lap(at: time)),
            lastLap: totals.previousLap.map { LapFigures($0) }, track: sketcher.sketch)
    }

    private var motion: RunPage.Motion {
        switch session.phase {
        case .paused: .paused
        case .autoPaused: .autoPaused
        default: .running
        }
    }

    // MARK: - Labels

    private func labels(at now: MonotonicInstant) -> ButtonLabels {
        guard light != .off else { return ButtonLabels() }
        var labels: ButtonLabels
        switch mode {
        case .setUp(let step): labels = ButtonLabels(start: .ok, lap: step > 0 ? .back : nil, page: .plus)
        case .clock: labels = ButtonLabels(start: .start, page: .menu)
        case .run: labels = runLabels
        case .summary: labels = ButtonLabels(start: .ok, lap: .back, page: .next)
        case .history: labels = ButtonLabels(start: history.count > 0 ? .select : nil, lap: .back, page: history.count > 1 ? .down : nil)
        case .menu: labels = ButtonLabels(start: .select, lap: .back, page: .down)
        case .editor: labels = ButtonLabels(start: .ok, lap: .back, page: .plus)
        }
        if !configuration.hasLapButton { labels.lap = nil }
        return labels
    }

    private var runLabels: ButtonLabels {
        if isLocked, session.phase.isRecording { return ButtonLabels(lap: .unlock) }
        return switch session.phase {
        case .preparing, .idle: ButtonLabels(start: .start, lap: .back, page: .next)
        case .countdown: ButtonLabels(start: .start, lap: .cancel)
        case .running, .autoPaused: ButtonLabels(start: .pause, lap: .lap, page: .next)
        case .paused: ButtonLabels(start: .resume, page: .next)
        case .stopped: ButtonLabels(start: .resume, page: .save)
        case .saved: ButtonLabels(start: .ok, page: .next)
        }
    }
}
