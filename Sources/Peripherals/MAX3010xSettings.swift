/// What a MAX3010x is called on its package. All three say the same part id; only what the board file says tells them apart.
public enum MAX3010xModel: String, Hashable, Sendable {
    /// Red, infrared and green.
    case max30101 = "MAX30101"
    /// Red and infrared.
    case max30102 = "MAX30102"
    /// The MAX30101's dies behind other glass.
    case max30105 = "MAX30105"
}

/// The light of a MAX3010x.
public enum MAX3010xLED: UInt8, Hashable, Sendable {
    /// 660 nm, LED 1.
    case red = 1
    /// 880 nm, LED 2.
    case infrared = 2
    /// 527 nm, LED 3 (and 4 in parallel on some boards).
    case green = 3
}

// Registers and bits. Checked against the data sheets of the MAX30101 and MAX30102 (register map; FIFO description, page 15), the Linux
// driver drivers/iio/health/max30102.c and SparkFun's MAX3010x library; where only one of them knows, it is named.
enum MAX3010xRegister {
    /// Status 1, status 2, enable 1 and enable 2 follow one another; reading a status clears it.
    static let interruptStatus1: UInt8 = 0x00
    static let interruptEnable1: UInt8 = 0x02
    static let interruptEnable2: UInt8 = 0x03
    static let fifoWritePointer: UInt8 = 0x04
    static let fifoOverflow: UInt8 = 0x05
    static let fifoReadPointer: UInt8 = 0x06
    /// The address does not advance here: each byte read is the FIFO's next.
    static let fifoData: UInt8 = 0x07
    static let fifoConfiguration: UInt8 = 0x08
    static let modeConfiguration: UInt8 = 0x09
    /// Called SPO2_CONFIG or PARTICLE_CONFIG.
    static let converterConfiguration: UInt8 = 0x0A
    /// LED 1 here, LED 2 and 3 in the next two; 0.2 mA a step.
    static let ledCurrents: UInt8 = 0x0C
    static let slots12: UInt8 = 0x11
    static let slots34: UInt8 = 0x12
    /// Whole degrees, signed; sixteenths in the next.
    static let temperature: UInt8 = 0x1F
    static let temperatureConfiguration: UInt8 = 0x21
    /// Revision, and the part id in the next.
    static let revision: UInt8 = 0xFE
    static let partID: UInt8 = 0xFF
}

enum MAX3010xBits {
    static let almostFull: UInt8 = 0x80
    static let ambientOverflow: UInt8 = 0x20
    static let powerReady: UInt8 = 0x01
    static let temperatureReady: UInt8 = 0x02

    /// A_FULL and ALC_OVF.
    static let enabledInterrupts1: UInt8 = almostFull | ambientOverflow
    /// DIE_TEMP_RDY must be enabled to be seen (SparkFun's library, issue 19).
    static let enabledInterrupts2: UInt8 = temperatureReady

    static let shutDown: UInt8 = 0x80
    static let reset: UInt8 = 0x40
    static let modeRedInfrared: UInt8 = 0x03
    static let modeSlots: UInt8 = 0x07

    /// Bits 7...5: 0 is one sample, 2 is four. Bit 4: roll over when full, left at 0. Bits 3...0: A_FULL comes when so many slots are left.
    static let averageOf4: UInt8 = 2 << 5
    static let almostFullAt17: UInt8 = 0x0F

    /// Bits 6...5 range, 4...2 rate, 1...0 pulse width.
    /// 62.5 pA a count.
    static let range16384Nanoamperes: UInt8 = 3 << 5
    static let rate100: UInt8 = 1 << 2
    static let pulse411Microseconds18Bits: UInt8 = 3

    static let convertTemperature: UInt8 = 0x01
    static let partID: UInt8 = 0x15
    static let fifoDepth = 32
    static let milliamperesPerStep = 0.2
}
