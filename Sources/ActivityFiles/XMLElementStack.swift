/// The elements that are open, with their names as they stand in the file. Whoever makes one frees it.
struct XMLElementStack {
    /// Names are kept up to so many bytes; of a longer one only its hash counts.
    private static let nameLength = 64

    private let elements: UnsafeMutableBufferPointer<XMLElementName>
    /// So many bytes for each element, its name among them, and a zero behind it. A name that is too long is kept as none.
    private let names: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    /// A stack with room for so many elements. One more at the bottom stands for what is around the root.
    init(depth: Int) {
        let depth = max(1, min(depth, 1024))
        elements = .allocate(capacity: depth + 1)
        elements.initialize(repeating: .unknown)
        names = .allocate(capacity: (depth + 1) * Self.nameLength)
        names.initialize(repeating: 0)
    }
    /// Gives the memory back; nothing may be asked of the stack any more.
    func free() {
        elements.deallocate()
        names.deallocate()
    }

    @inline(__always) var hasRoom: Bool { count &+ 1 < elements.count }
    /// True if so many more may open.
    func hasRoom(for more: Int) -> Bool { count &+ more < elements.count }
    /// The innermost element; unknown if none is open.
    @inline(__always) var top: XMLElementName {
        get { elements[count] }
        nonmutating set { elements[count] = newValue }
    }

    /// Opens an element; there must be room. Returns the hash of its name without a prefix.
    @inline(__always) mutating func push(_ name: UnsafePointer<CChar>) -> UInt64 {
        count &+= 1
        let kept = count &* Self.nameLength
        var hash = XMLElementName.hashOfNothing
        var length = 0
        while name[length] != 0 {
            let byte = UInt8(bitPattern: name[length])
            hash = XMLElementName.hashing(hash, byte)
            names[kept &+ (length & (Self.nameLength &- 1))] = byte
            length &+= 1
        }
        names[kept &+ (length < Self.nameLength ? length : 0)] = 0
        return hash
    }

    /// Closes the innermost element; one must be open.
    @inline(__always) mutating func pop() { count &-= 1 }

    /// The start tags of the open elements; nil if one has a name that was not kept, or holds other characters than those of ASCII.
    var tags: [UInt8]? { tags(standIn: nil) }

    /// The start tags of the open elements, with `_` for such a name.
    var tagsWithStandIns: [UInt8] { tags(standIn: [0x5F]) ?? [] }

    private func tags(standIn: [UInt8]?) -> [UInt8]? {
        var tags: [UInt8] = []
        for level in 0..<count {
            let kept = names[((level + 1) * Self.nameLength)..<((level + 2) * Self.nameLength)].prefix { $0 != 0 }
            // In another encoding the bytes of such a name would be another one, or none.
            let isPlain = !kept.isEmpty && kept.allSatisfy { $0 < 0x80 }
            guard let name = isPlain ? Array(kept) : standIn else { return nil }
            tags += [0x3C] + name + [0x3E]
        }
        return tags
    }
}
