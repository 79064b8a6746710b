import Calendar
import HealthCore
import Quantities
import ScreenModels

/// The week at a glance: from Monday to Sunday as ISO 8601 and the computer's totals have it, in every language. START opens the calendar.
struct WeekGlance: GlancePage {
    static let glance = Glance.week

    var needsOverview: Bool { true }

    /// Without a date there is no day to begin with.
    func start(in context: PageContext) -> PageAction? {
        context.local.map { .open(.calendar(RunCalendar(today: $0.date))) }
    }

    func page(in context: PageContext) -> Page {
        if context.areRunsUnreadable { return .message(.storageFailed) }
        var page = WeekPage()
        page.today = context.local.map { UInt8(clamping: $0.date.weekday.daysAfterMonday) }
        // One that was made for another day is of no use for this one.
        if let overview = context.overview, let today = overview.today, today == context.local?.date {
            for day in 0..<7 { page[day] = overview.distance(onDay: day) }
            page.week = overview.week
            page.month = overview.month
            page.streak = UInt32(clamping: overview.streak)
        }
        return .week(page)
    }
}
