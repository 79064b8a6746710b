import Quantities
import RunArchive
import RunCore
import RunLog
import TestSupport
import Testing
import Training

@Suite("What the history keeps of a run's training") struct RunTrainingTests {
    /// Twenty minutes at 3 m/s on the flat, live at 100 beats a minute, which were known to be 155 later.
    private func write(to directory: DataDirectory) throws {
        try directory.prepare()
        let id = RunID(randomHigh: 1, randomLow: 2), file = try RunLogFile(creating: id, at: directory.runLog(id))
        try file.commit(
            .header(
                RunHeader(
                    id: id, type: .run, boot: BootID(high: 1, low: 2), start: MonotonicInstant(seconds: 50),
                    utcAtStart: UTCInstant(milliseconds: 1_790_000_000_000), zone: .utc,
                    body: BodyProfile(sex: .male, measuredMaximumBeats: 190, restingBeats: 50),
                    zones: HeartRateZones(ofMaximum: .beatsPerMinute(190)), energyRule: .distance, deviceSerial: 9, software: .current)))
        for second in UInt32(1)...1200 {
            var sample = RunSample(time: RunTime(milliseconds: second * 1000))
            sample.distanceMillimeters = second * 3000
            sample.altitude = .meters(300)
            sample.heartRateBeats = 100
            sample.confidencePercent = 90
            sample.flags = [.hasFix]
            try file.commit(.sample(sample))
            guard second % 10 == 0 else { continue }
            var smoothed = SmoothedHeartRate(first: RunTime(milliseconds: (second - 9) * 1000))
            for _ in 0..<10 { smoothed.append(beats: 155) }
            try file.commit(.smoothedHeartRate(smoothed))
        }
        try file.finish()
    }

    @Test("The heart rates that were known better later count, and the index keeps what they amount to")
    func smoothed() throws {
        let folder = TemporaryFolder(), archive = RunArchive(DataDirectory(path: folder.path))
        try write(to: archive.directory)
        let run = try #require(try archive.history().first)
        // 20 minutes at 0.75 of the reserve: 20 × 2.02591.
        let banister = try #require(run.load?.banister)
        #expect(abs(banister - 40.518) < 0.01)
        #expect(run.load?.edwards == 80)
        // 3.5 + (0.2 × 180) / 0.75.
        let uptake = try #require(run.oxygenUptake)
        #expect(abs(uptake.milliliters - 51.5) < 0.01 && uptake.stretches == 6)
        #expect(run.aerobicPace == nil && !run.isTooFast)
        #expect(run.efforts[.kilometer]?.elapsed == .milliseconds(333_333))
        #expect(try archive.history() == [run])
        #expect(try archive.find("last").trained == run)
    }
}
