import Quantities

/// One FIT message being put together: its layout and its content side by side. A value that is absent, not finite or out of the
/// range of its field is left out, so no reader can take a stand-in for a measurement (fault E8).
///
/// Reused from message to message, so that writing a record allocates nothing.
struct FITMessage {
    /// The global number, low byte first, the count of developer fields, then number, size and type of each field; for developer fields,
    /// which stand last, the developer in place of the type.
    private(set) var layout: [UInt8] = []
    /// The values, little-endian.
    private(set) var content: [UInt8] = []

    init() {
        layout.reserveCapacity(128)
        content.reserveCapacity(256)
    }

    /// Starts anew.
    mutating func begin(_ number: UInt16) {
        layout.removeAll(keepingCapacity: true)
        content.removeAll(keepingCapacity: true)
        layout.append(UInt8(truncatingIfNeeded: number))
        layout.append(UInt8(truncatingIfNeeded: number >> 8))
        layout.append(0)
    }

    /// Sets a stored integer.
    mutating func set(_ field: FITField, _ value: Int64?) {
        guard let value, field.type.writableIntegers.contains(value) else { return }
        describe(field, size: field.type.width)
        append(value, width: field.type.width)
    }

    /// Sets an amount in the profile's unit, rounded to the field's resolution.
    mutating func set(_ field: FITField, amount: Double?) {
        guard let amount, amount.isFinite else { return }
        set(field, Int64(rounding: (amount + field.offset) * field.scale))
    }

    /// Sets a text with its terminating zero, cut to 63 bytes between characters.
    mutating func set(_ field: FITField, text: String) {
        var utf8: [UInt8] = []
        for character in text where character != "\0" {
            guard utf8.count + character.utf8.count <= 63 else { break }
            utf8 += character.utf8
        }
        guard !utf8.isEmpty else { return }
        describe(field, size: utf8.count + 1)
        content += utf8
        content.append(0)
    }

    /// Sets a text of a developer's own field, after all fields of the profile.
    mutating func setDeveloper(_ field: UInt8, of developer: UInt8, text: String) {
        let before = layout.count
        set(FITField(field, .string), text: text)
        guard layout.count > before else { return }
        layout[layout.count - 1] = developer
        layout[2] &+= 1
    }

    /// Sets an array of stored integers, as many as fit into 255 bytes. Values out of range take the place of the nearest in range,
    /// because an array has no gaps.
    mutating func set(_ field: FITField, array values: [Int64]) {
        let values = values.prefix(255 / field.type.width)
        guard !values.isEmpty else { return }
        let range = field.type.writableIntegers
        describe(field, size: values.count * field.type.width)
        for value in values { append(min(max(value, range.lowerBound), range.upperBound), width: field.type.width) }
    }

    private mutating func describe(_ field: FITField, size: Int) {
        layout.append(field.number)
        layout.append(UInt8(truncatingIfNeeded: size))
        layout.append(field.type.rawValue)
    }
    private mutating func append(_ value: Int64, width: Int) {
        for index in 0..<width { content.append(UInt8(truncatingIfNeeded: value >> Int64(index * 8))) }
    }
}
