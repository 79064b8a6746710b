import Calendar
import HealthCore
import Quantities
import ScreenModels

/// The next 24 hours, if nothing more is drunk.
struct CaffeineCurve: WatchPage {
    var staysFor: Duration? { Self.atRest }

    mutating func press(_ press: Press, in context: PageContext) -> PageAction {
        press.length == .short || context.isBack(press) ? .open(.drinkList(DrinkList())) : .stay
    }

    func page(in context: PageContext) -> Page {
        guard let now = context.utc else { return .message(.timeUnknown) }
        let caffeine = CaffeineLevel(context.book)
        var values = SIMD64<UInt16>()
        let step = 24 * 3600.0 / 63
        for index in 0..<64 {
            values[index] = UInt16(rounding: caffeine.milligrams(at: now.advanced(by: .seconds(step * Double(index)))) * 10)
        }
        let bedtime = context.settings.bedtime.map { CaffeineDay.next($0, after: now, zone: context.zone) }
        return .caffeineCurve(
            CaffeineCurvePage(
                values: values,
                bedtime: bedtime.map { UInt8(clamping: Int64(rounding: now.duration(to: $0).inSeconds / step)) },
                atBedtime: bedtime.map { caffeine.milligrams(at: $0) }))
    }

    func labels(in context: PageContext) -> ButtonLabels { ButtonLabels(start: .ok, lap: .back) }
}
