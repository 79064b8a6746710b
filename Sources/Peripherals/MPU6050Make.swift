/// What is sold as an MPU-6050 and says who it is by another number: half of the boards that are bought today (fault L1).
///
/// The registers that the driver uses are at the same places in all of them. What differs is in this table.
struct MPU6050Make: Hashable, Sendable {
    /// What WHO_AM_I says.
    let identity: UInt8
    /// The chip, as its maker calls it.
    let name: String
    /// Bytes of its FIFO that may be counted on.
    let fifoBytes: Int
    /// The highest fill level that is no nonsense: a copy may have a deeper FIFO than it is trusted with.
    let mostFIFOBytes: Int
    /// The accelerometer's low pass has a register of its own (ACCEL_CONFIG_2), and the clock changes over by itself (CLKSEL 1).
    let isLater: Bool

    private init(_ identity: UInt8, _ name: String) {
        self.identity = identity
        self.name = name
        fifoBytes = 1024
        mostFIFOBytes = 1024
        isLater = false
    }

    private init(later identity: UInt8, _ name: String) {
        self.identity = identity
        self.name = name
        fifoBytes = Self.smallFIFO
        mostFIFOBytes = 4096
        isLater = true
    }

    /// The depth of the smaller FIFO, and what a full one of them says. It is no multiple of a sample's 6 bytes.
    static let smallFIFO = 512

    /// The chip itself: Linux, drivers/iio/imu/inv_mpu6050, inv_mpu_iio.h and the table hw_info of inv_mpu_core.c. MPU-6000 and MPU-9150
    /// say the same and are the same here.
    static let original = MPU6050Make(0x68, "MPU-6050")

    /// All that are taken. Numbers, registers and depths as in the Linux driver, except for 0x72. Found on boards sold as MPU-6050:
    /// 0x70 adafruit/Adafruit_MPU6050#47 and danjperron/mpu6050TestInC#4; 0x98 ElectronicCats/mpu6050#21 (13 of 20) and
    /// jrowberg/i2cdevlib#636; 0x72 Levi--G/IMU-WhoAmIVerifier#1 and Moddable-OpenSource/moddable discussion 1007, which names 0x74 as well;
    /// 0x71 and 0x73 on boards sold as MPU-92/65, kriswiner/MPU9250#47.
    ///
    /// An ICM-20689 has 4096 bytes, of which it uses 512 unless told otherwise. Of the copy that says 0x72 there is no data sheet: it is
    /// trusted with the smaller FIFO, and its low pass is set in both registers.
    static let known = [
        original, MPU6050Make(later: 0x70, "MPU-6500"), MPU6050Make(later: 0x71, "MPU-9250"),
        MPU6050Make(later: 0x72, "copy without a data sheet"), MPU6050Make(later: 0x73, "MPU-9255"), MPU6050Make(later: 0x74, "MPU-6515"),
        MPU6050Make(later: 0x98, "ICM-20689"),
    ]

    /// Other chips of the same maker at the same address and register, which this driver does not know: inv_mpu_iio.h, inv_icm42600.h.
    private static let strangers: [UInt16: String] = [
        0x12: "ICM-20602", 0x20: "ICM-20690", 0x42: "ICM-42605", 0x44: "ICM-42686-P", 0x47: "ICM-42688-P", 0x78: "MPU-6880",
        0xA6: "ICM-20609", 0xA9: "IAM-20680", 0xAF: "ICM-20608",
    ]

    /// The make that says so; nil if it is none of them.
    static func saying(_ identity: UInt16) -> MPU6050Make? { known.first { UInt16($0.identity) == identity } }

    /// The name of whatever says so, of those that are taken and those that are not; nil if nobody knows.
    static func name(of identity: UInt16) -> String? { saying(identity)?.name ?? strangers[identity] }
}
