import ActivityFiles
import Testing

@Suite struct DamagedFITTests {
    private static let whole = Result { try SampleRun(seconds: 12, pauses: [SampleRun().pause(4, 6)]).fit() }

    @Test("C3: a file cut at any byte gives every record before the cut, and says where it ends")
    func cutAtEveryByte() throws {
        let bytes = try Self.whole.get()
        let complete = try ActivityReader.read(bytes: bytes).points
        var seen = 0
        for end in 12..<bytes.count {
            let cut = try ActivityReader.read(bytes: Array(bytes[..<end]))
            #expect(cut.faults == [.truncated(offset: Int64(end))], "cut at \(end)")
            #expect(cut.points.elementsEqual(complete.prefix(cut.points.count)), "cut at \(end)")
            #expect(cut.points.count >= seen)
            seen = cut.points.count
        }
        #expect(seen == complete.count)
    }

    @Test("Fewer bytes than a header are refused in words")
    func shorterThanAHeader() throws {
        let bytes = try Self.whole.get()
        #expect(throws: ActivityFault.empty) { try ActivityReader.read(bytes: []) }
        for end in 1..<12 { #expect(throws: ActivityFault.unknownFormat) { try ActivityReader.read(bytes: Array(bytes[..<end])) } }
    }

    @Test("Every single flipped bit is noticed, and never fatal")
    func everyBitFlipped() throws {
        let bytes = try Self.whole.get()
        // Signature bits make it another format; bits of the header checksum that clear it cannot be told from "none".
        for index in 12..<bytes.count {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                let read = try ActivityReader.read(bytes: damaged)
                #expect(!read.faults.isEmpty, "byte \(index) bit \(bit)")
                #expect(!ActivityLinter.check(damaged).isEmpty)
            }
        }
    }

    @Test("Random damage of any amount is never fatal", arguments: 0..<40 as Range<UInt64>)
    func randomDamage(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = try Self.whole.get()
        for _ in 0..<(1 << (seed % 8)) {
            bytes[Int.random(in: 14..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let read = try ActivityReader.read(bytes: bytes)
        // What memory a hostile file may claim: 64 bytes a point.
        #expect(read.points.count <= 65_536 + bytes.count)
        #expect(read.faults.count <= 32)
        _ = ActivityLinter.check(bytes)
    }

    @Test("Random bytes behind a header are never fatal", arguments: 0..<40 as Range<UInt64>)
    func randomBytes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var file = FITBytes()
        file.messages = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let read = try ActivityReader.read(bytes: file.file(dataSize: seed % 2 == 0 ? nil : 0))
        #expect(read.format == .fit)
        #expect(read.faults.count <= 32)
    }

    @Test(
        "Values of 64 bits at the ends of their range in any field of any message overflow nothing",
        arguments: [UInt64(0), 1, 0x7FFF_FFFF_FFFF_FFFE, 0x8000_0000_0000_0000, 0x8000_0000_0000_0001, UInt64.max - 1, UInt64.max])
    func extremes(bits: UInt64) throws {
        let value = (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0 * 8)) }
        for type in [0x8E, 0x8F, 0x89, 0x86] as [UInt8] {
            var file = FITBytes()
            for (index, number) in [0, 21, 20, 19, 19, 18, 18, 34].enumerated() {
                let local = UInt8(index)
                // All the fields that anything is read from, each in turn left with the type of its own.
                let fields: [[UInt8]] = (0...30).map { [$0, 8, type] } + [[110, 8, type], [254, 8, type], [253, 4, 0x86]]
                file.define(local, UInt16(number), fields: fields)
                for time in [0x4000_0000, 0, 0xFFFF_FFFE] as [UInt32] {
                    file.data(local, (0..<33).flatMap { _ in value } + FITBytes.little(time))
                }
            }
            let read = try ActivityReader.read(bytes: file.file())
            #expect(read.points.count == 3)
            #expect(read.laps.count == 6)
            #expect((read.elapsed ?? .zero) >= .zero && (read.timer ?? .zero) >= .zero)
            #expect(!ActivityLinter.check(file.file()).isEmpty)
            _ = ActivitySummary(of: read, device: SampleRun().summary.device)
        }
    }

    @Test("A small file that claims very many points gets a bounded number of them")
    func pointBomb() throws {
        var file = FITBytes()
        file.define(0, 20, fields: [])
        file.messages += [UInt8](repeating: 0, count: 200_000)
        var limits = ActivityLimits()
        limits.points = 10
        let bytes = file.file()
        let read = try ActivityReader.read(bytes: bytes, limits: limits)
        #expect(read.points.count <= 10 + bytes.count)
        limits.points = -100_000
        let bounded = try ActivityReader.read(bytes: bytes, limits: limits)
        #expect(bounded.points.count == bytes.count - 100_000)
        #expect(bounded.faults.contains(.tooManyPoints(limit: bytes.count - 100_000)))
    }
}

extension SampleRun {
    /// A pause from one second of the run to another.
    func pause(_ from: Double, _ to: Double, _ cause: ActivityPause.Cause = .manual) -> ActivityPause {
        ActivityPause(start: at(from), end: at(to), cause: cause)
    }
}

@Suite("Inputs that claim much for little") struct ClaimingInputTests {
    @Test("N10: laps and sessions of a byte or two each take no more memory than any real activity needs", arguments: [UInt16(19), 18])
    func summaries(message: UInt16) throws {
        var bytes = FITBytes()
        bytes.define(0, message, fields: [])
        for _ in 0..<100_000 { bytes.data(0, []) }
        let activity = try ActivityReader.read(bytes: bytes.file())
        #expect(activity.laps.count + activity.sessions.count == ActivityLimits().summaries)
        #expect(activity.faults == [.tooManySummaries(limit: ActivityLimits().summaries)])
    }

    @Test("N10: pauses are limited with the laps")
    func pauses() throws {
        var bytes = FITBytes()
        bytes.define(0, 21, fields: [[253, 4, 0x86], [0, 1, 0], [1, 1, 0]])
        for index in UInt32(0)..<60_000 {
            let time = 1_000_000_000 + index
            bytes.data(0, (0..<4).map { UInt8(truncatingIfNeeded: time >> (UInt32($0) * 8)) } + [0, index % 2 == 0 ? 4 : 0])
        }
        let activity = try ActivityReader.read(bytes: bytes.file())
        #expect(activity.pauses.count == ActivityLimits().summaries)
    }
}

@Suite("What a hostile file may claim") struct HostileFileTests {
    @Test("No file gives more points than fit into the memory that reading may take, nor more stretches than laps")
    func points() throws {
        #expect(ActivityLimits().mostPoints * MemoryLayout<ActivityPoint>.stride < 53_000_000)
        var limits = ActivityLimits()
        limits.mostPoints = 20_000
        var file = FITBytes()
        file.define(0, 21, fields: [[253, 4, 0x86], [0, 1, 0], [1, 1, 0]])
        file.define(1, 20, fields: [[3, 1, 0x02]])
        for index in UInt32(0)..<30_000 {
            file.data(0, FITBytes.little(1_000_000_000 + index) + [0, index % 2 == 0 ? 4 : 0])
            file.data(1, [140])
        }
        let read = try ActivityReader.read(bytes: file.file(), limits: limits)
        #expect(read.points.count == 20_000 && read.segmentStarts.count <= limits.summaries)
        #expect(read.faults.contains(.tooManyPoints(limit: 20_000)))
        let gpx = "<gpx><trk>" + String(repeating: "<trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg>", count: 20_000)
        let segments = try ActivityReader.read(bytes: Array(gpx.utf8), limits: limits)
        #expect(segments.points.count == 20_000 && segments.segmentStarts.count == limits.summaries)
        #expect(segments.faults.first == .tooManySummaries(limit: limits.summaries))
    }

    @Test(
        "Names without number are given up before the parser's memory is large",
        arguments: ["<b$>1</b$>", "<b a$='1'/>", "<p$:hr>1</p$:hr>"])
    func names(element: String) throws {
        var text = "<gpx><trk><trkseg><trkpt lat='1' lon='2'></trkpt>"
        for index in 0..<100_000 { text += element.replacing("$", with: "\(index)") }
        let read = try ActivityReader.read(bytes: Array(text.utf8))
        #expect(read.points.count == 1 && read.faults.contains(.tooManyNames(line: 1)))
    }

    @Test("Headers, definitions and half-proved messages without end cost time in proportion to the file")
    func endlessSearch() throws {
        let definition: [UInt8] = [0x40, 0, 0, 20, 0, 255] + [UInt8](repeating: 0, count: 0) + [253, 4, 0x86]
        let header: [UInt8] = [12, 0x20, 0, 0, 0xF0, 0, 0, 0, 0x2E, 0x46, 0x49, 0x54]
        for pattern in [definition, header, [0x40, 0, 0, 20, 0, 1, 253, 4, 0x86] + [0, 1, 2, 3, 0x40, 0, 2, 2, 3, 0x40]] {
            let content = Array([[UInt8]](repeating: pattern, count: 60_000).joined())
            var file = FITBytes()
            file.messages = content
            let read = try ActivityReader.read(bytes: Array(file.file().dropLast()) + [1])
            #expect(read.faults.count <= 32)
        }
    }
}
