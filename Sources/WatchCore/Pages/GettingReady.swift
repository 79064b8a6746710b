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
        let session = context.session
        return .ready(
            ReadyPage(
                kind: RunKind(session.settings.type), satellitesUsed: context.sky.used.map { UInt8(clamping: $0) },
                satellitesVisible: context.sky.visible.map { UInt8(clamping: $0) },
                accuracy: session.hasFix ? session.place?.horizontalError : nil, gps: context.parts[.gps],
                heartRateSensor: context.parts[.heartRate], heartRate: session.sensors.heartRate(at: context.now)?.rate,
                motion: context.parts[.motion], barometer: context.parts[.barometer], hasFix: session.hasFix))
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .start, lap: .back, page: .next) }
}
