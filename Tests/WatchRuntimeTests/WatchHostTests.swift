import Calendar
import HealthCore
import Peripherals
import Quantities
import RunCore
import Testing
import WatchCore

@testable import WatchRuntime

@Suite struct WatchHostTests {
    /// What a part may have to say the moment it is told to do something.
    static let answers: [Event] = [
        .gpsDaemonMissing, .sensor(.gps, .failed), .sensor(.heartRate, .starting), .wristRaised, .tick,
        .battery(BatteryReading(percent: 50)),
        .storage(.runs(.full)), .utc(UTCOffset(milliseconds: 1_790_000_000_000)), .fix(GPSFix()),
    ]

    @Test(
        "R-B1, N1: a part that answers while it is told something is heard, once and afterwards", arguments: WatchHostTests.answers.indices)
    func reentrancy(index: Int) {
        let rig = HostRig(), host = rig.host
        var told = 0, depth = 0, deepest = 0
        host.connect { connections in
            connections.receiver = { _ in
                told += 1
                depth += 1
                deepest = max(deepest, depth)
                // By the queue, as parts do, and by a call in the middle of another, as nobody should.
                host.queue.put(Self.answers[index], at: HostRig.start + .seconds(3))
                host.deliver(Self.answers[index], at: HostRig.start + .seconds(3))
                depth -= 1
            }
        }
        rig.press(at: 1)
        #expect(told == 1 && deepest == 1)
        #expect(host.queue.isEmpty)
        #expect(host.watch.session.phase == .preparing)
        rig.press(at: 4)
        rig.live(from: 4, to: 20)
        #expect(host.watch.session.phase == .running)
        #expect(rig.flash.headers == 1)
    }

    @Test("R-B1: each record is handed on once, whatever comes in between")
    func once() {
        let rig = HostRig(), host = rig.host
        host.connect { connections in
            connections.receiver = { _ in host.deliver(.gpsDaemonMissing, at: HostRig.start) }
            connections.sensors = { _ in host.deliver(.sensor(.heartRate, .failed), at: HostRig.start) }
        }
        rig.press(at: 1)
        rig.press(at: 2)
        rig.live(from: 3, to: 60)
        let times = rig.flash.records.compactMap { if case .sample(let sample) = $0 { sample.time } else { nil } }
        #expect(times.count > 40)
        #expect(Set(times).count == times.count)
    }

    @Test("R-B16: the time that the watch is told never goes back, and the instant of an event is never later")
    func time() {
        let rig = HostRig(), host = rig.host
        rig.press(at: 1)
        rig.press(at: 2)
        rig.live(from: 3, to: 30)
        let before = host.watch.session.totals?.lastSample?.time
        host.deliver(.steps(StepReading(count: 10, cadence: nil, pulseRate: .zero)), at: HostRig.start + .seconds(5))
        host.queue.put(.pressure(.hectopascals(1000)), at: HostRig.start + .seconds(4000))
        host.handleWaiting(at: HostRig.start + .seconds(10))
        rig.live(from: 30, to: 40)
        let times = rig.flash.records.compactMap { if case .sample(let sample) = $0 { sample.time } else { nil } }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(times.last ?? .start > before ?? .start)
        #expect(host.watch.session.runTime(at: HostRig.start + .seconds(40)) < RunTime(milliseconds: 60_000))
    }

    @Test(
        "A zone that is set elsewhere is looked up, and the watch shows local time in it; nobody to ask leaves the zone",
        arguments: [true, false])
    func zone(_ isKnown: Bool) throws {
        let rig = HostRig(), host = rig.host, now = HostRig.start + .seconds(1)
        var asked: [String?] = []
        if isKnown {
            host.connect { connections in
                connections.zone = { name in
                    asked.append(name)
                    return TimeZoneRules(fixed: ZoneOffset(seconds: 19_800))
                }
            }
        }
        host.deliver(.utc(UTCOffset(from: now, to: UTCInstant(milliseconds: 1_800_000_000_000))), at: now)
        let before = host.watch.screen(at: now).status.time
        let change = HealthChange(
            kind: .setting, id: try #require(HealthID("zone_name")), origin: .migration, value: .text("Asia/Kolkata"))
        host.deliver(.change(change), at: now)
        let after = host.watch.screen(at: now).status.time
        #expect(asked == (isKnown ? ["Asia/Kolkata"] : []))
        let moved = (Int(after?.hour ?? 0) * 60 + Int(after?.minute ?? 0)) - (Int(before?.hour ?? 0) * 60 + Int(before?.minute ?? 0))
        #expect((moved + 1440) % 1440 == (isKnown ? 330 : 0))
    }

    @Test("Changes of one event are committed together, and only where there are any")
    func commits() {
        let rig = HostRig()
        let before = rig.flash.commits
        rig.host.deliver(.tick, at: HostRig.start + .seconds(1))
        #expect(rig.flash.commits == before)
        rig.host.deliver(.utc(UTCOffset(milliseconds: 1_790_000_000_000)), at: HostRig.start + .seconds(1))
        rig.host.deliver(.steps(StepReading(count: 0, cadence: nil, pulseRate: .zero)), at: HostRig.start + .seconds(2))
        rig.host.deliver(.steps(StepReading(count: 300, cadence: nil, pulseRate: .zero)), at: HostRig.start + .seconds(200))
        rig.host.deliver(.shutDown, at: HostRig.start + .seconds(201))
        #expect(rig.flash.commits == before + 1)
        let steps = rig.flash.changes.reduce(0) { if case .quarterHour(let amounts) = $1.value { $0 + Int(amounts.steps) } else { $0 } }
        #expect(steps == 300)
    }

    @Test("However many events come at once, the screen is drawn once")
    func drawn() {
        let rig = HostRig(display: FailingPanel())
        let before = rig.host.framesDrawn
        for percent in 20..<40 as Range<UInt8> { rig.host.queue.put(.battery(BatteryReading(percent: percent)), at: HostRig.start) }
        rig.host.handleWaiting(at: HostRig.start + .seconds(1))
        #expect(rig.host.framesDrawn == before + 1)
    }
}

@Suite struct KeptDisplayTests {
    /// The seconds in which a display that keeps failing is tried again.
    private func tries(answersLater: Bool) -> (seconds: [Int], sentences: Int) {
        let panel = FailingPanel(answersLater: answersLater), rig = HostRig(display: panel), host = rig.host
        var sentences = 0
        host.connect { $0.trouble = { _ in sentences += 1 } }
        panel.isBroken = true
        rig.press(at: 1)
        rig.press(at: 2)
        if answersLater { host.noteDisplayFailure(FailingPanel.failure, at: HostRig.start + .seconds(2)) }
        var seconds: [Int] = []
        for second in 3...200 {
            let before = panel.calls, now = HostRig.start + .seconds(second)
            host.deliver(.tick, at: now)
            guard panel.calls > before else { continue }
            seconds.append(second)
            if answersLater { host.noteDisplayFailure(FailingPanel.failure, at: now) }
        }
        return (seconds, sentences)
    }

    @Test(
        "R-B6, C15: a display that fails is tried after 1, 2, 4 … 60 s and said once, also where it answers later",
        arguments: [false, true])
    func backOff(answersLater: Bool) {
        let (seconds, sentences) = tries(answersLater: answersLater)
        let waits = zip(seconds, seconds.dropFirst()).map { $1 - $0 }
        #expect(sentences == 1)
        #expect(waits.count >= 6 && waits.elementsEqual([2, 4, 8, 16, 32, 60, 60].suffix(waits.count)))
    }

    @Test("R-B6: a success of a display that answers later ends the back-off, and nothing else does")
    func recovers() {
        let panel = FailingPanel(answersLater: true), rig = HostRig(display: panel), host = rig.host
        host.noteDisplayFailure(FailingPanel.failure, at: HostRig.start + .seconds(1))
        #expect(host.trouble == FailingPanel.failure)
        host.deliver(.tick, at: HostRig.start + .seconds(10))
        #expect(host.trouble == FailingPanel.failure)
        host.noteDisplayShown()
        #expect(host.trouble == nil)
        #expect(host.deadline(after: HostRig.start + .seconds(10)).map { $0 > HostRig.start + .seconds(11) } ?? true)
    }

    @Test("R-B6: a panel that could not be darkened is darkened as soon as it answers, and could not be lit likewise")
    func light() {
        let panel = FailingPanel(), rig = HostRig(display: panel, displaySleeps: true), host = rig.host
        rig.live(from: 0, to: 12)
        #expect(panel.light == .dim)
        panel.isBroken = true
        rig.live(from: 12, to: 31)
        #expect(panel.light == .dim)
        panel.isBroken = false
        rig.live(from: 31, to: 40)
        #expect(panel.light == .off)
        panel.isBroken = true
        rig.press(at: 50)
        panel.isBroken = false
        rig.live(from: 50, to: 53)
        #expect(panel.light == .on)
        #expect(host.trouble == nil)
    }
}
