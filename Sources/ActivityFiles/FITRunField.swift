import RunCore

/// How a FIT file names the run that it was made from: a developer field of its session, which every decoder steps over that does not
/// know it (FIT protocol, "Developer Data").
struct FITRunField {
    /// Harrier's application id, drawn at random once and for ever.
    static let application: [UInt8] = [
        0x0A, 0xDB, 0x05, 0x87, 0xD9, 0x90, 0x4A, 0x53, 0xB5, 0x5E, 0x5E, 0x40, 0x96, 0x6A, 0x68, 0x1C,
    ]
    /// The developer's index in files that Harrier writes.
    static let developer: UInt8 = 0
    /// The field's number.
    static let number: UInt8 = 0
    /// The field's name.
    static let name = "run_id"

    /// The index by which the file at hand knows Harrier; nil if it does not.
    private var index: UInt8?
    /// The run, once a session named it.
    private(set) var run: RunID?

    /// Takes in the message at hand.
    mutating func take(_ message: borrowing FITMessageReader) {
        switch message.number {
        case FITMessageNumber.developerDataID where message.bytes(FITDeveloperData.applicationID.number) == Self.application:
            index = message.integer(FITDeveloperData.index).flatMap { UInt8(exactly: $0) }
        case FITMessageNumber.session where run == nil:
            run = index.flatMap { message.developerText(Self.number, of: $0) }.flatMap { RunID($0) }
        default: break
        }
    }

    /// True once the file cannot name a run any more: it came to its points without naming Harrier.
    func isHopeless(at message: borrowing FITMessageReader) -> Bool { index == nil && message.number == FITMessageNumber.record }
}
