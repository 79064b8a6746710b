/// A long array as the one member of an object, such as all runs of a runner: laid out as ``JSONValue/text(_:)`` does for people, and in
/// memory only some elements at a time.
public struct LongJSONList {
    /// Bytes of a piece, at least, but for the last.
    private static let pieceBytes = 64 << 10

    private let name: String
    private let count: Int
    private let element: (Int) -> JSONObject

    /// A list of elements that are made as they are written.
    public init(_ name: String, count: Int, element: @escaping (Int) -> JSONObject) {
        (self.name, self.count, self.element) = (name, count, element)
    }

    /// Calls `body` with pieces of whole lines, each without its last line feed.
    public func forEachPiece(_ body: (String) -> Void) {
        guard count > 0 else {
            var empty = JSONObject()
            empty[name] = .array([])
            return body(JSONValue.object(empty).text(.pretty))
        }
        var writer = JSONWriter(layout: .pretty)
        writer.beginList(name)
        for index in 0..<count {
            writer.writeListed(.object(element(index)), isLast: index == count - 1)
            guard writer.bytes.count >= Self.pieceBytes else { continue }
            body(String(decoding: writer.bytes.dropLast(), as: UTF8.self))
            writer.bytes.removeAll(keepingCapacity: true)
        }
        writer.endList()
        body(String(decoding: writer.bytes, as: UTF8.self))
    }
}

extension JSONWriter {
    fileprivate mutating func beginList(_ name: String) {
        bytes += Array("{\n  ".utf8)
        write(.string(name), depth: 1)
        bytes += Array(": [\n".utf8)
    }

    fileprivate mutating func writeListed(_ element: JSONValue, isLast: Bool) {
        bytes += Array("    ".utf8)
        write(element, depth: 2)
        bytes += Array((isLast ? "\n" : ",\n").utf8)
    }

    fileprivate mutating func endList() { bytes += Array("  ]\n}".utf8) }
}
