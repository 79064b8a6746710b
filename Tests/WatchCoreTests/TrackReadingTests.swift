import Quantities
import RunCore
import ScreenModels
import SimulatedPeripherals
import Testing

@testable import WatchCore

@Suite("The track of a run of the history")
struct TrackReadingTests {
    @Test("The records of a run draw the track that the watch drew while it was run", arguments: [120, 1_500] as [Int64])
    func asLive(_ seconds: Int64) {
        var rig = WatchRig()
        rig.beginRun()
        rig.wait(.seconds(3))
        var runner = SimulatedRunner(
            script: .straight(.init(.run(.metersPerSecond(3)), for: .seconds(seconds)), from: rig.now + .seconds(1)), seed: 5)
        var second = 0
        while !runner.isFinished {
            rig.give(runner.next())
            second += 1
            if second % 70 == 0 { rig.press(.lap) }
        }
        var reading = TrackReading()
        for record in rig.records { reading.take(record) }
        let live = rig.watch.context(at: rig.now).track, read = reading.sketch
        #expect(live.count > 20 && abs(Int(live.count) - Int(read.count)) <= 2)
        #expect(abs(live.span.meters - read.span.meters) < 0.05 * live.span.meters)
        #expect(live.lapMarks.nonzeroBitCount == read.lapMarks.nonzeroBitCount)
    }

    @Test("A run without a position has no track, and its page is left out")
    func without() {
        var reading = TrackReading(), sample = RunSample(time: RunTime(milliseconds: 1_000))
        reading.take(.header(RunLists.header))
        reading.take(.sample(sample))
        sample.position = Coordinate(latitude: 47, longitude: 8)
        reading.take(.sample(sample))
        #expect(reading.sketch.count == 0, "a place without a fix is none")
        sample.flags = [.hasFix]
        reading.take(.sample(sample))
        #expect(reading.sketch.count == 1)
        var views: [SummaryPage.View] = []
        for track in [TrackSketch(), Self.line] {
            var run = RunLists.run
            run.track = track
            var page = SummaryBrowser(run, id: HistoryAnswer.id(0), from: .history(PageTable.list(at: 0)))
            for _ in 0..<6 {
                if case .summary(let shown) = page.page(in: PageContext()) {
                    views.append(shown.view)
                    if shown.view == .track { #expect(shown.track == track) }
                }
                _ = page.press(PageTable.page, in: PageContext())
            }
        }
        #expect(views == [.result, .laps, .splits, .body, .course, .result, .result, .laps, .splits, .body, .course, .track])
    }

    private static let line = TrackSketcherTests.sketch([(47, 8), (47.01, 8)])
}
