import HealthCore
import Quantities
import RunCore
import ScreenModels

// What presses do. The button map is that of docs/using-the-watch.md: START begins, pauses, resumes and selects, held for a second it
// stops; LAP takes a lap or goes back, held for a second it locks; PAGE goes on or down, held it opens the menu.
extension Watch {
    mutating func obey(_ press: Press, at now: MonotonicInstant, into effects: inout EffectList) {
        needsRedraw = true
        session.noteRunner(at: now)
        if press.length == .stuck { return obeyStuck(press.role, at: now) }
        guard !(isLocked && session.phase.isRecording) else { return obeyLocked(press, at: now) }
        if [.short, .double, .second].contains(press.length) { overlay = nil }
        switch mode {
        case .setUp(let step): obeySetUp(press, step, into: &effects)
        case .clock: obeyClock(press, at: now, into: &effects)
        case .run: obeyRun(press, at: now, into: &effects)
        case .summary(let run, let view, let row): obeySummary(press, run, view, row, at: now)
        case .history(let selected): obeyHistory(press, selected, into: &effects)
        case .menu(let title, let selected): obeyMenu(press, title, selected, at: now, into: &effects)
        case .editor(let value, let row): obeyEditor(press, value, row, into: &effects)
        }
    }

    /// A button that is stuck did not mean what its hold did: a run that it stopped goes on (fault I9).
    private mutating func obeyStuck(_ role: ButtonRole, at now: MonotonicInstant) {
        if role == .start, session.phase == .stopped, !session.isInterrupted { perform(.resume, at: now) }
        tell(.buttonStuck(role), for: .seconds(10), at: now)
    }

    /// A press that means "back": LAP, or PAGE twice where there is no LAP.
    private func isBack(_ press: Press) -> Bool {
        press == Press(.lap, .short) || press == Press(.page, .double)
    }

    /// A press that locks or unlocks: LAP held, or PAGE held where there is no LAP.
    private func isLock(_ press: Press) -> Bool {
        configuration.hasLapButton ? press == Press(.lap, .second) : press == Press(.page, .second)
    }

    private mutating func obeyLocked(_ press: Press, at now: MonotonicInstant) {
        if isLock(press) {
            isLocked = false
            tell(.lockChanged(isLocked: false), for: .seconds(2), at: now)
        } else if press.length == .short {
            tell(.locked, for: .seconds(2), at: now)
        }
    }

    // MARK: - In a run

    private mutating func obeyRun(_ press: Press, at now: MonotonicInstant, into effects: inout EffectList) {
        switch session.phase {
        case .preparing: obeyReady(press, at: now, into: &effects)
        case .countdown:
            if press == Press(.start, .short) { perform(.start, at: now) }
            if isBack(press) { perform(.leave, at: now) }
        case .running, .paused, .autoPaused: obeyRunning(press, at: now)
        case .stopped: obeyStopped(press, at: now)
        case .idle, .saved: mode = .clock
        }
    }

    private mutating func obeyReady(_ press: Press, at now: MonotonicInstant, into effects: inout EffectList) {
        if press == Press(.start, .short) { perform(.start, at: now) }
        if isBack(press) { perform(.leave, at: now) }
        guard press == Press(.page, .short) else { return }
        settings.runType = session.settings.type.next.rawValue
        configureSession(at: now)
        effects.append(.saveSettings)
    }

    private mutating func obeyRunning(_ press: Press, at now: MonotonicInstant) {
        if isLock(press) {
            isLocked = true
            return tell(.lockChanged(isLocked: true), for: .seconds(2), at: now)
        }
        if isBack(press) { return perform(.lap, at: now) }
        switch (press.role, press.length) {
        case (.start, .short): perform(session.phase == .paused ? .resume : .pause, at: now)
        case (.start, .second): perform(.stop, at: now)
        case (.page, .short): runView = RunPage.View(rawValue: runView.rawValue + 1) ?? .primary
        default: break
        }
    }

    private mutating func obeyStopped(_ press: Press, at now: MonotonicInstant) {
        switch (press.role, press.length) {
        case (.start, .short): perform(.resume, at: now)
        case (.page, .short): perform(.save, at: now)
        case (.page, .twoSeconds): perform(.discard, at: now)
        default: break
        }
    }

    private mutating func perform(_ command: RunCommand, at now: MonotonicInstant) {
        session.perform(command, at: now, start: runStart(at: now), into: &outputs)
    }

    /// Gives the session the settings of now; ignored by it during a run.
    mutating func configureSession(at now: MonotonicInstant) {
        let year = local(at: now)?.date.year ?? configuration.built.year
        session.configure(RunSettings(settings, profile, year: year), stride: Self.stride(settings, profile))
    }

    // MARK: - At rest

    private mutating func obeyClock(_ press: Press, at now: MonotonicInstant, into effects: inout EffectList) {
        switch (press.role, press.length) {
        case (.start, .short):
            keepNewStride(into: &effects)
            configureSession(at: now)
            perform(.prepare, at: now)
            mode = .run
        case (.page, .short):
            mode = .history(selected: 0)
            effects.append(.loadHistory(first: 0))
        case (.page, .long):
            mode = .menu(.main, selected: 0)
            buttons.swallow(.page)
        default: break
        }
    }

    private mutating func obeySummary(
        _ press: Press, _ run: StoredRun, _ view: SummaryPage.View, _ historyRow: UInt32?, at now: MonotonicInstant
    ) {
        if press == Press(.page, .short) {
            mode = .summary(run, SummaryPage.View(rawValue: view.rawValue + 1) ?? .result, historyRow: historyRow)
        } else if isBack(press) || press == Press(.start, .short) {
            mode = historyRow.map { .history(selected: $0) } ?? .clock
            if historyRow == nil { perform(.leave, at: now) }
        }
    }

    private mutating func obeyHistory(_ press: Press, _ selected: UInt32, into effects: inout EffectList) {
        if isBack(press) {
            mode = .clock
        } else if press == Press(.start, .short), history.count > 0 {
            effects.append(.loadRun(index: selected))
        } else if press == Press(.page, .short) || press == Press(.page, .again), history.count > 0 {
            let next = selected < history.count - 1 ? selected + 1 : 0
            mode = .history(selected: next)
            if next < history.first || next - history.first >= 4 { effects.append(.loadHistory(first: next - next % 4)) }
        }
    }

    // MARK: - Menus

    private mutating func obeyMenu(
        _ press: Press, _ title: MenuTitle, _ selected: UInt8, at now: MonotonicInstant, into effects: inout EffectList
    ) {
        let rows = menuCount(title)
        if isBack(press) {
            mode = title == .settings ? .menu(.main, selected: 1) : .clock
        } else if press == Press(.page, .short) || press == Press(.page, .again) {
            mode = .menu(title, selected: selected + 1 < rows ? selected + 1 : 0)
        } else if press == Press(.start, .short) {
            choose(menuRow(title, selected), selected, at: now, into: &effects)
        } else if press == Press(.start, .second), menuRow(title, selected) == .powerOff {
            tell(.poweringOff, for: .seconds(5), at: now)
            effects.append(.powerOff)
        }
    }

    private mutating func choose(_ row: MenuRow?, _ index: UInt8, at now: MonotonicInstant, into effects: inout EffectList) {
        switch row {
        case .history:
            mode = .history(selected: 0)
            effects.append(.loadHistory(first: 0))
        case .settings: mode = .menu(.settings, selected: 0)
        case .setting(let value):
            guard SettingChoices.flips(value) else {
                mode = .editor(value, row: index)
                return
            }
            SettingChoices.set(SettingChoices.next(after: value, languages: configuration.languages), &settings, &profile)
            effects.append(.saveSettings)
        case .about:
            let version = SoftwareVersion.current
            tell(.about(version.major, version.minor, version.patch), for: .seconds(6), at: now)
        case .back: mode = .clock
        case .powerOff, nil: break
        }
    }

    private mutating func obeyEditor(_ press: Press, _ value: SettingValue, _ row: UInt8, into effects: inout EffectList) {
        if press == Press(.page, .short) || press == Press(.page, .again) {
            mode = .editor(SettingChoices.next(after: value, languages: configuration.languages), row: row)
        } else if press == Press(.start, .short) {
            SettingChoices.set(value, &settings, &profile)
            effects.append(.saveSettings)
            mode = .menu(.settings, selected: row)
        } else if isBack(press) {
            mode = .menu(.settings, selected: row)
        }
    }

    private mutating func obeySetUp(_ press: Press, _ step: Int, into effects: inout EffectList) {
        let value = SettingChoices.value(UInt8(clamping: step), settings, profile)
        if press == Press(.page, .short) || press == Press(.page, .again) {
            SettingChoices.set(SettingChoices.next(after: value, languages: configuration.languages), &settings, &profile)
        } else if press == Press(.start, .short) {
            if step + 1 < SettingChoices.questions {
                mode = .setUp(step + 1)
            } else {
                settings.isSetUp = true
                mode = .clock
            }
            effects.append(.saveSettings)
        } else if isBack(press), step > 0 {
            mode = .setUp(step - 1)
        }
    }

    func menuCount(_ title: MenuTitle) -> UInt8 {
        switch title {
        case .main: 5
        case .settings: SettingChoices.count
        }
    }

    func menuRow(_ title: MenuTitle, _ index: UInt8) -> MenuRow? {
        switch (title, index) {
        case (.main, 0): .history
        case (.main, 1): .settings
        case (.main, 2): .about
        case (.main, 3): .powerOff
        case (.main, 4): .back
        case (.settings, 0..<SettingChoices.count): .setting(SettingChoices.value(index, settings, profile))
        default: nil
        }
    }
}
