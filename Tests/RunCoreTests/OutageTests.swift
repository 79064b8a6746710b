import Calendar
import Quantities
import RunCore
import Testing

@Suite("UTC and length of outages that nobody could measure")
struct OutageTests {
    static let noon = UTCInstant(milliseconds: 1_790_000_000_000)

    /// A run of a few parts, each in a process of its own, and the truth about every sample.
    struct Story {
        var rig: Rig
        /// True UTC of the machine's monotonic 0 in the present boot.
        var offset: UTCOffset
        var boot: UInt64 = 1
        /// Run time and true UTC of each sample, and the stretch of one boot that it belongs to.
        var truth: [(time: RunTime, utc: UTCInstant, stretch: Int)] = []
        /// Which stretches learned UTC, by their index.
        var learned: Set<Int> = []
        var stretch = 0
        private var told = 0

        init(startingAt utc: UTCInstant) {
            rig = Rig()
            offset = UTCOffset(from: rig.now, to: utc)
        }

        mutating func learn() {
            rig.learn(utc: offset.utc(at: rig.now))
            if rig.session.phase.isRecording { learned.insert(stretch) }
        }

        /// Runs for some seconds and notes when each sample was taken.
        mutating func run(_ seconds: Int) {
            for _ in 0..<seconds {
                rig.wait(.seconds(1))
                note()
            }
        }

        mutating func note() {
            let samples = rig.samples
            for sample in samples[told...] {
                let at = rig.totals.origin.advanced(by: sample.time.sinceStart)
                truth.append((sample.time, offset.utc(at: at), stretch))
            }
            told = samples.count
        }

        /// The machine is off for a while and comes back in another boot, or the process alone dies. The run goes on.
        mutating func breakOff(_ outage: Duration, rebooting: Bool, knowsUTC: Bool) {
            let utc = offset.utc(at: rig.now).advanced(by: outage)
            let found = rig.totals
            let at = rebooting ? MonotonicInstant(seconds: 30) : rig.now + outage
            var next = Rig(at: at)
            next.zone = rig.zone
            if rebooting {
                boot += 1
                stretch += 1
                offset = UTCOffset(from: at, to: utc)
            }
            rig = next
            told = 0
            if knowsUTC { learn() }
            let id = BootID(high: boot, low: boot)
            if !rig.recover(found, boot: id) { rig.perform(.resume, boot: id) }
            if knowsUTC { learned.insert(stretch) }
            note()
        }
    }

    static func story(_ seed: UInt64) -> Story {
        var dice = Dice(seed)
        var story = Story(startingAt: noon.advanced(by: .seconds(Int64(dice.roll(100_000)))))
        if dice.chance(3) { story.learn() }
        story.rig.perform(.prepare)
        story.rig.perform(.start, boot: BootID(high: 1, low: 1))
        story.note()
        if story.rig.totals.header.utcAtStart != nil { story.learned.insert(0) }
        for part in 0...dice.roll(4) {
            if part > 0 {
                story.breakOff(
                    .milliseconds(Int64(5_000 + dice.roll(20_000_000))), rebooting: !dice.chance(3), knowsUTC: dice.chance(3))
            }
            story.run(dice.roll(40) + 2)
            if dice.chance(2) { story.learn() }
            story.run(dice.roll(20))
        }
        return story
    }

    @Test(
        "D9: whatever breaks off and whenever UTC is learned, every second that can be dated is, to a second",
        arguments: 1...150 as ClosedRange<UInt64>)
    func dated(_ seed: UInt64) {
        let story = Self.story(seed), totals = story.rig.totals
        #expect(totals.utc.isKnown == !story.learned.isEmpty)
        #expect(totals.utc.isLatestPartKnown == story.learned.contains(story.stretch))
        var last = UTCInstant(milliseconds: .min)
        for (time, truth, stretch) in story.truth {
            guard let utc = totals.utc.utc(at: time) else { continue }
            #expect(utc >= last, "seed \(seed) at \(time.milliseconds) goes back")
            last = utc
            if story.learned.contains(stretch) {
                #expect(utc.duration(to: truth).inMilliseconds.magnitude <= 1000, "seed \(seed) at \(time.milliseconds)")
            }
        }
        #expect(totals.brokenInvariants == [])
        #expect(story.rig.logAgrees)
    }

    private static func figures(of rig: Rig) -> [Double] { [rig.totals.timer.inSeconds, rig.totals.distance.meters] }

    @Test(
        "Elapsed time and laps contain an outage once UTC is known on both sides; timer and distance do not move",
        arguments: 1...150 as ClosedRange<UInt64>)
    func elapsed(_ seed: UInt64) throws {
        var story = Self.story(seed)
        let before = Self.figures(of: story.rig)
        story.learn()
        let after = Self.figures(of: story.rig), totals = story.rig.totals
        #expect(after == before)
        #expect(totals.moving <= totals.timer && totals.timer <= totals.elapsed)
        let sum = totals.laps.reduce(Duration.zero) { $0 + $1.elapsed }
        #expect(sum == totals.elapsed)
        guard story.learned.count == story.stretch + 1, let first = story.truth.first else { return }
        let truth = first.utc.duration(to: story.offset.utc(at: totals.origin.advanced(by: totals.latest.sinceStart)))
        #expect((totals.elapsed - truth).inMilliseconds.magnitude <= 1000, "seed \(seed)")
    }

    @Test("A pause for an outage is as long as the outage was, in UTC")
    func pause() throws {
        var story = Story(startingAt: Self.noon)
        story.learn()
        story.rig.begin()
        story.run(60)
        story.breakOff(.seconds(700), rebooting: true, knowsUTC: false)
        story.run(30)
        let pause = try #require(story.rig.totals.clock.pauses.first)
        #expect(pause.cause == .outage && story.rig.totals.elapsed < .seconds(92))
        story.learn()
        let totals = story.rig.totals
        let from = try #require(totals.utc.utc(at: pause.from)), to = try #require(pause.to.flatMap(totals.utc.utc))
        #expect(abs(from.duration(to: to).inSeconds - 700) <= 1)
        #expect(abs(totals.elapsed.inSeconds - 790) <= 1)
        #expect(totals.timer == .seconds(90))
    }

    @Test(
        "A stretch that would end after the next begins, or more than two days before, is dated by the next",
        arguments: [(-100, false), (0, true), (48 * 3600 - 1, true), (48 * 3600 + 60, false)] as [(Int64, Bool)])
    func absurd(_ outage: Int64, _ isBelieved: Bool) {
        var run = RecordedRun(utc: Self.noon)
        run.run(from: 0, to: 10, speed: 3)
        run.event(at: 10.001, .outage(Outage(boot: .second, monotonic: MonotonicInstant(seconds: 5), isDurationKnown: false)))
        run.run(from: 11, to: 20, speed: 3)
        run.event(at: 20, .utcAtStart(Self.noon.advanced(by: .seconds(outage))))
        let expected = Self.noon.advanced(by: isBelieved ? .zero : .seconds(outage))
        #expect(run.totals.start == expected)
        #expect(run.totals.utc.utc(at: .seconds(20)) == Self.noon.advanced(by: .seconds(20 + outage)))
        #expect(run.totals.elapsed == .seconds(20) + (isBelieved ? .seconds(outage) : .zero))
    }

    @Test("UTC learned after a restart in the same boot counts for what came before it as well")
    func sameBoot() {
        var story = Story(startingAt: Self.noon)
        story.rig.begin()
        story.run(30)
        story.breakOff(.seconds(60), rebooting: false, knowsUTC: false)
        story.run(10)
        story.learn()
        #expect(story.rig.totals.start == Self.noon)
        #expect(story.rig.totals.elapsed == .seconds(100))
    }
}
