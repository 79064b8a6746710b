import Quantities
import RunCore
import ScreenModels

/// Before a run: the fix and the sensors. START counts down, PAGE changes the kind of run.
struct GettingReady: WatchPage {
    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        if press == Press(.start, .short) { return .command(.start) }
        if context.isBack(press) { return .command(.leave) }
        if press == Press(.page, .short) { return .set(.runType(RunKind(context.session.settings.type.next))) }
        return .stay
    }

    func page(in context: PageContext) -> Page {
        let session = context.session, usesGPS = session.settings.type.usesGPS
        var page = ReadyPage(
            kind: RunKind(session.settings.type), satellitesUsed: !usesGPS ? nil : context.sky.used.map { UInt8(clamping: $0) },
            satellitesVisible: !usesGPS ? nil : context.sky.visible.map { UInt8(clamping: $0) },
            accuracy: session.hasFix && usesGPS ? session.place?.horizontalError : nil, gps: usesGPS ? context.parts[.gps] : .absent,
            heartRateSensor: context.parts[.heartRate], heartRate: session.sensors.heartRate(at: context.now)?.rate,
            motion: context.parts[.motion], barometer: context.parts[.barometer], hasFix: session.hasFix && usesGPS)
        if context.book.runners.count > 1 { page.runner = ShortText(context.book.activeRunner?.runner.name ?? "--") }
        return .ready(page)
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .start, lap: .back, page: .next) }
}
