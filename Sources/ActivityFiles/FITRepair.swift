/// What of a damaged FIT file is read: offsets count bytes from the start of the unpacked file.
struct FITRepair: Equatable {
    /// One file of the chain.
    struct Part: Equatable {
        /// Where its header begins.
        var header: Int64
        /// Where its messages end.
        var end: Int64
        /// Where the rest of a message ends that was cut off; the same if there is none.
        var tail: Int64
        /// True if its checksum follows.
        var hasChecksum: Bool
        /// What is to be said of its size.
        var fault: ActivityFault?
    }
    /// The files that can be proved to be there.
    var parts: [Part] = []
    /// What in their messages cannot be proved, in order: left out.
    var skips: [Range<Int64>] = []
}

/// What the local message types of a damaged FIT file stand for, as far as a message can be judged by it.
struct FITLayout {
    var number: UInt16 = 0
    /// Bytes of the content, developer fields included.
    var size = 0
    var isBigEndian = false
    /// Where fields of a record lie in the content that show whether it fits the one before; −1 if it has none.
    var time = -1
    var latitude = -1
    var longitude = -1
    var distance = -1

    /// Takes in the next field of the definition. Of two with one number the first counts.
    mutating func add(_ field: UInt8, size fieldSize: Int, type: UInt8) {
        defer { size += fieldSize }
        guard fieldSize == 4 else { return }
        switch (field, FITBaseType(rawValue: type)) {
        case (253, .uint32) where time < 0: time = size
        case (0, .sint32) where number == FITMessageNumber.record && latitude < 0: latitude = size
        case (1, .sint32) where number == FITMessageNumber.record && longitude < 0: longitude = size
        case (5, .uint32) where number == FITMessageNumber.record && distance < 0: distance = size
        default: break
        }
    }
}

/// What the messages of a FIT file that were proved say of the next one.
struct FITTrail {
    /// The time of the last record, seconds.
    private(set) var time: UInt32?
    private var latitude: Int32?
    private var longitude: Int32?
    private var distance: UInt32?

    /// How a message fits.
    enum Verdict {
        /// It fits what came before.
        case fits
        /// It tells nothing that could be judged.
        case neutral
        /// It does not follow from what came before: damaged, or after a break.
        case odd
        /// No device writes this.
        case impossible
    }

    /// Seconds between two records that need no further proof, and the longest that damage may have swallowed.
    static let longestStep: UInt32 = 3600, longestGap: UInt32 = 30 * 86_400

    /// What a record says.
    struct Record {
        var time: UInt32?
        var latitude: Int32?
        var longitude: Int32?
        var distance: UInt32?
    }

    /// Judges a record.
    func judge(_ record: Record) -> Verdict {
        if let latitude = record.latitude, abs(Int64(latitude)) > 1 << 30 { return .impossible }
        var verdict = Verdict.neutral
        var step: Int64 = 1
        if let time = record.time {
            guard let last = self.time else { return .odd }
            guard time >= last, time - last <= Self.longestStep else { return .odd }
            step = max(1, Int64(time - last))
            verdict = .fits
        }
        // 150 m/s, and a kilometre for what a receiver finds out late. 2³¹ semicircles are 20 004 km of a meridian.
        let meters = 1000 + 150 * step
        if let latitude = record.latitude, let longitude = record.longitude, let lastLatitude = self.latitude,
            let lastLongitude = self.longitude
        {
            let semicircles = meters * 108
            guard abs(Int64(latitude) - Int64(lastLatitude)) <= semicircles,
                // Meridians stand twelve times closer at 85° than at the equator.
                abs(Int64(longitude &- lastLongitude)) <= 12 * semicircles
            else { return .odd }
            verdict = .fits
        }
        if let distance = record.distance, let last = self.distance {
            guard distance >= last, Int64(distance - last) <= meters * 100 else { return .odd }
            verdict = .fits
        }
        return verdict
    }

    /// Goes on from a record.
    mutating func take(_ record: Record) {
        time = record.time ?? time
        if record.latitude != nil, record.longitude != nil { (latitude, longitude) = (record.latitude, record.longitude) }
        distance = record.distance ?? distance
    }

    /// Forgets everything but the time, which damage does not turn back.
    mutating func passGap(to time: UInt32? = nil) {
        self.time = time ?? self.time
        latitude = nil
        longitude = nil
        distance = nil
    }
}
