import HealthCore
import Quantities
import RunCore
import ScreenModels

/// A change of how the watch behaves or of what it knows of the runner.
enum SettingsChange: Sendable {
    /// A row of the settings.
    case value(SettingValue)
    /// The last answer of the first start, which is over with it.
    case lastAnswer(SettingValue)
    /// What the runs have taught of the runner's stride.
    case stride([Double])
}

// The settings, the runner and the days. Every change of them is made here, and handed out to be stored.
extension Watch {
    /// Makes a change. One that is made while a run is being prepared counts for that run.
    mutating func change(_ change: SettingsChange, at now: MonotonicInstant, into effects: inout EffectList) {
        switch change {
        case .value(let value): SettingChoices.set(value, &settings, &profile)
        case .lastAnswer(let value):
            SettingChoices.set(value, &settings, &profile)
            settings.isSetUp = true
        case .stride(let numbers): settings.strideNumbers = numbers
        }
        if session.phase == .preparing { configureSession(at: now) }
        effects.append(.saveSettings)
    }

    /// Stores what the last run taught of the runner's stride. Not while the run is being closed, which must need no memory (fault C7).
    mutating func keepNewStride(at now: MonotonicInstant, into effects: inout EffectList) {
        guard hasNewStride else { return }
        hasNewStride = false
        change(.stride(session.stride.numbers), at: now, into: &effects)
    }

    // MARK: - Days

    /// Steps of the day are stored at least this often, in minutes: a power cut loses no more.
    static let minutesBetweenDaySaves = 10

    /// A minute of the local day begins.
    mutating func passMinute(at now: MonotonicInstant, into effects: inout EffectList) {
        keepNewStride(at: now, into: &effects)
        dateRuns(into: &effects)
        guard let local = local(at: now) else { return }
        ledger.enter(local.date)
        if let finished = ledger.takeFinished() { effects.append(.saveDay(finished)) }
        if local.time.minute % Self.minutesBetweenDaySaves == 0 { saveDay(into: &effects) }
    }

    /// Hands out the day, if anything of it is not stored.
    mutating func saveDay(into effects: inout EffectList) {
        if let day = ledger.takeUnsaved() { effects.append(.saveDay(day)) }
    }
}
