/// Where one field of a message lies, as the definition of its local type says.
struct FITFieldLocation {
    /// Bytes from the start of the message's content.
    var offset: UInt16 = 0
    /// Bytes; 0 if the message has no such field.
    var size: UInt8 = 0
    /// The type; ``FITBaseType/byte`` where the file names an unknown one, or one that does not fit the size.
    var type = FITBaseType.byte
}

/// The sixteen local message types of a FIT file: what each stands for at the moment.
///
/// One flat table for all, so that a field is found with one index and nothing is allocated after the start.
struct FITDefinitions {
    /// What one local type stands for.
    struct Message {
        var isDefined = false
        var number: UInt16 = 0
        var isBigEndian = false
        /// Bytes of the content, developer fields included.
        var size = 0
    }

    /// Where a developer's own field lies.
    struct DeveloperField {
        var developer: UInt8
        var number: UInt8
        var offset: Int
        var size: Int
    }

    private(set) var messages = [Message](repeating: Message(), count: 16)
    /// The developers' own fields of each local type, a few at most.
    private(set) var developerFields = [[DeveloperField]](repeating: [], count: 16)
    private var fields = [FITFieldLocation](repeating: FITFieldLocation(), count: 16 * 256)

    /// Where a field of a local type (0...15) lies.
    @inline(__always) func location(_ localType: Int, _ field: UInt8) -> FITFieldLocation { fields[localType &* 256 &+ Int(field)] }

    /// Forgets everything: each file of a chain starts anew.
    mutating func removeAll() {
        for localType in messages.indices { messages[localType].isDefined = false }
    }

    /// Begins the definition of a local type; its fields follow.
    mutating func begin(_ localType: Int, number: UInt16, isBigEndian: Bool) {
        messages[localType] = Message(isDefined: true, number: number, isBigEndian: isBigEndian, size: 0)
        for index in localType * 256..<(localType + 1) * 256 { fields[index].size = 0 }
        developerFields[localType].removeAll(keepingCapacity: true)
    }

    /// Adds the next field. 255 fields of 255 bytes stay below the range of the offset. Of two with one number the first counts.
    mutating func add(_ localType: Int, field: UInt8, size: UInt8, type rawType: UInt8) {
        let offset = messages[localType].size
        messages[localType].size += Int(size)
        let index = localType * 256 + Int(field)
        guard size > 0, fields[index].size == 0, let offset = UInt16(exactly: offset) else { return }
        var type = FITBaseType(rawValue: rawType) ?? .byte
        if Int(size) % type.width != 0 { type = .byte }
        fields[index] = FITFieldLocation(offset: offset, size: size, type: type)
    }

    /// Adds a developer's own field. Those of Harrier have the lowest numbers of a file that Harrier wrote; more than four are stepped over.
    mutating func addDeveloper(_ localType: Int, field: UInt8, size: UInt8, developer: UInt8) {
        if developerFields[localType].count < 4 {
            developerFields[localType].append(
                DeveloperField(developer: developer, number: field, offset: messages[localType].size, size: Int(size)))
        }
        messages[localType].size += Int(size)
    }
}
