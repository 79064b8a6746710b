import Calendar
import HealthCore
import Positioning
import Quantities
import RunCore
import ScreenModels

// What the run wants of the watch: records and flushes handed on, pages, banners and messages shown.
extension Watch {
    mutating func takeUp(_ totals: RunTotals, at now: MonotonicInstant, into effects: inout EffectList) {
        if session.recover(totals, boot: configuration.boot, zone: configuration.zone, at: now, into: &outputs) {
            tell(.runRecovered(timer: totals.timer, distance: totals.distance), for: .seconds(10), at: now)
        }
        needsRedraw = true
    }

    mutating func show(_ run: StoredRun?, at now: MonotonicInstant) {
        guard case .history(let row) = mode else { return }
        guard let run else { return tell(.storageFailed, for: .seconds(5), at: now) }
        mode = .summary(run, .result, historyRow: row)
        needsRedraw = true
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
    mutating func carryOut(at now: MonotonicInstant, into effects: inout EffectList) {
        for i in outputs.indices {
            switch outputs[i] {
            case .record(let record):
                if case .header = record { showNewRun() }
                effects.append(.append(record))
                continue  // A second is seen at the next tick.
            case .flush:
                effects.append(.flush)
                continue
            case .buzz(let pattern): buzz(pattern, into: &effects)
            case .lapDone(let lap): show(LapBanner(isLap: true, figures: LapFigures(lap)), at: now)
            case .splitDone(let number): showSplit(number, at: now)
            case .phase(let phase): enter(phase, at: now, into: &effects)
            case .readyTimedOut: tell(.readyTimedOut, for: Self.readyTimedOutShown, at: now)
            case .close(let cause): close(cause, at: now, into: &effects)
            }
            needsRedraw = true
        }
        outputs.removeAll(keepingCapacity: true)
    }

    private mutating func showNewRun() {
        runView = .primary
        sketcher.restart()
        isLocked = settings.autoLock
    }

    private mutating func enter(_ phase: RunPhase, at now: MonotonicInstant, into effects: inout EffectList) {
        switch phase {
        case .idle:
            if case .run = mode { mode = .clock }
        case .preparing, .countdown, .running, .paused, .autoPaused, .stopped: mode = .run
        case .saved:
            if let totals = session.totals {
                mode = .summary(StoredRun(totals, inMiles: settings.usesMiles), .result, historyRow: nil)
            }
            isLocked = false
        }
    }

    private mutating func close(_ cause: EndCause, at now: MonotonicInstant, into effects: inout EffectList) {
        effects.append(.close(cause))
        isLocked = false
        if cause == .discarded {
            tell(.discarded, for: .seconds(3), at: now)
        } else {
            hasNewStride = true
            if let run = session.totals.flatMap({ UndatedRun($0, boot: configuration.boot) }) { undatedRuns.add(run) }
            ledger.add(run: session.totals?.distance ?? .zero)
            saveDay(into: &effects)
            tell(.saved, for: .seconds(2), at: now)
        }
    }

    /// Stores what the last run taught of the runner's stride. Not while the run is being closed, which must need no memory (fault C7).
    mutating func keepNewStride(into effects: inout EffectList) {
        guard hasNewStride else { return }
        hasNewStride = false
        settings.strideNumbers = session.stride.numbers
        effects.append(.saveSettings)
    }

    /// Whoever comes back within this finds out why the watch shows the clock again; any press ends it.
    private static let readyTimedOutShown = Duration.minutes(10)

    private mutating func showSplit(_ number: UInt32, at now: MonotonicInstant) {
        let inMiles = session.settings.splitsInMiles, index = Int(number) - 1
        guard let book = inMiles ? session.totals?.miles : session.totals?.kilometers, let time = book.time(of: index) else { return }
        let figures = LapFigures(
            number: UInt16(clamping: number), timer: time, distance: inMiles ? .miles(1) : .kilometers(1), pace: book.pace(of: index),
            heartRate: nil)
        show(LapBanner(isLap: false, figures: figures), at: now)
    }
}
