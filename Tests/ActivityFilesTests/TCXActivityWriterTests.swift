import ActivityFiles
import Calendar
import Quantities
import RunCore
import Testing

@Suite struct TCXActivityWriterTests {
    private func write(_ run: SampleRun, _ points: [ActivityPoint]? = nil, change: (inout ActivitySummary) -> Void = { _ in }) throws
        -> String
    {
        var summary = run.summary
        change(&summary)
        let sink = MemoryByteSink()
        _ = try TCXActivityWriter.write(summary, laps: run.laps, pauses: run.pauses, points: points ?? run.points, to: sink)
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    @Test("A lap has its totals, its points and its means, in the order of the schema")
    func lap() throws {
        var run = SampleRun(seconds: 10, laps: [SampleRun.lap(seconds: 10, meters: 30, trigger: .time)])
        run.laps[0].totals.maximumSpeed = .metersPerSecond(3.5)
        run.laps[0].totals.energy = .kilocalories(12.5)
        run.laps[0].totals.averageHeartRate = .beatsPerMinute(151.4)
        run.laps[0].totals.maximumHeartRate = .beatsPerMinute(171)
        run.laps[0].totals.averageCadence = .stepsPerMinute(173)
        run.laps[0].totals.maximumCadence = .stepsPerMinute(180)
        run.laps[0].totals.steps = 29
        let text = try write(run)
        #expect(
            text.contains(
                """
                <Lap StartTime="2026-09-21T14:13:20.250Z"><TotalTimeSeconds>10</TotalTimeSeconds><DistanceMeters>30</DistanceMeters>\
                <MaximumSpeed>3.5</MaximumSpeed><Calories>13</Calories><AverageHeartRateBpm><Value>151</Value></AverageHeartRateBpm>\
                <MaximumHeartRateBpm><Value>171</Value></MaximumHeartRateBpm><Intensity>Active</Intensity><TriggerMethod>Time</TriggerMethod>
                <Track>
                <Trackpoint><Time>2026-09-21T14:13:20.250Z</Time><Position><LatitudeDegrees>48.0000000</LatitudeDegrees>\
                <LongitudeDegrees>11.5000000</LongitudeDegrees></Position><AltitudeMeters>500.2</AltitudeMeters><DistanceMeters>0</DistanceMeters>\
                <HeartRateBpm><Value>140</Value></HeartRateBpm><Extensions><ax:TPX><ax:Speed>3</ax:Speed><ax:RunCadence>87</ax:RunCadence>\
                </ax:TPX></Extensions></Trackpoint>

                """))
        #expect(
            text.contains(
                """
                </Track>
                <Extensions><ax:LX><ax:AvgSpeed>3</ax:AvgSpeed><ax:AvgRunCadence>87</ax:AvgRunCadence><ax:MaxRunCadence>90</ax:MaxRunCadence>\
                <ax:Steps>29</ax:Steps></ax:LX></Extensions></Lap>
                <Creator xsi:type="Device_t"><Name>Harrier</Name><UnitId>77</UnitId><ProductID>1</ProductID><Version>\
                <VersionMajor>1</VersionMajor><VersionMinor>23</VersionMinor></Version></Creator>
                """))
    }

    @Test("H4, H5: a run whose points came late and ended early begins at its start and ends at its stop, with the whole distance")
    func ends() throws {
        let run = SampleRun(seconds: 10)
        let file = try ActivityReader.read(bytes: Array(try write(run, Array(run.points[3...7])).utf8))
        #expect(file.points.count == 7)
        #expect(file.points.first?.time == run.start && file.points.first?.distance == .zero && file.points.first?.position == nil)
        #expect(file.points.last?.time == run.end && file.points.last?.distance == run.distance)
        let empty = try ActivityReader.read(bytes: Array(try write(run, []).utf8))
        #expect(empty.points.compactMap(\.time) == [run.start, run.end] && empty.faults == [])
    }

    @Test("H8: each point lies in one lap, the one that was running")
    func laps() throws {
        var run = SampleRun(seconds: 10)
        run.laps = [
            SampleRun.lap(seconds: 2.5, meters: 7.5), SampleRun.lap(seconds: 0, meters: 0), SampleRun.lap(seconds: 7.5, meters: 22.5),
        ]
        let text = try write(run), parts = text.split(separator: "<Lap ").dropFirst()
        #expect(parts.map { $0.split(separator: "<Trackpoint>").count - 1 } == [3, 8])
    }

    @Test("The distance never falls and never passes that of the run, wherever a point says it is")
    func distance() throws {
        let run = SampleRun(seconds: 10)
        var points = run.points
        points[4].distance = .meters(1)
        points[6].distance = .meters(1000)
        points[7].distance = nil
        let distances = try ActivityReader.read(bytes: Array(try write(run, points).utf8)).points.compactMap { $0.distance?.meters }
        #expect(distances == [0, 3, 6, 9, 9, 15, 30, 30, 30, 30])
    }

    @Test("D9: a run whose date is not known has the stand-in that FIT has, and is read as one")
    func undated() throws {
        let file = try ActivityReader.read(bytes: Array(try write(SampleRun(seconds: 5)) { $0.isTimeKnown = false }.utf8))
        #expect(!file.isTimeKnown && file.start == UTCInstant(iso8601: "1998-07-03T21:24:16Z"))
    }

    @Test("What the format asks for is there where it is not known: the energy as 0")
    func unknown() throws {
        let text = try write(SampleRun(seconds: 5, laps: [SampleRun.lap(seconds: 5, meters: 15)]))
        #expect(text.contains("<Calories>0</Calories>") && !text.contains("AverageHeartRateBpm") && !text.contains("MaximumSpeed"))
    }

    @Test("A name of anybody is escaped")
    func name() throws {
        #expect(try write(SampleRun(seconds: 5)) { $0.device.productName = "<A&\u{7}B>" }.contains("<Name>&lt;A&amp;B&gt;</Name>"))
    }
}
