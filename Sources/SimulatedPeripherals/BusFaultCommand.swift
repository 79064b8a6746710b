import Peripherals
import Quantities

/// A fault that is commanded while the simulated chips run, as a line of text.
///
/// | line | what happens |
/// | --- | --- |
/// | `nack 57 3` | the next 3 transfers with 0x57 are not acknowledged |
/// | `gone 57` | 0x57 is unplugged |
/// | `held 57` | a transfer with 0x57 never ends |
/// | `zeroes 57`, `ones 57`, `noise 57`, `frozen 57` | it answers so |
/// | `impostor 57` | its identity is another's |
/// | `reset 57` | its power fails for a moment |
/// | `back 57` | everything that was commanded for 0x57 ends |
/// | `stall 2.0` | the next transfer, with whomever, holds the bus for 2 s |
///
/// Addresses are hexadecimal, with or without `0x`.
public enum BusFaultCommand: Hashable, Sendable, CustomStringConvertible {
    /// The next transfers with an address are not acknowledged.
    case refuse(I2CAddress, times: Int)
    /// A fault begins at an address.
    case begin(BusFault, I2CAddress)
    /// The power of a chip fails for a moment.
    case reset(I2CAddress)
    /// All is well again at an address.
    case end(I2CAddress)
    /// The next transfer holds the bus for a time.
    case stall(Duration)

    /// Faults that last, by their words.
    private static let lasting: KeyValuePairs<String, BusFault> = [
        "gone": .absent, "held": .held, "zeroes": .zeroes, "ones": .ones, "noise": .noise, "frozen": .frozen, "impostor": .impostor,
    ]

    private static let times = 1...1_000_000
    /// s. A millisecond to an hour.
    private static let stalls = 0.001...3600.0

    /// What lines may say, for help and messages.
    public static let syntax: String =
        "nack ADDRESS TIMES, \(lasting.map { "\($0.key) ADDRESS" }.joined(separator: ", ")), reset ADDRESS, back ADDRESS or stall SECONDS"

    /// Reads the words of a line.
    public init(_ words: [Substring]) throws(BusFaultLineError) {
        guard let word = words.first else { throw BusFaultLineError("a command is missing: expected \(Self.syntax)") }
        if words.count == 2, let fault = Self.lasting.first(where: { $0.key == word })?.value {
            self = .begin(fault, try Self.address(words[1]))
            return
        }
        switch (word, words.count) {
        case ("nack", 3):
            guard let times = Int(words[2]), Self.times.contains(times) else {
                throw BusFaultLineError(
                    "\"\(words[2])\" is no number of transfers: expected \(Self.times.lowerBound) to \(Self.times.upperBound)")
            }
            self = .refuse(try Self.address(words[1]), times: times)
        case ("reset", 2): self = .reset(try Self.address(words[1]))
        case ("back", 2): self = .end(try Self.address(words[1]))
        case ("stall", 2):
            guard let seconds = Double(words[1]), Self.stalls.contains(seconds) else {
                throw BusFaultLineError("\"\(words[1])\" is no time to stall: expected 0.001 to 3600 seconds")
            }
            self = .stall(.seconds(seconds))
        default: throw BusFaultLineError("\"\(words.joined(separator: " "))\" is no command: expected \(Self.syntax)")
        }
    }

    private static func address(_ word: Substring) throws(BusFaultLineError) -> I2CAddress {
        let digits = word.hasPrefix("0x") || word.hasPrefix("0X") ? word.dropFirst(2) : word
        guard digits.count <= 2, digits.first != "+", let address = UInt8(digits, radix: 16).flatMap(I2CAddress.init) else {
            throw BusFaultLineError("\"\(word)\" is no address: expected hexadecimal digits, 08 to 77")
        }
        return address
    }

    /// What happens now, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .refuse(let address, let times): "\(address) does not acknowledge the next \(times) transfers"
        case .begin(.absent, let address): "\(address) is gone, until `back \(address)`"
        case .begin(.held, let address): "\(address) holds the bus, until `back \(address)`"
        case .begin(.impostor, let address): "\(address) says it is another chip, until `back \(address)`"
        case .begin(let fault, let address): "\(address) answers \(fault), until `back \(address)`"
        case .reset(let address): "\(address) was without power for a moment"
        case .end(let address): "\(address) is well again"
        case .stall(let time): "the next transfer holds the bus for \(time.inSeconds) s"
        }
    }
}

/// A command, and when it is obeyed: a line of the standard input or of a file. `at 12.5 gone 57` waits until 12.5 s have passed since the
/// chips were switched on; without `at` a line is obeyed at once.
public struct BusFaultLine: Hashable, Sendable {
    /// Since the chips were switched on; nil: at once.
    public var delay: Duration?
    /// What is commanded.
    public var command: BusFaultCommand

    /// s. A week.
    private static let delays = 0...604_800.0

    /// Reads a line; nil if there is nothing on it but a comment, which begins with `#`.
    public init?(_ line: some StringProtocol) throws(BusFaultLineError) {
        var words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map { Substring($0) }
        guard !words.isEmpty else { return nil }
        if words[0] == "at" {
            guard words.count > 1, let seconds = Double(words[1]), Self.delays.contains(seconds) else {
                throw BusFaultLineError("`at` needs a time: expected seconds since the start, 0 to 604800")
            }
            delay = .seconds(seconds)
            words.removeFirst(2)
        }
        command = try BusFaultCommand(words)
    }
}

/// Why a line is no command, in a sentence that says what is expected.
public struct BusFaultLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
    init(_ sentence: String) { description = sentence }
}
