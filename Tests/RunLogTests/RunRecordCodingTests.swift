import Quantities
import RunCore
import Testing

@testable import RunLog

@Suite struct RunRecordCodingTests {
    @Test("A11: every record of a run comes back bit for bit")
    func roundTrip() throws {
        let records = RecordedRuns.records(seconds: 150)
        #expect(try RecordedRuns.read(RecordedRuns.log(records)).records == records)
    }

    @Test("Samples of any bits come back as they were", arguments: 0..<50)
    func anySample(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var sample = RunSample(time: RunTime(milliseconds: .random(in: 0...(.max), using: &random)))
        sample.latitudeE7 = .random(in: .min...(.max), using: &random)
        sample.longitudeE7 = .random(in: .min...(.max), using: &random)
        sample.altitudeFifths = .random(in: 0...(.max), using: &random)
        sample.errorHalves = .random(in: 0...(.max), using: &random)
        sample.speedMillimeters = .random(in: 0...(.max), using: &random)
        sample.distanceMillimeters = .random(in: 0...(.max), using: &random)
        sample.stepsModulo = .random(in: 0...(.max), using: &random)
        sample.cadenceSteps = .random(in: 0...(.max), using: &random)
        sample.heartRateBeats = .random(in: 0...(.max), using: &random)
        sample.confidencePercent = .random(in: 0...(.max), using: &random)
        sample.batteryPercentStored = .random(in: 0...(.max), using: &random)
        sample.flags = .init(rawValue: .random(in: 0...(.max), using: &random))
        sample.ascentDecimetersModulo = .random(in: 0...(.max), using: &random)
        sample.descentDecimetersModulo = .random(in: 0...(.max), using: &random)
        #expect(try RecordedRuns.read(RecordedRuns.log([.sample(sample)])).records == [.sample(sample)])
    }

    @Test("C10: that another device counted the distance is a bit of a sample, which takes no more bytes for it")
    func odometer() throws {
        var sample = RecordedRuns.sample(second: 5)
        sample.flags.insert(.hasOdometer)
        let without = RecordedRuns.frames([.sample(RecordedRuns.sample(second: 5))]), with = RecordedRuns.frames([.sample(sample)])
        #expect(zip(without, with).filter { $0 != $1 }.count == 1 && with.count == without.count && sample.flags.rawValue == 1 | 16 | 128)
        let read = try RecordedRuns.read(RecordedRuns.log([.header(RecordedRuns.header()), .sample(sample)]))
        #expect(read.records.last == .sample(sample))
    }

    @Test("E8: what a header does not know stays absent and is not 0", arguments: 0..<16)
    func absentValues(bits: Int) throws {
        var header = RecordedRuns.header()
        header.utcAtStart = bits & 1 == 0 ? nil : UTCInstant(milliseconds: 0)
        header.body.age = bits & 2 == 0 ? nil : 0
        header.body.measuredMaximumBeats = bits & 4 == 0 ? nil : 255
        header.body.restingBeats = bits & 8 == 0 ? nil : 0
        #expect(try RecordedRuns.read(RecordedRuns.log([.header(header)])).records == [.header(header)])
    }

    @Test("A frame of a sample takes 38 bytes")
    func sampleSize() throws {
        let bytes = RecordedRuns.frames([.sample(RecordedRuns.sample(second: 1))])
        #expect(bytes.count + 4 == 38)
    }

    @Test("An hour with laps and pauses takes at most 150,000 bytes")
    func hour() throws {
        var records = RecordedRuns.records(seconds: 3600, withEvents: false)
        for second in stride(from: 60, to: 3600, by: 60) {
            let time = RunTime(milliseconds: UInt32(second) * 1000)
            records.append(.event(RunEvent(time: time, kind: .lap(.distance, distanceMillimeters: 1_000_000))))
        }
        #expect(RecordedRuns.log(records).count <= 150_000)
    }

    @Test("Memory that is too short gets nothing", arguments: [0, 1, 2, 33])
    func tooShort(bytes: Int) {
        withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 8) { memory in
            #expect(RunRecord.sample(RecordedRuns.sample(second: 1)).writeUnsealed(into: memory) == 0)
        }
    }
}
