/// A field of a FIT message: its number, type and how the stored integer becomes the amount, `stored / scale − offset`.
/// Numbers and scales are those of the published FIT profile 21.218.
struct FITField: Hashable, Sendable {
    let number: UInt8
    let type: FITBaseType
    let scale: Double
    let offset: Double

    init(_ number: UInt8, _ type: FITBaseType, scale: Double = 1, offset: Double = 0) {
        self.number = number
        self.type = type
        self.scale = scale
        self.offset = offset
    }

    /// The time stamp that most messages carry.
    static let timestamp = FITField(253, .uint32)
    /// The index of a message among its like.
    static let messageIndex = FITField(254, .uint16)
}

/// The numbers of the FIT messages that are read or written.
enum FITMessageNumber {
    static let fileID: UInt16 = 0
    static let session: UInt16 = 18
    static let lap: UInt16 = 19
    static let record: UInt16 = 20
    static let event: UInt16 = 21
    static let deviceInfo: UInt16 = 23
    static let activity: UInt16 = 34
    static let fieldDescription: UInt16 = 206
    static let developerDataID: UInt16 = 207
    static let timeInZone: UInt16 = 216
}

/// Fields of `file_id` (0).
enum FITFileID {
    static let type = FITField(0, .enum)
    static let manufacturer = FITField(1, .uint16)
    static let product = FITField(2, .uint16)
    static let serialNumber = FITField(3, .uint32z)
    static let timeCreated = FITField(4, .uint32)
    static let productName = FITField(8, .string)
    /// Value of ``type`` for an activity.
    static let activity: Int64 = 4
    /// Value of ``manufacturer`` for makers without a number of their own.
    static let development: Int64 = 255
}

/// Fields of `developer_data_id` (207).
enum FITDeveloperData {
    static let applicationID = FITField(1, .byte)
    static let index = FITField(3, .uint8)
}

/// Fields of `field_description` (206).
enum FITFieldDescription {
    static let developer = FITField(0, .uint8)
    static let number = FITField(1, .uint8)
    static let baseType = FITField(2, .uint8)
    static let name = FITField(3, .string)
}

/// Fields of `device_info` (23).
enum FITDeviceInfo {
    static let deviceIndex = FITField(0, .uint8)
    static let manufacturer = FITField(2, .uint16)
    static let serialNumber = FITField(3, .uint32z)
    static let product = FITField(4, .uint16)
    static let softwareVersion = FITField(5, .uint16, scale: 100)
    static let sourceType = FITField(25, .enum)
    static let productName = FITField(27, .string)
    /// Value of ``sourceType`` for parts of the device itself.
    static let local: Int64 = 5
}

/// Fields of `event` (21).
enum FITEvent {
    static let event = FITField(0, .enum)
    static let eventType = FITField(1, .enum)
    static let data = FITField(3, .uint32)
    static let eventGroup = FITField(4, .uint8)
    /// Values of ``event``.
    static let timer: Int64 = 0
    static let sessionEvent: Int64 = 8
    static let lapEvent: Int64 = 9
    static let activityEvent: Int64 = 26
    /// Values of ``eventType``.
    static let start: Int64 = 0
    static let stop: Int64 = 1
    static let stopAll: Int64 = 4
    static let stopDisable: Int64 = 8
    static let stopDisableAll: Int64 = 9
}

/// Fields of `record` (20).
enum FITRecord {
    static let latitude = FITField(0, .sint32, scale: FITRecord.semicirclesPerDegree)
    static let longitude = FITField(1, .sint32, scale: FITRecord.semicirclesPerDegree)
    static let altitude = FITField(2, .uint16, scale: 5, offset: 500)
    static let heartRate = FITField(3, .uint8)
    static let cadence = FITField(4, .uint8)
    static let distance = FITField(5, .uint32, scale: 100)
    static let speed = FITField(6, .uint16, scale: 1000)
    static let compressedSpeedDistance = FITField(8, .byte)
    static let temperature = FITField(13, .sint8)
    static let fractionalCadence = FITField(53, .uint8, scale: 128)
    static let enhancedSpeed = FITField(73, .uint32, scale: 1000)
    static let enhancedAltitude = FITField(78, .uint32, scale: 5, offset: 500)

    /// 2³¹ semicircles are 180°.
    static let semicirclesPerDegree = 2_147_483_648.0 / 180
}

/// The fields that sum up a lap or a session. The two messages number them differently.
struct FITTotalsFields: Sendable {
    let event = FITField(0, .enum)
    let eventType = FITField(1, .enum)
    let startTime = FITField(2, .uint32)
    let elapsed = FITField(7, .uint32, scale: 1000)
    let timer = FITField(8, .uint32, scale: 1000)
    let distance = FITField(9, .uint32, scale: 100)
    let strides = FITField(10, .uint32)
    let calories = FITField(11, .uint16)
    let averageSpeed: FITField
    let maximumSpeed: FITField
    let averageHeartRate: FITField
    let maximumHeartRate: FITField
    let averageCadence: FITField
    let maximumCadence: FITField
    let averageFractionalCadence: FITField
    let maximumFractionalCadence: FITField
    let ascent: FITField
    let descent: FITField
    let moving: FITField
    let sport: FITField
    let subSport: FITField
}

/// Fields of `lap` (19).
enum FITLap {
    static let totals = FITTotalsFields(
        averageSpeed: FITField(110, .uint32, scale: 1000), maximumSpeed: FITField(111, .uint32, scale: 1000),
        averageHeartRate: FITField(15, .uint8), maximumHeartRate: FITField(16, .uint8), averageCadence: FITField(17, .uint8),
        maximumCadence: FITField(18, .uint8), averageFractionalCadence: FITField(80, .uint8, scale: 128),
        maximumFractionalCadence: FITField(81, .uint8, scale: 128), ascent: FITField(21, .uint16), descent: FITField(22, .uint16),
        moving: FITField(52, .uint32, scale: 1000), sport: FITField(25, .enum), subSport: FITField(39, .enum))
    static let trigger = FITField(24, .enum)
}

/// Fields of `session` (18).
enum FITSession {
    static let totals = FITTotalsFields(
        averageSpeed: FITField(124, .uint32, scale: 1000), maximumSpeed: FITField(125, .uint32, scale: 1000),
        averageHeartRate: FITField(16, .uint8), maximumHeartRate: FITField(17, .uint8), averageCadence: FITField(18, .uint8),
        maximumCadence: FITField(19, .uint8), averageFractionalCadence: FITField(92, .uint8, scale: 128),
        maximumFractionalCadence: FITField(93, .uint8, scale: 128), ascent: FITField(22, .uint16), descent: FITField(23, .uint16),
        moving: FITField(59, .uint32, scale: 1000), sport: FITField(5, .enum), subSport: FITField(6, .enum))
    static let startLatitude = FITField(3, .sint32, scale: FITRecord.semicirclesPerDegree)
    static let startLongitude = FITField(4, .sint32, scale: FITRecord.semicirclesPerDegree)
    static let firstLapIndex = FITField(25, .uint16)
    static let lapCount = FITField(26, .uint16)
    static let trigger = FITField(28, .enum)
}

/// Fields of `activity` (34).
enum FITActivity {
    static let timer = FITField(0, .uint32, scale: 1000)
    static let sessionCount = FITField(1, .uint16)
    static let type = FITField(2, .enum)
    static let event = FITField(3, .enum)
    static let eventType = FITField(4, .enum)
    static let localTimestamp = FITField(5, .uint32)
}

/// Fields of `time_in_zone` (216).
enum FITTimeInZone {
    static let referenceMessage = FITField(0, .uint16)
    static let referenceIndex = FITField(1, .uint16)
    static let timeInHeartRateZone = FITField(2, .uint32, scale: 1000)
    static let heartRateZoneHighBoundary = FITField(6, .uint8)
    static let heartRateZoneMethod = FITField(10, .enum)
    static let maximumHeartRate = FITField(11, .uint8)
    static let restingHeartRate = FITField(12, .uint8)
}
