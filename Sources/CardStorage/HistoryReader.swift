import Quantities
import RunCore
import RunLog
import SystemCalls
import WatchCore
import WatchRuntime

/// Reads the history on a thread of its own: a whole day's run takes a while to fold, and a busy store lets its readers wait; the event loop
/// waits for neither, nor does the writer of the run under way (R-B8). The thread starts with the first question.
public final class HistoryReader: RunHistory {
    private static let stackBytes = 256 << 10

    private let directory: DataDirectory
    private let orders = Guarded(HistoryOrders())
    private let answers: Mailbox<HistoryAnswers>
    private let boot: BootID
    private var thread: WorkerThread?
    private var taken = HistoryAnswers()

    /// A reader of a data folder, which somebody else may be writing.
    /// - Throws: the system gives no descriptor.
    public init(_ storage: WatchStorage) throws(Errno) {
        (directory, boot) = (storage.directory, storage.start.boot)
        answers = Mailbox(HistoryAnswers(), signal: try WakeSignal())
    }

    deinit { shutDown() }

    /// Asks for four rows; of several questions that wait the last one is answered.
    public func loadRows(from first: UInt32) { ask(.rows(first: first)) }
    /// Asks for a run.
    public func loadRun(_ id: RunID, inMiles: Bool) { ask(.run(id, inMiles: inMiles)) }
    /// Asks something of the runs; of several questions for months and days that wait the last one is answered.
    public func ask(_ question: RunQuestion) { ask(.question(question)) }
    /// Asks for some days.
    public func loadBook(_ window: Range<UTCInstant>) { ask(.book(window)) }
    /// Asks what a saved run is worth among the others.
    public func loadRecords(of run: RunID) { ask(.records(run)) }
    /// Readable while there are answers.
    public var newsDescriptor: Int32? { answers.descriptor }

    /// Puts down what answers there are.
    public func moveAnswers(to queue: EventQueue, at now: MonotonicInstant, say: (String) -> Void) {
        answers.collect { swap(&$0, &taken) }
        for event in taken.events { queue.put(event, at: now) }
        for problem in taken.problems { say(problem) }
        taken = HistoryAnswers()
    }

    /// Ends the thread, after what it is reading.
    public func shutDown() {
        orders.withLockAndSignal { $0.isEnding = true }
        thread?.join()
        thread = nil
    }

    private func ask(_ order: HistoryOrder) {
        orders.withLockAndSignal { orders in
            switch order {
            case .book: orders.book = order
            case .records: orders.records = order
            case .rows, .run, .question(.month), .question(.day): orders.next = order
            case .question(.overview): orders.overview = order
            }
        }
        guard thread == nil else { return }
        let history = HistoryThreadBody(StoredHistory(directory, boot: boot), orders: orders, answers: answers)
        do throws(Errno) { thread = try WorkerThread(stackBytes: Self.stackBytes) { history.run() } } catch {
            let answer: Event? =
                switch order {
                case .rows: .history(nil)
                case .run(let id, _): .run(id, nil)
                case .question(let question): .runs(.unreadable(question))
                case .book, .records: nil
                }
            answers.post { $0.add(answer, "the history cannot be read: the system gives no thread (\(error))") }
        }
    }
}

private struct HistoryOrders {
    var next: HistoryOrder?
    var overview: HistoryOrder?
    var book: HistoryOrder?
    var records: HistoryOrder?
    var isEnding = false

    /// What somebody looks at comes first.
    mutating func takeFirst() -> HistoryOrder? {
        func take(_ place: inout HistoryOrder?) -> HistoryOrder? {
            defer { place = nil }
            return place
        }
        return take(&next) ?? take(&overview) ?? take(&book) ?? take(&records)
    }
}

private struct HistoryAnswers {
    var events: [Event] = []
    var problems: [String] = []

    /// True: an answer is waited for.
    mutating func add(_ event: Event?, _ problem: String?) -> Bool {
        if let event { events.append(event) }
        if let problem { problems.append(problem) }
        return true
    }
}

private final class HistoryThreadBody: @unchecked Sendable {
    private let history: StoredHistory
    private let orders: Guarded<HistoryOrders>
    private let answers: Mailbox<HistoryAnswers>

    init(_ history: StoredHistory, orders: Guarded<HistoryOrders>, answers: Mailbox<HistoryAnswers>) {
        (self.history, self.orders, self.answers) = (history, orders, answers)
    }

    func run() {
        while let order = nextOrder() {
            let answer = history.answer(order) { [orders] in
                orders.withLock { $0.next == nil && $0.overview == nil && $0.book == nil && !$0.isEnding }
            }
            answers.post { $0.add(answer.event, answer.problem) }
        }
    }

    private func nextOrder() -> HistoryOrder? {
        orders.wait { orders -> Guarded<HistoryOrders>.Finding<HistoryOrder?> in
            if orders.isEnding { return .ready(nil) }
            guard let next = orders.takeFirst() else { return .wait(until: nil) }
            return .ready(next)
        }
    }
}

/// Answers within the question, for a virtual clock.
public final class ImmediateHistory: RunHistory {
    private let history: StoredHistory
    private var answers = HistoryAnswers()

    /// The history of a data folder.
    public init(_ storage: WatchStorage) { history = StoredHistory(storage.directory, boot: storage.start.boot) }

    /// Reads four rows.
    public func loadRows(from first: UInt32) { answer(.rows(first: first)) }
    /// Reads a run.
    public func loadRun(_ id: RunID, inMiles: Bool) { answer(.run(id, inMiles: inMiles)) }
    /// Reads something of the runs.
    public func ask(_ question: RunQuestion) { answer(.question(question)) }
    /// Reads some days.
    public func loadBook(_ window: Range<UTCInstant>) { answer(.book(window)) }
    /// Reads what a saved run is worth.
    public func loadRecords(of run: RunID) { answer(.records(run)) }
    /// None: answers come with the question.
    public var newsDescriptor: Int32? { nil }
    /// Puts down what answers there are.
    public func moveAnswers(to queue: EventQueue, at now: MonotonicInstant, say: (String) -> Void) {
        for event in answers.events { queue.put(event, at: now) }
        for problem in answers.problems { say(problem) }
        answers = HistoryAnswers()
    }
    private func answer(_ order: HistoryOrder) {
        let answer = history.answer(order)
        _ = answers.add(answer.event, answer.problem)
    }
}
