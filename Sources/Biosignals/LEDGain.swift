import Quantities

/// The automatic gain of one LED of an optical sensor: keeps the median count in the middle of the converter's range.
///
/// Pure logic: the driver hands over medians, and writes what comes back to its register. A change disturbs the pulse for two seconds, so it
/// is made rarely, and never while the heart rate is sure unless the converter clips.
public struct LEDGain: Hashable, Sendable {
    /// What a driver is to do.
    public enum Adjustment: Hashable, Sendable {
        /// Nothing.
        case keep
        /// Set the LED current to this register value; multiply what remembers the level by `ratio`.
        case setCurrent(register: UInt8, ratio: Double)
        /// The current is at its highest and there is still hardly any light: step the converter's range down, or take the watch for off.
        case tooDark
    }

    /// 18 bits.
    private static let fullScale = 262_143.0
    /// The median is to be within these shares of full scale, and is set to the target share.
    private static let band = 0.45...0.75
    private static let target = 0.6
    /// Samples above this share of full scale clip; more than one in a hundred is too many.
    private static let clippingLevel = 0.97
    private static let clippedShare = 0.01
    /// Register values of a MAX3010x (0.2 mA each): 0.8...38 mA.
    private static let registers: ClosedRange<Double> = 0x04...0xBF
    /// One step changes the current at most twofold, and steps are this many seconds apart at least.
    private static let factors = 0.5...2.0
    private static let secondsBetween = 5.0
    /// Below this share of full scale at the highest current there is nothing to see.
    private static let dark = 0.1
    private static let sureConfidence = 0.8

    /// The register value in use.
    public private(set) var register: UInt8
    private var changedAt: Double?

    /// A gain that starts at a register value; 0x20 is 6.4 mA.
    public init(register: UInt8 = 0x20) { self.register = register }

    /// The count from which a sample counts as clipping.
    public static var clippingCount: Double { clippingLevel * fullScale }

    /// Looks at two seconds of samples: their median count, the share of them above ``clippingCount``, the monotonic time in seconds and the
    /// confidence of the heart rate.
    public mutating func update(median: Double, clipped: Double, atSeconds seconds: Double, confidence: Double) -> Adjustment {
        guard median.isFinite, median >= 0 else { return .keep }
        let isClipping = clipped > Self.clippedShare
        let level = median / Self.fullScale
        guard isClipping || !Self.band.contains(level) else { return .keep }
        if confidence >= Self.sureConfidence, !isClipping { return .keep }
        if let changedAt, seconds - changedAt < Self.secondsBetween { return .keep }
        let wanted = level > 0 ? Self.target / level : Self.factors.upperBound
        let factor = min(max(isClipping ? min(wanted, 0.8) : wanted, Self.factors.lowerBound), Self.factors.upperBound)
        let value = min(max(Double(register) * factor, Self.registers.lowerBound), Self.registers.upperBound)
        let next = UInt8(rounding: value)
        if next == register {
            return level < Self.dark && Double(register) >= Self.registers.upperBound ? .tooDark : .keep
        }
        let ratio = Double(next) / Double(register)
        register = next
        changedAt = seconds
        return .setCurrent(register: next, ratio: ratio)
    }
}
