import Glibc
import RunLog
import SystemCalls

/// A card in memory under the system calls: it remembers every write and flush, so that a test can ask what a power cut would have
/// left, and it fails any call on demand. Unlike ext4 it has no journal: names and lengths change at once.
final class SimulatedCard: FileSystemCalls, @unchecked Sendable {
    enum Operation {
        case write(offset: Int, bytes: [UInt8])
        case truncate(Int)
        case flush
    }
    /// What to do to calls, by their number from 0 on.
    enum Fault {
        /// Calls from `first` on fail, `count` of them.
        case fails(first: Int, count: Int, Errno)
        /// Every write takes at most so many bytes, and every other call is interrupted by a signal first.
        case shortWrites(Int)
        /// There is room for so many bytes.
        case capacity(Int)
    }

    private var contents: [String: CardFile] = [:]
    private(set) var history: [String: [Operation]] = [:]
    private(set) var calls = 0
    private(set) var flushes = 0
    var faults: [Fault] = []
    private var names: [Int32: String] = [:]
    private var nextDescriptor: Int32 = 100
    private var wasInterrupted = false

    init(_ files: [String: [UInt8]] = [:]) { contents = files.mapValues(CardFile.init) }

    /// The bytes of each file.
    var files: [String: [UInt8]] { contents.mapValues(\.bytes) }

    /// Counts a call and lets the faults have it.
    private func enter() throws(Errno) {
        defer { calls += 1 }
        for fault in faults {
            switch fault {
            case .fails(let first, let count, let errno):
                if calls >= first, calls - first < count { throw errno }
            case .shortWrites:
                wasInterrupted.toggle()
                if wasInterrupted { throw .interrupted }
            case .capacity: break
            }
        }
    }

    func open(_ path: String, flags: Int32, mode: UInt32) throws(Errno) -> Int32 {
        try enter()
        if flags & O_DIRECTORY == 0 {
            if contents[path] != nil, flags & O_EXCL != 0 { throw .exists }
            if contents[path] == nil {
                guard flags & O_CREAT != 0 else { throw .notFound }
                contents[path] = CardFile([])
            }
        }
        nextDescriptor += 1
        names[nextDescriptor] = path
        return nextDescriptor
    }
    func close(_ descriptor: Int32) { names[descriptor] = nil }
    /// How many descriptors are open.
    var openDescriptors: Int { names.count }

    private func name(_ descriptor: Int32) throws(Errno) -> String {
        guard let name = names[descriptor] else { throw Errno(code: EBADF) }
        return name
    }

    func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try enter()
        return contents[try name(descriptor)]?.read(into: memory, at: Int(offset)) ?? 0
    }

    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try enter()
        let name = try name(descriptor)
        var count = bytes.count
        for fault in faults {
            if case .shortWrites(let most) = fault { count = min(count, most) }
            if case .capacity(let room) = fault {
                count = min(count, max(0, room - Int(offset)))
                if count == 0 { throw .noSpace }
            }
        }
        let taken = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        contents[name]?.write(taken, at: Int(offset))
        history[name, default: []].append(.write(offset: Int(offset), bytes: [UInt8](taken)))
        return count
    }

    func synchronizeData(_ descriptor: Int32) throws(Errno) { try synchronize(descriptor) }
    func synchronize(_ descriptor: Int32) throws(Errno) {
        try enter()
        flushes += 1
        history[try name(descriptor), default: []].append(.flush)
    }
    func truncate(_ descriptor: Int32, to length: Int64) throws(Errno) {
        try enter()
        let name = try name(descriptor)
        contents[name]?.truncate(to: Int(length))
        history[name, default: []].append(.truncate(Int(length)))
    }
    func length(_ descriptor: Int32) throws(Errno) -> Int64 {
        try enter()
        return Int64(contents[try name(descriptor)]?.count ?? 0)
    }
    func rename(_ path: String, to newPath: String) throws(Errno) {
        try enter()
        contents[newPath] = contents.removeValue(forKey: path)
    }
    func unlink(_ path: String) throws(Errno) {
        try enter()
        guard contents.removeValue(forKey: path) != nil else { throw .notFound }
    }
    func makeDirectory(_ path: String, mode: UInt32) throws(Errno) { try enter() }
}

extension SimulatedCard {
    /// What a cut after `operations` leaves of a file: all that was flushed, save the last `lies` flushes, which the card only claimed;
    /// of everything later each 512-byte sector is there or not, at random.
    func image(of path: String, after operations: Int, lies: Int, random: inout SeededRandom) -> [UInt8] {
        let done = Array((history[path] ?? []).prefix(operations))
        var flushesToKeep = done.count { if case .flush = $0 { true } else { false } } - lies
        let image = CardFile([])
        for operation in done {
            switch operation {
            case .flush: flushesToKeep -= 1
            case .truncate(let length): if flushesToKeep > 0 { image.truncate(to: length) }
            case .write(let offset, let bytes):
                bytes.withUnsafeBytes { bytes in
                    if flushesToKeep > 0 { return image.write(bytes, at: offset) }
                    var position = offset
                    while position < offset + bytes.count {
                        let end = min((position / 512 + 1) * 512, offset + bytes.count)
                        if random.next() & 1 == 0 {
                            image.write(UnsafeRawBufferPointer(rebasing: bytes[(position - offset)..<(end - offset)]), at: position)
                        }
                        position = end
                    }
                }
            }
        }
        return image.bytes
    }
}

/// The bytes of one file, moved by memcpy because arrays are slow in a debug build.
final class CardFile {
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 8)
    private(set) var count = 0

    init(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0, at: 0) } }
    deinit { memory.deallocate() }

    var bytes: [UInt8] { [UInt8](UnsafeRawBufferPointer(rebasing: memory[..<count])) }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        grow(to: offset + bytes.count)
        if let source = bytes.baseAddress, let target = memory.baseAddress { memcpy(target + offset, source, bytes.count) }
    }
    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        guard offset < count else { return 0 }
        let part = min(target.count, count - offset)
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[offset..<offset + part]))
        return part
    }
    func truncate(to length: Int) {
        grow(to: length)
        count = length
    }
    private func grow(to length: Int) {
        guard length > count else { return }
        if length > memory.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(length, memory.count * 2), alignment: 8)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
            memory.deallocate()
            memory = larger
        }
        if let base = memory.baseAddress { memset(base + count, 0, length - count) }
        count = length
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers from the same seed everywhere.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
