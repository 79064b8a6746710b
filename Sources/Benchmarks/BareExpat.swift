import ActivityFiles
import CExpat

/// The measure for readers of XML: expat at work on a file, every element and every character reported to functions that do nothing.
enum BareExpat {
    /// Reads a file through expat, 64 KiB at a time; false if expat does not get to its end.
    static func read(path: String) throws(ActivityFault) -> Bool {
        let file = try FileByteSource(path: path)
        guard let parser = XML_ParserCreate(nil) else { return false }
        defer { XML_ParserFree(parser) }
        XML_SetElementHandler(parser, { _, _, _ in }, { _, _ in })
        XML_SetCharacterDataHandler(parser) { _, _, _ in }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { block.deallocate() }
        while true {
            let count = try file.read(into: block).get()
            let bytes = block.baseAddress?.assumingMemoryBound(to: CChar.self)
            guard XML_Parse(parser, bytes, Int32(clamping: count), count == 0 ? 1 : 0) == XML_STATUS_OK else { return false }
            if count == 0 { return true }
        }
    }
}
