import Playback
import Quantities
import RunCore
import Testing

@Suite struct RecordedFeedTests {
    private let start = MonotonicInstant(seconds: 100)
    private let time = UTCInstant(milliseconds: 1_780_000_000_000)

    private func moment(_ second: Int, metersNorth: Double? = nil, heartRate: Double? = nil, cadence: Double? = nil) -> RecordedMoment {
        RecordedMoment(
            time: time.advanced(by: .seconds(second)),
            position: metersNorth.flatMap { Coordinate(latitude: 47 + $0 / 111_170, longitude: 8) },
            altitude: .meters(400), heartRate: heartRate.map { .beatsPerMinute($0) }, cadence: cadence.map { .stepsPerMinute($0) })
    }

    @Test("Moments come at their own distances in time; those that go back are left out")
    func order() throws {
        let feed = RecordedFeed([moment(0), moment(1), moment(5), moment(3), moment(5), moment(9)], firstAt: start)
        let player = try PlayedWatch(feed, at: start)
        var seconds: [Double] = []
        while let next = feed.nextInstant {
            seconds.append(start.duration(to: next).inSeconds)
            feed.deliver(to: player.loop.host)
        }
        #expect(seconds == [0, 1, 5, 9])
        #expect(feed.progress == 1)
        #expect(feed.nextInstant == nil)
    }

    @Test("An empty recording is over before it begins")
    func empty() {
        let feed = RecordedFeed([], firstAt: start)
        #expect(feed.nextInstant == nil)
        #expect(feed.progress == 1)
    }

    @Test("A recorded run goes through the watch: time, distance, heart rate and steps are its own")
    func run() throws {
        let moments = (0...300).map { moment($0, metersNorth: Double($0) * 3, heartRate: 150, cadence: 170) }
        let player = try PlayedWatch(RecordedFeed(moments, firstAt: start.advanced(by: .seconds(10))), at: start)
        player.press(.start)
        player.press(.start)
        player.live(.seconds(306))
        let totals = try #require(player.watch.session.totals)
        #expect(abs(totals.distance.meters - 900) < 12)
        #expect(totals.heartRateSoFar.average == .beatsPerMinute(150))
        #expect(abs(Double(try #require(totals.steps)) - 850) < 20)
        #expect(totals.utc.isKnown)
    }

    @Test("A gap in the cadence credits no more than ten seconds of steps")
    func gap() throws {
        let moments = [moment(0, cadence: 180), moment(600, cadence: 180)]
        let feed = RecordedFeed(moments, firstAt: start)
        let player = try PlayedWatch(feed, at: start)
        feed.deliver(to: player.loop.host)
        feed.deliver(to: player.loop.host)
        let reading = player.watch.session.sensors.steps(at: start.advanced(by: .seconds(600)))
        #expect(reading?.count == 30)
    }

    @Test("A moment without a place is a report without a place")
    func withoutPlace() throws {
        let player = try PlayedWatch(RecordedFeed((0...20).map { moment($0, heartRate: 120) }, firstAt: start), at: start)
        player.press(.start)
        player.live(.seconds(10))
        #expect(!player.watch.session.hasFix)
        #expect(player.watch.session.phase == .preparing)
    }
}
