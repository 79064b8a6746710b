import CExpat

/// A page as an XML parser reads it: where it is not well-formed, and what is in it.
final class ParsedPage {
    struct Element {
        var name: String
        var attributes: [String: String]
        var text = ""
    }
    private(set) var elements: [Element] = []
    private(set) var error: String?
    private var open: [Int] = []

    /// - Parameter page: a whole file, with its doctype, which XML need not know.
    init(_ page: String) {
        let doctype = "<!DOCTYPE html>\n", text = page.hasPrefix(doctype) ? String(page.dropFirst(doctype.count)) : page
        guard let parser = XML_ParserCreate("UTF-8") else {
            error = "no parser"
            return
        }
        defer { XML_ParserFree(parser) }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let data, let name else { return }
                Unmanaged<ParsedPage>.fromOpaque(data).takeUnretainedValue().begin(name, attributes)
            },
            { data, _ in
                guard let data else { return }
                Unmanaged<ParsedPage>.fromOpaque(data).takeUnretainedValue().open.removeLast()
            })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let data, let text else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            Unmanaged<ParsedPage>.fromOpaque(data).takeUnretainedValue().add(String(decoding: bytes, as: UTF8.self))
        }
        let bytes = Array(text.utf8)
        let status = bytes.withUnsafeBytes { XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), 1) }
        if status != XML_STATUS_OK {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "error"
            error = "line \(XML_GetCurrentLineNumber(parser)), column \(XML_GetCurrentColumnNumber(parser)): \(reason)"
        }
    }

    private func begin(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        var found: [String: String] = [:], place = 0
        while let key = attributes?[place], let value = attributes?[place + 1] {
            found[String(cString: key)] = String(cString: value)
            place += 2
        }
        open.append(elements.count)
        elements.append(Element(name: String(cString: name), attributes: found))
    }

    private func add(_ text: String) { if let last = open.last { elements[last].text += text } }

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }
    /// All that is to be read, words of scripts and styles apart.
    var text: String { elements.filter { $0.name != "script" && $0.name != "style" }.map(\.text).joined(separator: " ") }
}
