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

    /// True for an answer to what the runner has just asked for: a press closes it and does nothing else, since the page beneath it has not
    /// been seen; and for the word to whoever comes back long after. What the watch says of itself in a run never takes a press from its runner.
    var hidesPage: Bool {
        switch content {
        case .message(.about), .message(.saving), .message(.saved), .message(.runDeleted), .message(.readyTimedOut): true
        default: false
        }
    }
}
