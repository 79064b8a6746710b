import Calendar
import HealthCore
import Positioning
import Quantities
import RunCore
import ScreenModels

// What the run wants of the watch: records and flushes handed on, pages, banners and messages shown.
extension Watch {
    mutating func recoverRun(_ totals: RunTotals, at now: MonotonicInstant, into effects: inout EffectList) {
        if session.recover(totals, boot: configuration.boot, zone: configuration.zone, at: now, into: &outputs) {
            showMessage(.runRecovered(timer: totals.timer, distance: totals.distance), for: .seconds(10), at: now)
        }
        needsRedraw = true
    }

    /// Gives the session the settings of now; ignored by it during a run.
    mutating func configureSession(at now: MonotonicInstant) {
        let year = local(at: now)?.date.year ?? configuration.built.year
        session.configure(RunSettings(settings, profile, year: year), stride: Self.stride(settings, profile))
    }

    mutating func runStart(at now: MonotonicInstant) -> RunStart? {
        guard session.phase == .countdown || session.phase == .stopped || session.phase == .preparing else { return nil }
        return RunStart(id: names.next(), boot: configuration.boot, deviceSerial: configuration.deviceSerial, zone: configuration.zone)
    }

    /// Dates the runs of this boot that were saved before their time was known (fault R-B14).
    mutating func dateRuns(into effects: inout EffectList) {
        guard let utcOffset else { return }
        while let run = undatedRuns.next(by: utcOffset) {
            effects.append(.dateRun(run.id, utcAtStart: run.utcAtStart, zone: configuration.zone.offset(at: run.utcAtStart)))
        }
    }

    static func stride(_ settings: Settings, _ profile: Profile) -> StrideTable {
        StrideTable(numbers: settings.strideNumbers) ?? StrideTable(height: profile.height)
    }

    /// Hands on what the session wants done.
    mutating func carryOutRunOutputs(at now: MonotonicInstant, into effects: inout EffectList) {
        for i in outputs.indices {
            switch outputs[i] {
            case .record(let record):
                if case .header = record { sketcher.restart() }
                effects.append(.append(record))
                continue  // A second is seen at the next tick.
            case .flush:
                effects.append(.flush)
                continue
            case .buzz(let pattern): buzz(pattern, into: &effects)
            case .lapDone(let lap):
                sketcher.markLap()
                showBanner(LapBanner(isLap: true, figures: LapFigures(lap)), at: now)
            case .splitDone(let number): showSplit(number, at: now)
            case .alert(let alert): showMessage(.alert(AlertNews(alert)), for: .seconds(6), at: now)
            case .phase(let phase): enterPhase(phase)
            case .readyTimedOut: showMessage(.readyTimedOut, for: Self.readyTimedOutShown, at: now)
            case .close(let cause): closeRun(cause, at: now, into: &effects)
            }
            needsRedraw = true
        }
        outputs.removeAll(keepingCapacity: true)
    }

    /// While a run exists its phase decides which page is open.
    private mutating func enterPhase(_ phase: RunPhase) {
        switch phase {
        case .idle: if page.belongsToRun { page = .atRest }
        case .preparing: page = .gettingReady(GettingReady())
        case .countdown: page = .countdown(Countdown())
        case .running, .paused, .autoPaused: page = .run(page.runViews(autoLock: settings.autoLock))
        case .stopped: page = .stopped(StopMenu(run: page.runViews(autoLock: settings.autoLock)))
        case .saved: page = session.totals.map { .summary(SummaryBrowser(StoredRun($0, inMiles: settings.usesMiles))) } ?? .atRest
        }
    }

    private mutating func closeRun(_ cause: EndCause, at now: MonotonicInstant, into effects: inout EffectList) {
        effects.append(.close(cause))
        if cause == .discarded {
            showMessage(.discarded, for: .seconds(3), at: now)
        } else {
            hasNewStride = true
            if let run = session.totals.flatMap({ UndatedRun($0, boot: configuration.boot) }) { undatedRuns.add(run) }
            if let totals = session.totals { storeRun(totals, at: now, into: &effects) }
            saveStepsNow(at: now, into: &effects)
            card.saving = session.totals?.header.id
            showMessage(.saving, for: .seconds(10), at: now)
        }
    }

    /// Whoever comes back within this finds out why the watch shows the clock again; any press ends it.
    private static let readyTimedOutShown = Duration.minutes(10)

    private mutating func showSplit(_ number: UInt32, at now: MonotonicInstant) {
        guard let totals = session.totals,
            let figures = LapFigures(split: Int(number) - 1, of: totals, inMiles: session.settings.splitsInMiles)
        else { return }
        showBanner(LapBanner(isLap: false, figures: figures), at: now)
    }
}
