import Quantities

// How goals, awards, drinks and runners lie in bytes: see `HealthEncoding.swift`, whose forms call these.

extension LocalizedText {
    /// The longest text in bytes, the longest tag, and the most texts.
    static let mostTextBytes = 255, mostTagBytes = 16, mostEntries = 16

    var isWithinBounds: Bool {
        entries.count <= Self.mostEntries
            && entries.allSatisfy { $0.tag.utf8.count <= Self.mostTagBytes && $0.text.utf8.count <= Self.mostTextBytes }
            && byteCount <= HealthValue.mostBytes - 16
    }

    /// Bytes that it takes.
    var byteCount: Int { entries.reduce(1) { $0 + 2 + $1.tag.utf8.count + $1.text.utf8.count } }

    func write(to writer: inout ByteWriter) {
        writer.put(UInt8(clamping: entries.count))
        for entry in entries {
            writer.put(entry.tag)
            writer.put(entry.text)
        }
    }

    init?(from reader: inout ByteReader) {
        let count: UInt8 = reader.take()
        guard count <= Self.mostEntries else { return nil }
        entries = []
        for _ in 0..<count {
            guard let tag = reader.takeText(), let text = reader.takeText() else { return nil }
            entries.append(Entry(tag: tag, text: text))
        }
    }
}

extension GoalType {
    func write(to writer: inout ByteWriter) { writer.put(name) }
    init?(from reader: inout ByteReader) {
        guard let name = reader.takeText() else { return nil }
        self.init(name: name)
    }
}

extension Trophy {
    func write(to writer: inout ByteWriter) { writer.put(name) }
    init?(from reader: inout ByteReader) {
        guard let name = reader.takeText() else { return nil }
        self.init(name: name)
    }
}

extension Goal {
    /// The longest name of a type or a trophy, in bytes.
    static let mostNameBytes = 32

    var isWithinBounds: Bool {
        target > 0 && title.isWithinBounds && details.isWithinBounds && type.name.utf8.count <= Self.mostNameBytes
            && trophy.name.utf8.count <= Self.mostNameBytes && title.byteCount + details.byteCount <= HealthValue.mostBytes - 96
    }

    func write(to writer: inout ByteWriter) {
        type.write(to: &writer)
        writer.put(target)
        trophy.write(to: &writer)
        writer.put(points)
        writer.put(UInt8(carriesOver ? 1 : 0))
        title.write(to: &writer)
        details.write(to: &writer)
    }

    init?(from reader: inout ByteReader) {
        guard let type = GoalType(from: &reader) else { return nil }
        let target: UInt32 = reader.take()
        guard target > 0, let trophy = Trophy(from: &reader) else { return nil }
        let points: UInt16 = reader.take()
        let carries: UInt8 = reader.take()
        guard carries < 2, let title = LocalizedText(from: &reader), let details = LocalizedText(from: &reader) else { return nil }
        self.init(title: title, details: details, type: type, target: target, trophy: trophy, points: points, carriesOver: carries == 1)
    }
}

extension GoalAward {
    var isWithinBounds: Bool {
        (1...Goal.mostIDBytes).contains(goal.count) && type.name.utf8.count <= Goal.mostNameBytes
            && trophy.name.utf8.count <= Goal.mostNameBytes
    }

    func write(to writer: inout ByteWriter) {
        writer.put(goal)
        writer.put(day)
        trophy.write(to: &writer)
        type.write(to: &writer)
        writer.put(points)
    }

    init?(from reader: inout ByteReader) {
        guard let goal = reader.takeID() else { return nil }
        let day: Int32 = reader.take()
        guard let trophy = Trophy(from: &reader), let type = GoalType(from: &reader) else { return nil }
        self.init(goal: goal, dayNumber: day, trophy: trophy, type: type, points: reader.take())
    }
}

extension Drink {
    func write(to writer: inout ByteWriter) {
        writer.put(kind ?? HealthID())
        writer.put(milligrams.bitPattern)
        writer.put(UInt8(place == nil ? 0 : 1))
        if let place {
            writer.put(place.latitude.bitPattern)
            writer.put(place.longitude.bitPattern)
        }
    }

    init?(from reader: inout ByteReader) {
        guard let kind = reader.takeID() else { return nil }
        let milligrams = Double(bitPattern: reader.take())
        guard Self.amounts.contains(milligrams) else { return nil }
        self.init(kind: kind.count == 0 ? nil : kind, milligrams: milligrams)
        switch reader.take() as UInt8 {
        case 0: break
        case 1:
            let latitude = Double(bitPattern: reader.take()), longitude = Double(bitPattern: reader.take())
            guard let place = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
            self.place = place
        default: return nil
        }
    }
}

extension Runner {
    func write(to writer: inout ByteWriter) {
        writer.put(name)
        writer.put(UInt8(adoptsGuestRuns ? 1 : 0))
        writer.put(profile.weight.kilograms.bitPattern)
        writer.put(profile.height.meters.bitPattern)
        writer.put(profile.birthYear)
        writer.put(profile.sex?.rawValue)
        writer.put(profile.maximumHeartRate?.beatsPerMinute.bitPattern)
        writer.put(profile.restingHeartRate?.beatsPerMinute.bitPattern)
    }

    init?(from reader: inout ByteReader) {
        guard let name = reader.takeText(), name.utf8.count <= Self.mostNameBytes else { return nil }
        let adopts: UInt8 = reader.take()
        guard adopts < 2 else { return nil }
        let weight = Double(bitPattern: reader.take()), height = Double(bitPattern: reader.take())
        let birthYear: Int16? = reader.takeOptional()
        let sex: UInt8? = reader.takeOptional()
        let maximum = (reader.takeOptional() as UInt64?).map { Double(bitPattern: $0) }
        let resting = (reader.takeOptional() as UInt64?).map { Double(bitPattern: $0) }
        let profile = Profile(
            weight: .kilograms(weight), height: .meters(height), birthYear: birthYear, sex: sex.flatMap { Profile.Sex(rawValue: $0) },
            maximumHeartRate: maximum.map { .beatsPerMinute($0) }, restingHeartRate: resting.map { .beatsPerMinute($0) })
        self.init(name: name, profile: profile, adoptsGuestRuns: adopts == 1)
    }
}
