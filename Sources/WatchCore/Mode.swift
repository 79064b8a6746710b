import Quantities
import RunCore
import ScreenModels

/// What the runner is looking at. While a run exists its phase decides, not the mode.
enum Mode: Sendable {
    /// The five questions of the first start, by index.
    case setUp(Int)
    /// Clock and day.
    case clock
    /// Getting ready, running, stopped: ``RunSession/phase`` says which.
    case run
    /// A finished run; leaving leads back to its row in the history, if it came from there.
    case summary(StoredRun, SummaryPage.View, historyRow: UInt32?)
    /// Runs on the watch; the chosen index.
    case history(selected: UInt32)
    /// A menu; the chosen row.
    case menu(MenuTitle, selected: UInt8)
    /// A setting being changed; the row it came from.
    case editor(SettingValue, row: UInt8)
}

/// Something shown over the page for some time, or until a button is pressed.
struct Overlay: Sendable {
    enum Content: Sendable {
        case message(Message)
        case banner(LapBanner)
    }
    var content: Content
    var until: MonotonicInstant
}
