import CExpat
import Glibc

/// Memory for expat, which asks for more the more different names a file has: so much, and no more.
///
/// Expat says nothing of whom it asks memory for, so the account that is charged is that of the thread at work.
struct XMLMemory {
    private struct Account {
        var used = 0
        var limit: Int
    }
    private let account = UnsafeMutablePointer<Account>.allocate(capacity: 1)

    /// An account with so many bytes. Whoever makes one frees it.
    init(limit: Int) { account.initialize(to: Account(limit: limit)) }
    /// Gives the account up; no parser may be at work on it.
    func free() { account.deallocate() }

    /// Does some work with expat on this account.
    func charge<Value>(_ work: () -> Value) -> Value {
        let outer = pthread_getspecific(Self.key)
        pthread_setspecific(Self.key, account)
        defer { pthread_setspecific(Self.key, outer) }
        return work()
    }

    /// A parser that takes its memory from the account at work; nil if there is none.
    static func parser(encoding: String?) -> XML_Parser? {
        var suite = XML_Memory_Handling_Suite(
            malloc_fcn: { XMLMemory.allocate($0) }, realloc_fcn: { XMLMemory.reallocate($0, $1) }, free_fcn: { XMLMemory.free($0) })
        return XML_ParserCreate_MM(encoding, &suite, nil)
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()
    /// Before each block stands its size.
    private static let head = 16

    /// Takes from, or gives back to, the account of this thread; false if that is overdrawn.
    private static func book(_ bytes: Int) -> Bool {
        guard let account = pthread_getspecific(key)?.assumingMemoryBound(to: Account.self) else { return true }
        guard bytes <= 0 || account.pointee.used &+ bytes <= account.pointee.limit else { return false }
        account.pointee.used &+= bytes
        return true
    }

    private static func allocate(_ size: Int) -> UnsafeMutableRawPointer? { reallocate(nil, size) }

    private static func reallocate(_ block: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
        let old = block.map { ($0 - head).load(as: Int.self) } ?? 0
        guard size >= 0, size < Int.max / 2, book(size - old) else { return nil }
        guard let start = realloc(block.map { $0 - head }, size + head) else {
            _ = book(old - size)
            return nil
        }
        start.storeBytes(of: size, as: Int.self)
        return start + head
    }

    private static func free(_ block: UnsafeMutableRawPointer?) {
        guard let block else { return }
        _ = book(-(block - head).load(as: Int.self))
        Glibc.free(block - head)
    }
}
