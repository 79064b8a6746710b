import CardStorage
import Peripherals
import Quantities
import RunCore
import WatchCore
import WatchRuntime

/// Runs that a player which was killed has left open in the data folder. They are closed before anything else is played, so that what comes
/// out is what was asked for (U-A6).
enum LeftOverRuns {
    /// A folder that holds more is not one of a player's; the rest is found at the next start.
    private static let most = 64

    /// Saves each of them as its runner would, who answers "Resume?" with PAGE; nothing of them is lost.
    /// - Returns: the runs that were saved.
    static func close(in path: String, as configuration: WatchConfiguration, at start: MonotonicInstant, around now: UTCInstant)
        throws(WatchStorageError) -> [RunID]
    {
        var closed: [RunID] = []
        while closed.count < most {
            let storage = try WatchStorage(path: path, boot: configuration.boot, serial: configuration.deviceSerial, around: now)
            guard let unfinished = storage.unfinished, !closed.contains(unfinished.header.id) else { break }
            closed.append(unfinished.header.id)
            save(unfinished, storage, configuration, at: start)
        }
        return closed
    }

    private static func save(
        _ unfinished: RunTotals, _ storage: WatchStorage, _ configuration: WatchConfiguration, at start: MonotonicInstant
    ) {
        let flash = ImmediateFlashWriter(storage, clock: { start })
        let watch = Watch(configuration, book: storage.book, at: start)
        let loop = VirtualLoop(WatchHost(watch, .init(flash: flash)), feed: nil, at: start)
        loop.host.deliver(.unfinishedRun(unfinished), at: start)
        // Of another boot the watch asks, and a question that nobody answers saves the run.
        loop.press(.page, at: start.advanced(by: .seconds(1)))
        loop.advance(to: start.advanced(by: RunSession.answerTime + .seconds(5)))
        loop.host.deliver(.shutDown, at: loop.now)
        flash.shutDown()
    }
}
