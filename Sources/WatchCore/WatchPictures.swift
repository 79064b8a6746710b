import Quantities
import ScreenModels

/// How pictures of the screen are taken: one after the other, and few in a row.
struct PictureTaking: Sendable {
    /// Whatever presses START again and again without another button, a contact that wobbles for one, gets no more than so many.
    private static let mostInARow: UInt8 = 3

    private var isUnderWay = false
    private var inARow: UInt8 = 0

    /// True if one may be taken now; then it is under way.
    mutating func begin() -> Bool {
        guard !isUnderWay, inARow < Self.mostInARow else { return false }
        isUnderWay = true
        inARow += 1
        return true
    }

    /// It is on the card, or could not be written.
    mutating func end() { isUnderWay = false }

    /// A button was pressed.
    mutating func noteButton(_ role: ButtonRole) { if role != .start { inARow = 0 } }
}

extension Press {
    /// Keeps a picture of the page, where it means nothing else.
    static let keepsPicture = Press(.start, .second)
}

// Pictures of the screen as files, to be shown around.
extension Watch {
    /// Nobody wants a picture of what is not shown.
    mutating func keepPicture(at now: MonotonicInstant, into effects: inout EffectList) {
        guard configuration.hasDisplay, pictures.begin() else { return }
        effects.append(.keepPicture(local(at: now)))
    }

    mutating func receivePicture(isKept: Bool, at now: MonotonicInstant) {
        pictures.end()
        showMessage(isKept ? .pictureKept : .pictureNotKept, for: .seconds(isKept ? 2 : 5), at: now)
    }
}
