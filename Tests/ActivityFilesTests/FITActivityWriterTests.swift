import ActivityFiles
import Quantities
import Testing

@Suite struct FITActivityWriterTests {
    // MARK: Records

    @Test(
        "E11: each value comes back as itself and touches no other",
        arguments: ["position", "altitude", "speed", "distance", "heartRate", "cadence", "temperature"])
    func oneFieldAtATime(field: String) throws {
        let run = SampleRun(seconds: 10)
        var point = ActivityPoint(time: run.at(5))
        switch field {
        case "position": point.position = Coordinate(latitude: 90 * 0x2000_0000 / 0x4000_0000, longitude: -45)
        case "altitude": point.altitude = .meters(-12.4)
        case "speed": point.speed = .metersPerSecond(3.217)
        case "distance": point.distance = .meters(17.25)
        case "heartRate": point.heartRate = .beatsPerMinute(151)
        case "cadence": point.cadence = .stepsPerMinute(181)
        default: point.temperature = .celsius(-7)
        }
        let read = try run.imported([point]).points
        try #require(read.count == 3)
        point.time = UTCInstant(milliseconds: run.start.wholeSeconds * 1000 + 5000)
        #expect(read[1] == point)
    }

    @Test(
        "F6, F7: cadence counts the strides of one foot, with half strides",
        arguments: [(172, 86, 0), (173, 86, 64), (0, 0, 0), (86.5, 43, 32), (180.01, 90, 1), (255, 127, 64)] as [(Double, Int64, Int64)])
    func cadence(steps: Double, strides: Int64, fraction: Int64) throws {
        let run = SampleRun(seconds: 10)
        var point = ActivityPoint(time: run.at(5))
        point.cadence = .stepsPerMinute(steps)
        var reader = FITMessageReader(try run.fit([point]))
        var found: [[Int64]] = []
        while reader.next() { if reader.number == 20, let whole = reader.integer(4) { found.append([whole, reader.integer(53) ?? -1]) } }
        #expect(found == [[strides, fraction]])
    }

    /// A value that must not reach a file, by what is wrong with it.
    struct Spoiled: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var point = ActivityPoint()

        init(_ description: String, _ spoil: (inout ActivityPoint) -> Void) {
            testDescription = description
            spoil(&point)
        }

        static let all = [
            Spoiled("no heart beat") { $0.heartRate = .beatsPerMinute(0) },
            Spoiled("heart rate not a number") { $0.heartRate = .beatsPerMinute(.nan) },
            Spoiled("heart rate 300") { $0.heartRate = .beatsPerMinute(300) },
            Spoiled("cadence below 0") { $0.cadence = .stepsPerMinute(-1) },
            Spoiled("cadence 256") { $0.cadence = .stepsPerMinute(256) },
            Spoiled("cadence infinite") { $0.cadence = .stepsPerMinute(.infinity) },
            Spoiled("speed below 0") { $0.speed = .metersPerSecond(-1) },
            Spoiled("speed beyond the field") { $0.speed = .metersPerSecond(1e300) },
            Spoiled("altitude below the field") { $0.altitude = .meters(-600) },
            Spoiled("altitude beyond the field") { $0.altitude = .meters(1e12) },
            Spoiled("position 0/0") { $0.position = Coordinate(latitude: 0, longitude: 0) },
            Spoiled("latitude 91") { $0.position = Coordinate(latitude: 91, longitude: 0) },
            Spoiled("temperature beyond the field") { $0.temperature = .celsius(200) },
        ]
    }

    @Test("E8, A2: what was not measured, or cannot be, is left out and never 0", arguments: Spoiled.all)
    func absentValues(_ spoiled: Spoiled) throws {
        let run = SampleRun(seconds: 10)
        var point = spoiled.point
        point.time = run.at(5)
        let read = try run.imported([point]).points
        try #require(read.count == 3)
        #expect(read[1] == ActivityPoint(time: UTCInstant(milliseconds: run.start.wholeSeconds * 1000 + 5000)))
    }

    @Test("The ends of the map come back", arguments: [(90, 180), (-90, -180), (89.999_999_9, 179.999_999_9)] as [(Double, Double)])
    func endsOfTheMap(latitude: Double, longitude: Double) throws {
        let run = SampleRun(seconds: 2)
        var point = ActivityPoint(time: run.at(1))
        point.position = Coordinate(latitude: latitude, longitude: longitude)
        let read = try #require(try run.imported([point]).points[1].position)
        #expect(abs(read.latitude - latitude) < 1e-7)
        #expect(abs(abs(read.longitude) - abs(longitude)) < 1e-7)
    }

    @Test("H4: a run has a record at its start and one at its stop, however short and however few points", arguments: [0, 1, 2, 30])
    func atLeastTwoRecords(seconds: Int) throws {
        let run = SampleRun(seconds: seconds)
        let bytes = try run.fit([])
        #expect(ActivityLinter.check(bytes).isEmpty)
        let points = try ActivityReader.read(bytes: bytes).points
        #expect(points.count == 2)
        #expect(points.first?.time?.wholeSeconds == run.start.wholeSeconds)
        #expect(points.last?.time?.wholeSeconds == run.start.wholeSeconds + Int64(seconds))
        #expect(points.first?.distance == .zero)
        #expect(points.last?.distance == run.distance)
    }

    @Test("Of several points in a second the latest is written, points without time or outside the run are not")
    func oneRecordASecond() throws {
        let run = SampleRun(seconds: 4)
        var points = [ActivityPoint(), ActivityPoint(time: run.at(-1)), ActivityPoint(time: run.at(9))]
        for index in 0..<40 {
            var point = ActivityPoint(time: run.at(Double(index) / 10))
            point.heartRate = .beatsPerMinute(Double(100 + index))
            points.append(point)
        }
        points.append(ActivityPoint(time: run.at(1)))
        let sink = MemoryByteSink()
        let written = try FITActivityWriter.write(run.summary, laps: [], pauses: [], points: points, to: sink)
        let read = try ActivityReader.read(bytes: sink.bytes).points
        #expect(ActivityLinter.check(sink.bytes).isEmpty)
        // The run starts a quarter of a second after a full second.
        #expect(read.map { $0.heartRate?.beatsPerMinute } == [107, 117, 127, 137, 139])
        #expect(read.last?.distance == run.distance)
        #expect(written.records == 5)
        #expect(written.skippedPoints == points.count - 5)
        #expect(written.bytes == sink.bytes.count)
    }

    @Test("C19: a day of points passes through in chunks of at most 64 KiB")
    func chunks() throws {
        final class CountingSink: ActivityByteSink {
            var total = 0
            var largest = 0
            var header: [UInt8] = []
            func append(_ chunk: [UInt8]) {
                total += chunk.count
                largest = max(largest, chunk.count)
            }
            func overwriteStart(_ header: [UInt8]) { self.header = header }
        }
        let run = SampleRun(seconds: 86_400)
        let sink = CountingSink()
        let written = try FITActivityWriter.write(
            run.summary, laps: [], pauses: [], points: (0...run.seconds).lazy.map { run.point($0) }, to: sink)
        #expect(written.records == 86_401)
        #expect(sink.largest <= 64 << 10)
        #expect(sink.total == written.bytes)
        #expect(sink.header.count == 14)
    }

    // MARK: Pauses

    @Test(
        "H5, H14: a pause stands in the events, in no record and in no timer", arguments: [ActivityPause.Cause.manual, .automatic, .outage])
    func pauses(cause: ActivityPause.Cause) throws {
        var run = SampleRun(seconds: 100)
        run.pauses = [run.pause(20, 30, cause), run.pause(50, 70.5, cause)]
        let bytes = try run.fit()
        #expect(ActivityLinter.check(bytes).isEmpty)
        let read = try ActivityReader.read(bytes: bytes)
        let origin = run.start.wholeSeconds
        #expect(read.pauses.map { $0.start.wholeSeconds - origin } == [20, 50])
        #expect(read.pauses.map { $0.end.wholeSeconds - origin } == [30, 70])
        #expect(read.elapsed == .seconds(100))
        #expect(read.timer == .milliseconds(69_500))
        let seconds = read.points.compactMap { $0.time?.wholeSeconds }.map { $0 - origin }
        #expect(!seconds.contains { (21..<30).contains($0) || (51...70).contains($0) })
        #expect(read.segmentStarts.map { seconds[$0] } == [0, 30, 71])
        #expect(seconds.last == 100)
    }

    @Test("H5: a run ended in a pause stops where the pause began, not where the menu was left")
    func endedInAPause() throws {
        var run = SampleRun(seconds: 100)
        run.pauses = [run.pause(60, 500)]
        let bytes = try run.fit()
        #expect(ActivityLinter.check(bytes).isEmpty)
        let read = try ActivityReader.read(bytes: bytes)
        #expect(read.pauses.isEmpty)
        #expect(read.points.last?.time?.wholeSeconds == run.start.wholeSeconds + 60)
        #expect(read.points.last?.distance == run.distance)
        #expect(read.timer == .seconds(60))
    }

    @Test("Pauses that overlap, lie outside the run or take no time make no unpaired events")
    func oddPauses() throws {
        let run = SampleRun(seconds: 100)
        let pauses = [
            run.pause(40, 60), run.pause(50, 55), run.pause(55, 65), run.pause(80, 80), run.pause(90, 85), run.pause(-20, -10),
            run.pause(-5, 3), run.pause(300, 400),
        ]
        let sink = MemoryByteSink()
        _ = try FITActivityWriter.write(run.summary, laps: [], pauses: pauses, points: run.points, to: sink)
        #expect(ActivityLinter.check(sink.bytes).isEmpty)
        let read = try ActivityReader.read(bytes: sink.bytes)
        #expect(read.pauses.map { $0.start.wholeSeconds - run.start.wholeSeconds } == [0, 40, 60])
    }

    // MARK: Laps

    @Test(
        "H3, H7: laps add up to the run in stored units, whatever the rounding",
        arguments: [
            (10, 1.0 / 3, 1000.0 / 3), (10, 100.0005, 333.335), (7, 59.9996, 200.004_999), (100, 10.001, 33.337), (1, 50, 100),
        ] as [(Int, Double, Double)])
    func lapsAddUp(count: Int, seconds: Double, meters: Double) throws {
        var run = SampleRun()
        let laps = (0..<count).map { _ in SampleRun.lap(seconds: seconds, meters: meters) }
        var summary = run.summary
        summary.totals.elapsed = laps.reduce(.zero) { $0 + $1.totals.elapsed }
        summary.totals.timer = summary.totals.elapsed
        summary.totals.distance = .meters(meters * Double(count))
        run.seconds = Int(summary.totals.elapsed.inSeconds)
        let sink = MemoryByteSink()
        _ = try FITActivityWriter.write(summary, laps: laps, pauses: [], points: run.points, to: sink)
        #expect(ActivityLinter.check(sink.bytes).isEmpty)
        let read = try ActivityReader.read(bytes: sink.bytes)
        #expect(read.laps.count == count)
        #expect(read.laps.reduce(.zero) { $0 + ($1.elapsed ?? .zero) } == summary.totals.elapsed)
    }

    @Test("H15: a lap boundary between two points keeps its tenth of a second and its centimetre")
    func lapBoundary() throws {
        var run = SampleRun(seconds: 600)
        run.laps = [SampleRun.lap(seconds: 333.3, meters: 1000), SampleRun.lap(seconds: 266.7, meters: 800, trigger: .end)]
        let read = try run.imported()
        #expect(read.laps.map(\.elapsed) == [.milliseconds(333_300), .milliseconds(266_700)])
        #expect(read.laps.map(\.distance) == [.meters(1000), .meters(800)])
    }

    @Test("H8: each record lies in exactly one lap, and the laps' distances are those of their records")
    func recordsInLaps() throws {
        var run = SampleRun(seconds: 90)
        run.laps = [30.0, 30, 30].map { SampleRun.lap(seconds: $0, meters: $0 * 3) }
        let read = try run.imported()
        let starts = read.laps.compactMap { $0.start }
        try #require(starts.count == 3)
        let ends = starts.dropFirst() + [UTCInstant.init(milliseconds: .max)]
        let members = zip(starts, ends).map { start, end in
            read.points.filter { point in point.time.map { start <= $0 && $0 < end } ?? false }
        }
        #expect(members.reduce(0) { $0 + $1.count } == read.points.count)
        #expect(members.map { $0.first?.distance } == [.meters(0), .meters(90), .meters(180)])
    }

    @Test("Laps without time are joined to a neighbour, so that none has the length zero")
    func emptyLaps() throws {
        var run = SampleRun(seconds: 60)
        run.laps = [(0, 0), (20, 60), (0, 0), (40, 120), (0, 0)].map { SampleRun.lap(seconds: $0.0, meters: $0.1) }
        let bytes = try run.fit()
        #expect(ActivityLinter.check(bytes).isEmpty)
        #expect(try ActivityReader.read(bytes: bytes).laps.map(\.elapsed) == [.seconds(20), .seconds(40)])
    }

    @Test("Laps that do not add up to the run are a mistake, not a file", arguments: [(60.0, 170.0), (50, 180)])
    func wrongLaps(seconds: Double, meters: Double) {
        var run = SampleRun(seconds: 60)
        run.laps = [SampleRun.lap(seconds: seconds, meters: meters)]
        #expect(throws: ActivityWriteError.self) { try run.fit() }
    }

    // MARK: Time

    @Test(
        "D2, D5, D6: times are UTC everywhere, and the zone of the run is in the local time alone",
        arguments: [-43_200, -18_000, 0, 3_600, 19_800, 20_700, 50_400] as [Int32])
    func zones(seconds: Int32) throws {
        var run = SampleRun(seconds: 60)
        let reference = try run.imported()
        run.zone = ZoneOffset(seconds: seconds)
        let bytes = try run.fit()
        #expect(ActivityLinter.check(bytes).isEmpty)
        var read = try ActivityReader.read(bytes: bytes)
        #expect(read.zone == run.zone)
        read.zone = reference.zone
        #expect(read == reference)
        #expect(read.start?.wholeSeconds == run.start.wholeSeconds)
        #expect(read.points.first?.time?.wholeSeconds == run.start.wholeSeconds)
    }

    @Test("D7, D12: a run over the end of a year or a leap day is one line of time", arguments: [1_767_225_590, 1_709_164_790] as [Int64])
    func calendarBoundaries(start: Int64) throws {
        var run = SampleRun(seconds: 20)
        run.start = UTCInstant(milliseconds: start * 1000)
        let bytes = try run.fit()
        #expect(ActivityLinter.check(bytes).isEmpty)
        let seconds = try ActivityReader.read(bytes: bytes).points.compactMap { $0.time?.wholeSeconds }
        #expect(seconds == Array(start...start + 20))
    }

    @Test(
        "D9: a run whose time was never known has a marked stand-in, never 1970",
        arguments: [(false, 5_000), (false, 1_790_000_000_250), (true, 0), (true, -5), (true, 600_000_000_000)] as [(Bool, Int64)])
    func unknownTime(isTimeKnown: Bool, start: Int64) throws {
        var run = SampleRun(seconds: 30)
        run.isTimeKnown = isTimeKnown
        run.start = UTCInstant(milliseconds: start)
        let bytes = try run.fit()
        #expect(ActivityLinter.check(bytes).isEmpty)
        let read = try ActivityReader.read(bytes: bytes)
        #expect(!read.isTimeKnown)
        #expect(read.zone == nil)
        #expect(read.start == UTCInstant(milliseconds: 899_501_056_000))
        #expect(read.points.count == 31)
        #expect(read.points.last?.distance == run.distance)
    }

    @Test("A known time is known")
    func knownTime() throws { #expect(try SampleRun().imported().isTimeKnown) }

    @Test(
        "What FIT cannot hold is refused in words", arguments: [(1_790_000_000, 5_000_000), (4_926_000_000, 100_000_000)] as [(Int64, Int)])
    func outOfRange(start: Int64, seconds: Int) {
        let run = SampleRun(seconds: seconds, start: UTCInstant(milliseconds: start * 1000))
        #expect(throws: ActivityWriteError.timeOutOfRange) { try run.fit([]) }
    }

    // MARK: Summaries

    @Test(
        "F9, C12: every kind of run is written as itself, indoors without a position",
        arguments: [ActivitySport.run, .trailRun, .indoorRun, .walk])
    func sports(sport: ActivitySport) throws {
        let run = SampleRun(seconds: 60, sport: sport, hasPositions: sport != .indoorRun)
        let bytes = try run.fit()
        #expect(ActivityLinter.check(bytes).isEmpty)
        let read = try ActivityReader.read(bytes: bytes)
        #expect(read.sport == sport)
        #expect(read.points.contains { $0.position != nil } == (sport != .indoorRun))
        #expect(read.deviceDistance == run.distance)
    }

    @Test("H9: each total comes back as itself")
    func totals() throws {
        let run = SampleRun(seconds: 60)
        let read = try #require(try run.imported().sessions.first).totals
        let written = run.summary.totals
        #expect(read.elapsed == written.elapsed)
        #expect(read.timer == written.timer)
        #expect(read.distance == written.distance)
        #expect(read.ascent == written.ascent)
        #expect(read.descent == nil)
        #expect(read.averageHeartRate == written.averageHeartRate)
        #expect(read.maximumHeartRate == written.maximumHeartRate)
        #expect(read.averageCadence == written.averageCadence)
        #expect(read.energy == written.energy)
    }

    @Test("The watch names itself, and never with the serial number 0", arguments: [0, 1, UInt32.max])
    func device(serialNumber: UInt32) throws {
        let run = SampleRun(seconds: 5)
        var summary = run.summary
        summary.device.serialNumber = serialNumber
        summary.device.productName = "Läufer\0" + String(repeating: "ü", count: 100)
        let sink = MemoryByteSink()
        _ = try FITActivityWriter.write(summary, laps: [], pauses: [], points: run.points, to: sink)
        #expect(ActivityLinter.check(sink.bytes).isEmpty)
        let device = try ActivityReader.read(bytes: sink.bytes).device
        #expect(device.manufacturer == 255)
        #expect(device.serialNumber == max(1, serialNumber))
        #expect(device.productName == "Läufer" + String(repeating: "ü", count: 28))
    }

    @Test("Time in heart-rate zones stands beside each lap and the session")
    func zoneTimes() throws {
        let run = SampleRun(seconds: 60)
        var summary = run.summary
        summary.heartRateZones = ActivityHeartRateZones(
            upperBounds: [95, 114, 133, 152, 171].map { .beatsPerMinute($0) }, method: .maximum, maximum: .beatsPerMinute(190))
        summary.totals.timeInZones = [1, 2, 3, 4, 5, 45].map { .seconds($0) }
        let sink = MemoryByteSink()
        _ = try FITActivityWriter.write(summary, laps: [], pauses: [], points: run.points, to: sink)
        var reader = FITMessageReader(sink.bytes)
        var references: [Int64?] = []
        while reader.next() {
            guard reader.number == 216 else { continue }
            references.append(reader.integer(0))
            #expect(reader.integer(2) == 1000)
            #expect(reader.bytes(2).count == 24)
            #expect(reader.bytes(6) == [95, 114, 133, 152, 171])
            #expect(reader.integer(11) == 190)
        }
        #expect(references == [19, 18])
    }

    @Test("Sixteen local types do for any number of layouts")
    func manyLayouts() throws {
        let run = SampleRun(seconds: 300)
        let points = (0...300).map { second in
            var point = ActivityPoint(time: run.at(Double(second)))
            if second & 1 != 0 { point.altitude = .meters(1) }
            if second & 2 != 0 { point.speed = .metersPerSecond(2) }
            if second & 4 != 0 { point.heartRate = .beatsPerMinute(100) }
            if second & 8 != 0 { point.cadence = .stepsPerMinute(160) }
            if second & 16 != 0 { point.temperature = .celsius(20) }
            return point
        }
        let bytes = try run.fit(points)
        #expect(ActivityLinter.check(bytes).isEmpty)
        let read = try ActivityReader.read(bytes: bytes).points
        #expect(read.count == 301)
        for (index, point) in read.enumerated().dropFirst().dropLast() {
            #expect((point.altitude != nil) == (index & 1 != 0) && (point.temperature != nil) == (index & 16 != 0))
        }
    }
}
