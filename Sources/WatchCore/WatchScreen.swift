import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels

// What is shown: the open page, what covers it, and the strip above.
extension Watch {
    /// The screen at a moment: a plain value, composed anew each time from the state.
    public func screen(at now: MonotonicInstant) -> Screen { screen(at: now, isCovered: true) }

    /// - Parameter isCovered: false to leave out what lies over the page.
    private func screen(at now: MonotonicInstant, isCovered: Bool) -> Screen {
        let status = status(at: now), units: UnitSystem = settings.usesMiles ? .imperial : .metric
        let clockForm: ClockForm = settings.uses12Hours ? .twelveHours : .twentyFourHours
        guard light != .off else {
            return Screen(status: status, page: .dark, labels: ButtonLabels(), units: units, clockForm: clockForm)
        }
        let context = context(at: now)
        return Screen(
            status: status, page: (isCovered ? cover(at: now) : nil) ?? page.page(in: context),
            labels: labels(in: context, isCovered: isCovered), units: units,
            clockForm: clockForm)
    }

    /// The screen, and the language that it is to be written in, for whoever owns the watch: asked in place, like ``askDeadline(after:)``.
    public mutating func askScreen(at now: MonotonicInstant) -> (screen: Screen, language: UInt8) { (screen(at: now), language) }

    /// The same without a message that lies over the page: what a picture of it is made of (``Effect/keepPicture(_:)``).
    public mutating func askPage(at now: MonotonicInstant) -> (screen: Screen, language: UInt8) {
        (screen(at: now, isCovered: false), language)
    }

    /// Index of the language that the screen is to be written in: as set, or as it is being tried in the first start.
    public var language: UInt8 {
        if case .setUp(let setUp) = page, let tried = setUp.language { return tried }
        return settings.language
    }

    /// What pages may see.
    func context(at now: MonotonicInstant) -> PageContext {
        PageContext(
            now: now, local: local(at: now), settings: settings, profile: profile, book: book, zone: configuration.zone,
            offset: zoneOffset(at: now), time: shownTime(at: now), today: page.showsDay ? today(at: now) : nil,
            withoutTimeFor: utcOffset == nil && handTime == nil ? startedAt.duration(to: now) : nil, session: session, parts: parts,
            sky: sky, track: sketcher.sketch, hasLapButton: configuration.hasLapButton, canPowerOff: configuration.canPowerOff,
            languages: configuration.languages, languageTag: languageTag, overview: runs.overview, areRunsUnreadable: runs.isUnreadable)
    }

    private func status(at now: MonotonicInstant) -> StatusStrip {
        StatusStrip(
            time: shownTime(at: now), batteryPercent: session.sensors.battery?.percent,
            isCharging: session.sensors.battery?.isCharging ?? false, isLocked: page.isLocked, fix: fixQuality,
            hasStorageTrouble: card.hasTrouble)
    }

    private var fixQuality: FixQuality {
        guard receiverIsOn, session.settings.type.usesGPS else { return .off }
        guard session.hasFix, let error = session.place?.horizontalError else { return .none }
        return error <= .meters(10) ? .good : .fair
    }

    /// What covers the page; nil if nothing does.
    private func cover(at now: MonotonicInstant) -> Page? {
        switch overlay?.content {
        case .message(let message): return .message(message)
        case .banner(let banner): return .lapBanner(banner)
        case nil: break
        }
        return session.endsForgottenAt.map {
            .message(.forgottenRun(secondsToStop: UInt16(clamping: PageContext.secondsLeft(from: now, to: $0))))
        }
    }

    /// The labels of the page; a question over it is answered, and what hides it closed, by any button.
    private func labels(in context: PageContext, isCovered: Bool) -> ButtonLabels {
        if isCovered, isQuestionShown || overlay?.hidesPage == true { return ButtonLabels(start: .ok) }
        let labels = page.labels(in: context)
        return configuration.hasLapButton ? labels : labels.withoutLapButton
    }
}
