/// Up to six values of a page, held in place, so that a page is a plain value that is composed without memory.
public struct InView<Value: Hashable & Sendable>: Hashable, Sendable {
    private var a: Value?, b: Value?, c: Value?, d: Value?, e: Value?, f: Value?
    /// How many there is room for.
    public static var capacity: Int { 6 }
    /// None.
    public init() {}
    /// The first six of some values.
    public init(_ values: some Sequence<Value>) { for (index, value) in values.prefix(Self.capacity).enumerated() { self[index] = value } }
    /// A value by its place, 0...5; nil where there is none.
    public subscript(index: Int) -> Value? {
        get {
            switch index {
            case 0: a
            case 1: b
            case 2: c
            case 3: d
            case 4: e
            case 5: f
            default: nil
            }
        }
        set {
            switch index {
            case 0: a = newValue
            case 1: b = newValue
            case 2: c = newValue
            case 3: d = newValue
            case 4: e = newValue
            case 5: f = newValue
            default: break
            }
        }
    }
}
