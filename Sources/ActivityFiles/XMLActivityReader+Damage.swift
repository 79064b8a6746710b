import CExpat

/// How the reading of XML goes on behind damage.
///
/// Expat gives up at the first byte that is not well-formed. A new parser is begun behind it where that is safe:
/// - in the text of an element, behind a character that XML forbids or an ampersand that begins no entity. If there is more than one such
///   character in a point, it may be made of two points that damage joined, and is left out;
/// - at a byte that is not in the file's encoding, with Latin-1 from there on: all that matters is ASCII;
/// - else at the next tag of a point, which everything in a point follows. The point that was open is left out.
///
/// Between the points around damage there is a break, since nothing is known of what stood there.
extension XMLActivityReader {
    /// A hostile file must not cost a parser for each few bytes.
    private static let mostRestarts = 1000

    /// Where the error is.
    private enum Place {
        /// Among the characters between tags.
        case text
        /// In a tag that begins so many bytes from the window's start.
        case tag(Int)
        /// In something that ends with these characters: a comment or a section of plain characters.
        case closed(StaticString)
    }

    /// Goes on after the parser reported an error; false if there is nothing to go on with, and the fault is kept.
    func goOn(_ window: inout ByteWindow) -> Bool {
        let place = position, at = Int(clamping: place - window.offset)
        let line = line
        let code = XML_GetErrorCode(parser)
        // What the parser only says at the end of the file.
        let isCut = [XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION, XML_ERROR_PARTIAL_CHAR].contains(
            code)
        let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
        let column = column
        let lost = ActivityFault.notWellFormed(line: line, column: column, reason: reason)
        if code == XML_ERROR_NO_MEMORY {
            end(.tooManyNames(line: line))
            return false
        }
        guard !isWide, restarts < Self.mostRestarts, at >= 0, at <= ahead else {
            end(lost)
            return false
        }
        if document?.isEmpty != true, at < window.count, goOnInPlace(&window, at, line) { return true }
        // A comment that never ends: what stands in it is none of the file's points.
        if has(window, "<!", at) { window.advance(window.count) }
        // Nothing but white space may follow the root, but a second file may.
        let isBehindRoot = document?.isEmpty == true
        window.advance(max(window.offset == place ? 1 : 0, Int(clamping: place - window.offset)))
        var next = line
        guard seekStart(&window, isBehindRoot || document == nil ? Self.roots : document.map { [$0.pointTag] } ?? [], &next) else {
            if isBehindRoot {
                end(.trailingBytes(offset: position))
            } else {
                end(isCut && document != nil ? .endsEarly(line: line) : lost)
            }
            return false
        }
        note(.damagedXML(line: line, column: column, reason: reason, resumedAt: next))
        return restart(window, after: isBehindRoot ? [] : document?.goToPoint() ?? [], atLine: next)
    }

    /// Goes on within the same elements, where that is safe.
    private func goOnInPlace(_ window: inout ByteWindow, _ at: Int, _ line: Int) -> Bool {
        guard let tags = document == nil ? [] : document?.tags else { return false }
        switch place(window, at) {
        case .closed(let end):
            window.advance(at)
            var next = line
            guard document != nil, seek(&window, [end.withUTF8Buffer { Array($0) }], &next) else { return false }
            window.advance(end.utf8CodeUnitCount)
            note(.forbiddenCharacters(line: line, losesPoint: document?.wound(2) == true))
            return restart(window, after: tags, atLine: next)
        case .text: return document != nil && goOnInText(&window, at, after: tags, line)
        case .tag(let start):
            let first = line - XMLLineEnd.count(in: window.bytes[window.start + start..<window.start + at])
            if isLatin1(window, at) { return goOnInLatin1(&window, start, after: tags, first) }
            guard let ampersand = ampersand(window, at), ampersand > start else { return false }
            window.replaceByte(at: window.start + ampersand, with: 0x3F)
            window.advance(start)
            note(.forbiddenCharacters(line: line, losesPoint: false))
            return restart(window, after: tags, atLine: first)
        }
    }

    private func goOnInText(_ window: inout ByteWindow, _ at: Int, after tags: [UInt8], _ line: Int) -> Bool {
        if let ampersand = ampersand(window, at) {
            window.advance(ampersand + 1)
            note(.forbiddenCharacters(line: line, losesPoint: document?.wound(1) == true))
            return restart(window, after: tags + Array("&amp;".utf8), atLine: line)
        }
        if isLatin1(window, at) { return goOnInLatin1(&window, at, after: tags, line) }
        let byte = window.bytes[window.start + at]
        guard Self.isForbidden(byte) else { return false }
        window.advance(at)
        var count = 0
        while window.fill(1), Self.isForbidden(window.bytes[window.start]) {
            window.advance(1)
            count += 1
        }
        note(.forbiddenCharacters(line: line, losesPoint: document?.wound(count) == true))
        return restart(window, after: tags + [0x3F], atLine: line)
    }

    private static let latin1 = "ISO-8859-1"

    /// True for a byte that may be a letter in another encoding: not for those of erased memory.
    private func isLatin1(_ window: borrowing ByteWindow, _ at: Int) -> Bool {
        let bytes = window.bytes[window.start + at..<window.end].prefix(4)
        return encoding != Self.latin1 && bytes.first.map { $0 >= 0x80 } == true && !bytes.allSatisfy { $0 == 0xFF }
    }

    private func goOnInLatin1(_ window: inout ByteWindow, _ start: Int, after tags: [UInt8], _ line: Int) -> Bool {
        encoding = Self.latin1
        window.advance(start)
        note(.notInEncoding(line: line))
        return restart(window, after: tags, atLine: line)
    }

    private func place(_ window: borrowing ByteWindow, _ at: Int) -> Place {
        if document?.isInCDATA == true { return .closed("]]>") }
        var index = at - 1
        var tag: Int?
        var isDecided = false
        while index >= 0 {
            switch window.bytes[window.start + index] {
            case 0x3C:
                if has(window, "<!--", index) { return .closed("-->") }
                if !isDecided { tag = index }
                isDecided = true
            case 0x3E:
                if index >= 2, has(window, "-->", index - 2) { return tag.map { .tag($0) } ?? .text }
                isDecided = true
            default: break
            }
            index -= 1
        }
        return tag.map { .tag($0) } ?? .text
    }

    private func has(_ window: borrowing ByteWindow, _ text: StaticString, _ at: Int) -> Bool {
        let start = window.start + at
        guard at >= 0, start + text.utf8CodeUnitCount <= window.end else { return false }
        return text.withUTF8Buffer { window.bytes[start..<start + $0.count].elementsEqual($0) }
    }

    /// The ampersand that made the parser stop at a byte: there, or before a name that begins there.
    private func ampersand(_ window: borrowing ByteWindow, _ at: Int) -> Int? {
        var index = at
        while index >= 0, at - index < 64 {
            let byte = window.bytes[window.start + index]
            if byte == 0x26 { return index }
            guard index == at || byte == 0x23 || byte >= 0x80 || Self.isNameCharacter(byte) else { return nil }
            index -= 1
        }
        return nil
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F: true
        default: false
        }
    }

    /// The control characters that XML 1.0 does not allow, and the bytes of erased memory.
    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D || byte == 0xFF
    }

    /// Goes to the next of some tags that stands in no comment and in no section of plain characters.
    private func seekStart(_ window: inout ByteWindow, _ words: [[UInt8]], _ line: inout Int) -> Bool {
        while seek(&window, words, &line) {
            guard let end = endOfQuotation(&window) else { return true }
            line += XMLLineEnd.count(in: window.bytes[window.start..<window.start + end])
            window.advance(end)
        }
        return false
    }

    /// Where a comment or a section of plain characters ends in which the window begins; nil if it begins in none. None is longer than a
    /// tag may be.
    private func endOfQuotation(_ window: inout ByteWindow) -> Int? {
        _ = window.fill(Int(clamping: limits.tagBytes))
        // What was looked through before is not looked through again.
        var at = unquoted.contains(window.offset) ? Int(clamping: unquoted.upperBound - window.offset) : 0
        let first = at > 0 ? unquoted.lowerBound : window.offset
        defer { unquoted = first..<max(first, window.offset + Int64(at)) }
        while at < window.count {
            switch window.bytes[window.start + at] {
            case 0x3C where has(window, "<!--", at) || has(window, "<![CDATA[", at): return nil
            case 0x3E where at >= 2 && (has(window, "-->", at - 2) || has(window, "]]>", at - 2)): return at + 1
            default: at += 1
            }
        }
        return nil
    }

    private static let roots = ["<gpx", "<TrainingCenterDatabase"].map { Array($0.utf8) }

    /// Advances the window to the next of some words, counting lines; false at the end of the file. A word that begins a longer name is none.
    private func seek(_ window: inout ByteWindow, _ words: [[UInt8]], _ line: inout Int) -> Bool {
        let longest = words.reduce(0) { max($0, $1.count) }
        while window.fill(1), window.offset <= limits.unpackedBytes {
            let byte = window.bytes[window.start]
            if words.contains(where: { $0.first == byte }) {
                _ = window.fill(longest + 1)
                let rest = window.bytes[window.start..<window.end]
                for word in words where rest.starts(with: word) {
                    let follower = rest.dropFirst(word.count).first ?? 0x3E
                    if word.first != 0x3C || !Self.isNameCharacter(follower) { return true }
                }
            }
            if byte == 0x0A || byte == 0x0D && window.fill(2) && window.bytes[window.start + 1] != 0x0A { line += 1 }
            window.advance(1)
        }
        return false
    }
}
