import WatchCore
import WatchRuntime

/// News that wait to be taken: at most sixteen, of which the oldest give way; only what somebody waits for (a run deleted, changes stored, a picture kept)
/// never does. Allocates nothing unless there are failures.
struct FlashNewsQueue {
    private static let most = 16
    private var waiting: [FlashNews] = []

    init() { waiting.reserveCapacity(Self.most) }
    var isEmpty: Bool { waiting.isEmpty }
    mutating func add(_ news: FlashNews) {
        if waiting.count >= Self.most, let oldest = waiting.firstIndex(where: { !Self.isAwaited($0.news) }) { waiting.remove(at: oldest) }
        waiting.append(news)
    }
    private static func isAwaited(_ news: StorageNews) -> Bool {
        switch news {
        case .removed, .stored, .picture: true
        default: false
        }
    }
    mutating func add(_ news: StorageNews, _ sentence: String? = nil) { add(FlashNews(news, sentence)) }
    /// Takes over what others say, and leaves them empty.
    mutating func takeAll(of others: inout FlashNewsQueue) {
        for news in others.waiting { add(news) }
        others.waiting.removeAll(keepingCapacity: true)
    }
    mutating func takeFirst() -> FlashNews? { waiting.isEmpty ? nil : waiting.removeFirst() }
}
