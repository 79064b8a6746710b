import HealthCore
import LinuxPeripherals
import Quantities
import RunCore
import WatchCore
import WatchRuntime

/// Answers what other programs ask a running watch for: what it does, what it shows, to delete a run, and to take changes.
final class ControlDesk {
    private let host: WatchHost
    private let board: String
    private let answer: (_ bytes: [UInt8], _ sender: ControlSocket.Sender) -> Void
    private var followers = StatusFollowers()
    /// Those who were given a picture since they asked last: they are about to ask again, and hear of the end too.
    private var served = StatusFollowers()
    /// The number of the picture that followers were told last.
    private var told: UInt64 = 0
    /// Who waits to hear that a run is gone.
    private var deletions: [(run: RunID, sender: ControlSocket.Sender)] = []
    /// So many may wait for a card that does not answer.
    private static let mostDeletions = 64
    /// Who waits to hear that changes are stored.
    private var changes: [(batch: ChangeBatch, sender: ControlSocket.Sender)] = []
    private var lastTicket: UInt64 = 0
    /// So many requests may wait for a card that does not answer: a megabyte of changes.
    private static let mostChanges = 16

    init(
        _ host: WatchHost, board: String,
        answer: @escaping (_ bytes: [UInt8], _ sender: ControlSocket.Sender) -> Void
    ) {
        (self.host, self.board, self.answer) = (host, board, answer)
    }

    /// Takes a line; false if it means nothing.
    func take(_ line: String, from sender: ControlSocket.Sender, at now: MonotonicInstant) -> Bool {
        guard let request = ControlRequest(line) else { return false }
        switch request {
        case .status: answer(WatchView(status(at: now)).bytes, sender)
        case .follow(let serial):
            served.remove(sender)
            if host.framesDrawn > 0, host.framesDrawn != serial {
                serve(view(at: now).bytes, sender)
            } else {
                followers.add(sender)
            }
        case .delete(let run, let forGood): delete(run, forGood: forGood, for: sender)
        }
        return true
    }

    /// Sends the picture to those who wait for one, if it is another than theirs. To be called at the end of each turn; it costs nothing while
    /// nobody follows.
    func publish(at now: MonotonicInstant) {
        guard !followers.isEmpty, host.framesDrawn != told else { return }
        told = host.framesDrawn
        let bytes = view(at: now).bytes
        for follower in followers.takeAll() { serve(bytes, follower) }
    }

    private func serve(_ bytes: [UInt8], _ follower: ControlSocket.Sender) {
        answer(bytes, follower)
        served.add(follower)
    }

    /// Tells those who follow that there is nothing more to come.
    func close() {
        for follower in followers.takeAll() + served.takeAll() { answer(WatchView.farewell, follower) }
        for deletion in deletions { answer(Array("error the watch ends: try again".utf8), deletion.sender) }
        deletions.removeAll()
        for change in changes { answer(Array("error the watch ends: try again".utf8), change.sender) }
        changes.removeAll()
    }

    private func status(at now: MonotonicInstant) -> WatchStatus { WatchStatus(host.watch, board: board, at: now) }
    private func view(at now: MonotonicInstant) -> WatchView {
        WatchView(status(at: now), picture: host.frame, serial: host.framesDrawn)
    }

    // MARK: - Changes

    /// Takes a packet; false if it is no ``HealthChangeFrame``.
    func take(_ packet: UnsafeRawBufferPointer, from sender: ControlSocket.Sender) -> Bool {
        guard packet.first == HealthChangeFrame.mark else { return false }
        do throws(HealthChangeFrame.Fault) {
            let frame = try HealthChangeFrame(bytes: packet)
            guard changes.count < Self.mostChanges else {
                answer(Array("error too many at once: try again".utf8), sender)
                return true
            }
            lastTicket &+= 1
            let batch = ChangeBatch(ticket: lastTicket, changes: frame.changes)
            changes.append((batch, sender))
            host.store(batch)
        } catch { answer(Array("error \(error)".utf8), sender) }
        return true
    }

    /// Changes are on the card, and the watch follows them; or none of them is.
    func note(_ receipt: ChangeReceipt, problem: String?, at now: MonotonicInstant) {
        guard let index = changes.firstIndex(where: { $0.batch.ticket == receipt.ticket }) else { return }
        let (batch, sender) = changes.remove(at: index)
        guard let sequence = receipt.sequence else {
            return answer(Array("error \(problem ?? "it could not be stored")".utf8), sender)
        }
        for change in batch.changes { host.queue.put(.change(change), at: now) }
        answer(Array("ok \(sequence)".utf8), sender)
    }

    // MARK: - Deleting

    private func delete(_ run: RunID, forGood: Bool, for sender: ControlSocket.Sender) {
        let session = host.watch.session
        if session.phase.isRecording, session.totals?.header.id == run {
            return answer(Array("error that run is being recorded: stop and save it first".utf8), sender)
        }
        guard deletions.count < Self.mostDeletions else { return answer(Array("error too many at once: try again".utf8), sender) }
        deletions.append((run, sender))
        host.remove(run, forGood: forGood)
    }

    /// A run is gone, or is not.
    func note(_ run: RunID, problem: String?) {
        let answered = deletions.filter { $0.run == run }
        deletions.removeAll { $0.run == run }
        let bytes = Array((problem.map { "error \($0)" } ?? "ok").utf8)
        for deletion in answered { answer(bytes, deletion.sender) }
    }
}
