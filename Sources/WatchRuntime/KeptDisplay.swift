import Peripherals
import Quantities

/// Keeps a display at what the watch wants of it. One that fails is tried again after 1, 2, 4 … 60 s and holds up nothing else (fault C15),
/// whether it fails at once or says so later, because it sits on a bus that somebody else drives (``Display/answersLater``).
struct KeptDisplay {
    /// The panel.
    let display: any Display
    /// What is wrong with it; nil while it works, as far as is known.
    private(set) var trouble: PeripheralError?
    /// When it is tried again; nil unless it has failed.
    private(set) var retryAt: MonotonicInstant?

    private var backOff = BackOff()
    /// The frame that it shows, as far as is known; nil if that has to be sent again.
    private var shown: Bitmap?
    private var light = DisplayLight.on
    private var isLightSet = true

    init(_ display: any Display) { self.display = display }

    func isRetryDue(at now: MonotonicInstant) -> Bool { retryAt.map { now >= $0 } ?? false }

    private func mayTry(at now: MonotonicInstant) -> Bool { retryAt.map { now >= $0 } ?? true }

    /// Shows a frame, unless it is shown already or a failure waits to be tried again.
    mutating func show(_ frame: Bitmap, at now: MonotonicInstant) {
        guard mayTry(at: now) else { return }
        let isNew = frame != shown
        guard isNew || !isLightSet else { return }
        do throws(PeripheralError) {
            try sendLight()
            if isNew {
                try display.show(frame)
                if shown == nil { shown = frame } else { shown?.copy(frame) }
            }
            if !display.answersLater { noteSuccess() }
        } catch { noteFailure(error, at: now) }
    }

    /// Sets the light; one that cannot be set is tried again with the next frame that may be tried (R-B6).
    mutating func setLight(_ wanted: DisplayLight, at now: MonotonicInstant) {
        light = wanted
        isLightSet = false
        if wanted == .off { shown = nil }
        guard mayTry(at: now) else { return }
        do throws(PeripheralError) { try sendLight() } catch { noteFailure(error, at: now) }
    }

    private mutating func sendLight() throws(PeripheralError) {
        guard !isLightSet else { return }
        try display.setLight(light)
        isLightSet = true
    }

    /// What was sent last has arrived.
    mutating func noteSuccess() { (trouble, retryAt, backOff) = (nil, nil, BackOff()) }

    /// What was sent last has not arrived: all of it is sent again later.
    mutating func noteFailure(_ error: PeripheralError, at now: MonotonicInstant) {
        trouble = error
        shown = nil
        isLightSet = false
        // A failure of something sent before the last one does not lengthen the wait again.
        guard mayTry(at: now) else { return }
        retryAt = now + backOff.wait()
    }
}
