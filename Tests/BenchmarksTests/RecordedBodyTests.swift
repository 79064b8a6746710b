import Benchmarks
import Glibc
import Playback
import Quantities
import Recordings
import SimulatedPeripherals
import TestSupport
import Testing
import WatchCore

/// A watch's sensors on a recording: registers, drivers and estimators as on the wrist.
private final class RecordedSensors {
    private static let start = MonotonicInstant(seconds: 1000)
    private let sensors = ModelledSensors([.max30101, .lsm6dsox], at: start, seed: 7)
    /// Seconds since the start, and the rate shown then.
    private(set) var rates: [(time: Double, beatsPerMinute: Double)] = []
    private(set) var steps: StepReading?
    private(set) var failed: [SensorKind] = []

    init(_ recording: BodyRecording) {
        sensors.wrist.body.play(recording, from: Self.start)
        sensors.setDemand(.run, at: Self.start)
    }

    func live(_ seconds: Double) {
        let end = Self.start + .seconds(seconds)
        while sensors.nextInstant <= end {
            let now = sensors.nextInstant
            sensors.service(at: now) { event in
                switch event {
                case .heartRate(let reading):
                    if let rate = reading.rate { rates.append(((now - Self.start).inSeconds, rate.beatsPerMinute)) }
                case .steps(let reading): steps = reading
                case .sensor(let kind, .failed): failed.append(kind)
                default: break
                }
            }
        }
    }
}

@Suite struct RecordedBodyTests {
    /// A runner as text: 150 beats and 168 steps a minute.
    private static func runner(seconds: Int, header: String) -> String {
        var text = header
        for row in 0..<seconds * 50 {
            let time = Double(row) / 50
            let beat = 2 * .pi * 150 / 60 * time, step = 2 * .pi * 168 / 60 * time
            let pulse = cos(beat) + 0.4 * cos(2 * beat - 1), bounce = cos(step) + 0.3 * cos(2 * step)
            let light = 2000 - 18 * pulse + 6 * bounce
            let x = 300 * sin(step / 2), y = 150 * bounce, z = 1000 + 700 * bounce
            text += "\(light),\(Int(x)),\(Int(y)),\(Int(z))\n"
        }
        return text
    }
    private static let header = "# fs_hz: 50\n# ppg: mV\nppg,ax_mg,ay_mg,az_mg\n"

    @Test("A recording that is played to the chips comes out of the estimators: heart rate, cadence and steps")
    func synthetic() throws {
        let folder = TemporaryFolder()
        let path = folder.write(Self.runner(seconds: 90, header: Self.header), to: "run.csv")
        let sensors = RecordedSensors(try BodyRecording(Recording(path: path)))
        sensors.live(88)
        #expect(sensors.failed.isEmpty)
        #expect(sensors.rates.count > 60)
        #expect(sensors.rates.suffix(40).allSatisfy { abs($0.beatsPerMinute - 150) < 3 })
        let steps = try #require(sensors.steps)
        let cadence = try #require(steps.cadence).stepsPerMinute, share = Double(steps.count) / (88 * 168 / 60)
        #expect(165...171 ~= cadence)
        #expect(0.97...1.03 ~= share)
    }

    @Test("Columns are found by the names that options give, acceleration in g too")
    func columns() throws {
        let folder = TemporaryFolder()
        let path = folder.write("t_ms,left,x,y,z\n0,100,0,0,1\n40,102,0,0.5,1\n80,98,0,1,1\n", to: "mine.csv")
        let recording = try Recording(path: path)
        let body = SimulatedBody(), start = MonotonicInstant(seconds: 1)
        body.play(
            try BodyRecording(recording, columns: RecordingColumns(optical: ["left"], axes: ["x", "y", "z"], unit: .gravity)), from: start)
        #expect(abs(body.light(at: start + .milliseconds(40)) - 1.02) < 1e-9)
        #expect(abs(body.acceleration(at: start + .milliseconds(60)).y - 0.75) < 1e-9)
        #expect { try BodyRecording(recording) } throws: { "\($0)".contains("neither light nor acceleration") }
        #expect(throws: BenchmarkFailure.self) { try BodyRecording(recording, columns: RecordingColumns(optical: ["right"])) }
        let short = folder.write("t_ms,ppg\n0,1\n", to: "short.csv")
        #expect { try BodyRecording(Recording(path: short)) } throws: { "\($0)".contains("no two rows") }
    }
}

/// Where the shared recordings lie; tests that need them are skipped without.
private enum SharedData {
    static let folder: String = {
        if let path = getenv("HARRIER_TEST_DATA") { return String(cString: path) }
        return "/" + "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/") + "/../shared/data"
    }()
    static let isPresent = access("\(folder)/ppg/README.md", R_OK) == 0 && access("\(folder)/steps/index.csv", R_OK) == 0
}

@Suite(.enabled(if: SharedData.isPresent, "The recordings are not there: set HARRIER_TEST_DATA to their folder"))
struct RealRecordedBodyTests {
    @Test("The resting pulse of a person is found through the chips' bytes")
    func rest() throws {
        let path = "\(SharedData.folder)/ppg/neurokit-rest/dev/bio_resting_5min.csv.gz"
        let sensors = RecordedSensors(try BodyRecording(Recording(path: path)))
        sensors.live(180)
        let truth = try HeartRateTruth(beside: path)
        // A rate is of the 8 s before its window's end, and comes up to a second later.
        let errors = sensors.rates.compactMap { rate in
            truth.beatsPerMinute(at: rate.time - 0.5).map { abs(rate.beatsPerMinute - $0) }
        }
        #expect(sensors.failed.isEmpty)
        #expect(errors.count > 160)
        #expect(errors.reduce(0, +) / Double(errors.count) < 1.2)
        #expect(errors.allSatisfy { $0 < 5 })
    }

    @Test(
        "The steps of a walk are counted through the chips' bytes",
        arguments: [
            ("Nexus_Jamie_Hard_InHand_1", 305), ("Pixel_Jamie_Carpet_InHand_3", 255), ("Pixel_Jamie_Hard_InHand_3", 323),
            ("Samsung_Dario_Hard_InHand_2", 330),
        ])
    func walk(_ name: String, _ trueSteps: Int) throws {
        let recording = try BodyRecording(Recording(path: "\(SharedData.folder)/steps/oxford/dev/\(name).csv.gz"))
        let sensors = RecordedSensors(recording)
        sensors.live(recording.duration.inSeconds)
        let counted = try #require(sensors.steps).count
        #expect(sensors.failed.isEmpty)
        #expect(abs(Double(counted) / Double(trueSteps) - 1) < 0.02, "\(counted) steps")
    }
}
