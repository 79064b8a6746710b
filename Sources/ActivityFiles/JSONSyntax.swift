/// Tells whether bytes are JSON (RFC 8259), one value or several one after another, a byte at a time and without keeping any.
struct JSONSyntax {
    private enum State {
        case value, firstElement, firstName, name, colon, afterValue
        case string, escape, unicode(Int), literal(StaticString, Int)
        case minus, zero, whole, point, fraction, exponentMark, exponentSign, exponent
        case broken
    }

    private var state = State.value
    /// Open brackets, true for objects.
    private var open: [Bool] = []
    private var isName = false
    private var offset = 0
    /// Whole values that stand side by side.
    private(set) var values = 0
    /// Elements of the first array that was opened, which lies at the top or in the object there.
    private(set) var outerElements = 0
    private var outerDepth: Int?

    /// Takes the next byte.
    mutating func take(_ byte: UInt8) {
        if isInNumber {
            if stepInNumber(byte) { return offset += 1 }
            // A number ends with the byte behind it, which at the top is a blank: 01 is no pair of numbers.
            if !open.isEmpty || [0x20, 0x09, 0x0A, 0x0D].contains(byte) { endNumber() }
        }
        if isInNumber || isBroken || !step(byte) { state = .broken } else { offset += 1 }
    }

    private var isBroken: Bool { if case .broken = state { true } else { false } }

    private var isInNumber: Bool {
        switch state {
        case .minus, .zero, .whole, .point, .fraction, .exponentMark, .exponentSign, .exponent: true
        default: false
        }
    }

    /// Where the first fault lies; nil if all is well and whole.
    mutating func finish() -> Int? {
        endNumber()
        switch state {
        case .value where values > 0 && open.isEmpty: return nil
        default: return offset
        }
    }

    private mutating func endNumber() {
        switch state {
        case .zero, .whole, .fraction, .exponent: endValue()
        default: break
        }
    }

    private mutating func endValue() {
        if open.isEmpty { values += 1 }
        if let outerDepth, open.count == outerDepth { outerElements += 1 }
        state = open.isEmpty ? .value : .afterValue
    }

    /// Takes a byte; false if it does not fit the state.
    private mutating func step(_ byte: UInt8) -> Bool {
        switch state {
        case .string: return stepInString(byte)
        case .escape:
            if byte == UInt8(ascii: "u") { state = .unicode(4) } else { state = .string }
            return byte == UInt8(ascii: "u") || "\"\\/bfnrt".utf8.contains(byte)
        case .unicode(let left):
            state = left == 1 ? .string : .unicode(left - 1)
            return "0123456789abcdefABCDEF".utf8.contains(byte)
        case .literal(let word, let place):
            guard place < word.utf8CodeUnitCount, word.utf8Start[place] == byte else { return false }
            state = .literal(word, place + 1)
            if place + 1 == word.utf8CodeUnitCount { endValue() }
            return true
        default: return stepBetween(byte)
        }
    }

    private mutating func stepInString(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""):
            if isName { state = .colon } else { endValue() }
            isName = false
        case UInt8(ascii: "\\"): state = .escape
        case 0..<0x20: return false
        default: break
        }
        return true
    }

    private mutating func stepInNumber(_ byte: UInt8) -> Bool {
        let isDigit = (0x30...0x39).contains(byte)
        switch (state, byte) {
        case (.minus, 0x30): state = .zero
        case (.minus, _) where isDigit: state = .whole
        case (.whole, _) where isDigit: break
        case (.zero, 0x2E), (.whole, 0x2E): state = .point
        case (.point, _) where isDigit: state = .fraction
        case (.fraction, _) where isDigit: break
        case (.zero, 0x45), (.zero, 0x65), (.whole, 0x45), (.whole, 0x65), (.fraction, 0x45), (.fraction, 0x65): state = .exponentMark
        case (.exponentMark, 0x2B), (.exponentMark, 0x2D): state = .exponentSign
        case (.exponentMark, _) where isDigit, (.exponentSign, _) where isDigit: state = .exponent
        case (.exponent, _) where isDigit: break
        default: return false
        }
        return true
    }

    /// Outside of strings, numbers and words.
    private mutating func stepBetween(_ byte: UInt8) -> Bool {
        switch (state, byte) {
        case (_, 0x20), (_, 0x09), (_, 0x0A), (_, 0x0D): break
        case (.firstElement, UInt8(ascii: "]")), (.firstName, UInt8(ascii: "}")): close()
        case (.value, _), (.firstElement, _): return begin(byte)
        case (.name, UInt8(ascii: "\"")), (.firstName, UInt8(ascii: "\"")): (state, isName) = (.string, true)
        case (.colon, UInt8(ascii: ":")): state = .value
        case (.afterValue, UInt8(ascii: ",")): state = open.last == true ? .name : .value
        case (.afterValue, UInt8(ascii: "}")) where open.last == true, (.afterValue, UInt8(ascii: "]")) where open.last == false: close()
        default: return false
        }
        return true
    }

    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard open.count < 32 else { return false }
            let isObject = byte == UInt8(ascii: "{")
            open.append(isObject)
            if !isObject, outerDepth == nil { outerDepth = open.count }
            state = isObject ? .firstName : .firstElement
        case UInt8(ascii: "\""): state = .string
        case UInt8(ascii: "-"): state = .minus
        case UInt8(ascii: "0"): state = .zero
        case 0x31...0x39: state = .whole
        case UInt8(ascii: "t"): state = .literal("true", 1)
        case UInt8(ascii: "f"): state = .literal("false", 1)
        case UInt8(ascii: "n"): state = .literal("null", 1)
        default: return false
        }
        return true
    }

    private mutating func close() {
        // The brackets that hold the outer elements are none of them, and another array as deep is not this one.
        if outerDepth == open.count { outerDepth = -1 }
        open.removeLast()
        endValue()
    }
}
