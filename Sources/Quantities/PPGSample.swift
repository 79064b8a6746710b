/// One reading of the optical heart-rate sensor: up to three channels (LED colours or photodiodes) of raw counts.
public struct PPGSample: Hashable, Sendable {
    /// The most channels a sample holds.
    public static let maximumChannels = 3

    /// When the sample was taken; samples read together from a FIFO may all carry the time of the read.
    public var at: MonotonicInstant
    /// Raw counts by channel, sign and scale as the chip gives them; channels beyond ``channelCount`` are 0.
    public var counts: SIMD3<Double>
    /// How many channels are in use, 1...3.
    public var channelCount: Int
    /// LED current of each channel in milliamperes; nil if unknown. With it, levels compare across steps of the automatic gain.
    public var ledMilliamperes: SIMD3<Double>?
    /// The chip said that ambient light overwhelmed its cancellation (ALC_OVF on a MAX3010x): the count means nothing.
    public var ambientOverflow: Bool

    /// A sample of one to three channels.
    public init(
        at: MonotonicInstant, counts: SIMD3<Double>, channelCount: Int = 1, ledMilliamperes: SIMD3<Double>? = nil, ambientOverflow: Bool = false
    ) {
        self.at = at
        self.counts = counts
        self.channelCount = min(max(channelCount, 1), Self.maximumChannels)
        self.ledMilliamperes = ledMilliamperes
        self.ambientOverflow = ambientOverflow
    }
    /// A sample of one channel.
    public init(at: MonotonicInstant, count: Double) {
        self.init(at: at, counts: SIMD3(count, 0, 0))
    }
}
