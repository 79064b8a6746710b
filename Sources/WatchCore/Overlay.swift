import Quantities
import ScreenModels

/// Something shown over the page for some time, or until a button is pressed.
struct Overlay: Sendable {
    enum Content: Sendable {
        case message(Message)
        case banner(LapBanner)
    }
    var content: Content
    var until: MonotonicInstant
}
