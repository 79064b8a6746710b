import ForeignRuns
import Quantities
import RunCore
import Testing

@testable import Playback

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
        let feed = RecordedFeed([moment(0), moment(1), moment(50), moment(3), moment(50), moment(51)], firstAt: start)
        let player = try PlayedWatch(feed, at: start)
        var seconds: [Double] = []
        while let next = feed.nextInstant {
            seconds.append(start.duration(to: next).inSeconds)
            player.loop.deliverNext(of: feed)
        }
        #expect(seconds == [0, 1, 50, 51])
        #expect(feed.progress == 1)
        #expect(feed.nextInstant == nil)
    }

    @Test("The distance that a recording states is the run's if it is asked for, between its moments too", arguments: [false, true])
    func statedDistance(isAsked: Bool) throws {
        let run = RecordedRun(
            stride(from: 0, through: 300, by: 5).map { second in
                var moment = moment(second, metersNorth: Double(second) * 3)
                moment.distance = .meters(Double(second) * 2)
                return moment
            })
        let feed = RecordedFeed(run, firstAt: start.advanced(by: .seconds(10)), statesDistance: isAsked)
        let player = try PlayedWatch(feed, at: start)
        player.press(.start)
        player.press(.start)
        player.live(.seconds(156))
        let half = try #require(player.watch.session.totals)
        #expect(abs(half.distance.meters - (isAsked ? 300 : 450)) < 15)
        player.live(.seconds(150))
        let totals = try #require(player.watch.session.totals)
        #expect(abs(totals.distance.meters - (isAsked ? 600 : 900)) < 15)
        #expect(totals.hasOdometer == isAsked)
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

    @Test("A device that records each five seconds has gone the line between them, and its log has places")
    func smartlyRecorded() throws {
        let moments = stride(from: 0, through: 300, by: 5).map { moment($0, metersNorth: Double($0) * 3, heartRate: 150) }
        let player = try PlayedWatch(RecordedFeed(moments, firstAt: start.advanced(by: .seconds(10))), at: start)
        player.press(.start)
        player.press(.start)
        player.live(.seconds(306))
        let totals = try #require(player.watch.session.totals)
        #expect(abs(totals.distance.meters - 900) < 12)
        #expect(totals.fixes > 290)
        #expect(totals.heartRateSoFar.validMilliseconds > 290_000)
    }

    @Test("A silence of more than 30 s is a gap, and a line across the date line has no places")
    func silences() throws {
        var west = moment(100, metersNorth: 0), east = moment(104, metersNorth: 0)
        west.position?.longitude = 179.999
        east.position?.longitude = -179.999
        let feed = RecordedFeed([moment(0, metersNorth: 0), moment(31, metersNorth: 90), west, east], firstAt: start)
        let player = try PlayedWatch(feed, at: start)
        var seconds: [Double] = []
        while let next = feed.nextInstant {
            seconds.append(start.duration(to: next).inSeconds)
            player.loop.deliverNext(of: feed)
        }
        #expect(seconds == [0, 31, 100, 101, 102, 103, 104])
        #expect(west.moment(after: .seconds(1), towards: east).position == nil)
    }

    @Test("Half way between two moments is half way in place and height, with the earlier one's heart rate")
    func halfWay() throws {
        let from = moment(10, metersNorth: 0, heartRate: 140), to = moment(14, metersNorth: 100, heartRate: 150)
        let middle = from.moment(after: .seconds(2), towards: to)
        #expect(middle.time == time.advanced(by: .seconds(12)))
        #expect(abs(try #require(middle.position).latitude - (47 + 50 / 111_170)) < 1e-9)
        #expect(middle.altitude == .meters(400))
        #expect(middle.heartRate == .beatsPerMinute(140))
    }

    @Test("A gap in the cadence credits no more than ten seconds of steps")
    func gap() throws {
        let moments = [moment(0, cadence: 180), moment(600, cadence: 180)]
        let feed = RecordedFeed(moments, firstAt: start)
        let player = try PlayedWatch(feed, at: start)
        player.loop.deliverNext(of: feed)
        player.loop.deliverNext(of: feed)
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
