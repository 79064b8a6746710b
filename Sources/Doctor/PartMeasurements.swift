import JSONText
import Peripherals
import Quantities

/// What one part measures while it is looked at: its driver, and what the driver has brought so far.
protocol PartMeasurements {
    /// The part.
    var part: PartName { get }
    /// How the part is told from others; nil if it says nothing of itself.
    var identity: ChipIdentity? { get }
    /// How many samples are due; nil if the driver delivers only the newest, so that their number says nothing.
    var samplesPerSecond: Double? { get }
    /// True if what came is so much the same that the driver may be about to call the part dead.
    var isRepeating: Bool { get }
    /// What the part says besides its id: `revision 3`.
    var details: [String] { get }
    /// What it measured: `1008.4 hPa, 24.1 °C`. Empty before the first sample.
    var readings: [String] { get }
    /// The same for programs.
    var values: JSONObject { get }
    /// What is odd about readings of a part that works.
    var doubt: Complaint? { get }
    /// Has the driver take its next step.
    mutating func service(at now: MonotonicInstant) throws(ChipError) -> ServiceReport
    /// Has the part stop measuring: an LED that stays lit empties the battery.
    func shutDown() throws(ChipError)
}

extension PartMeasurements {
    var details: [String] { [] }
    var doubt: Complaint? { nil }
    func shutDown() throws(ChipError) {}
}

/// Whether the reads of a part differ from one another, as those of a living sensor do.
struct RepeatWatch {
    private var last: [SIMD3<Double>] = []
    private var reads = 0

    /// True after several reads with the same value throughout, or with the same values as the read before.
    private(set) var isRepeating = false

    /// Takes the samples of one read.
    mutating func observe(_ read: [SIMD3<Double>]) {
        guard !read.isEmpty else { return }
        if reads > 0 {
            let isSame = read == last || (read + last).allSatisfy { $0 == read[0] }
            isRepeating = isSame
        }
        reads += 1
        last = read
    }
}

/// The middle one of some values; nil if there are none.
func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
}

/// A number with its digits in groups of three: `84,000`.
func grouped(_ value: Double) -> String {
    let digits = decimal(value.magnitude, 0)
    var text = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
        text.append(digit)
    }
    return value <= -0.5 ? "-" + text : text
}

/// Seconds, with a decimal only if they have one: `3 s`, `2.5 s`.
func secondsText(_ duration: Duration) -> String {
    let text = decimal(duration.inSeconds, 1)
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " s"
}
