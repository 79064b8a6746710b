import Quantities
import RunCore
import Testing

@Suite("Phases of a run")
struct RunPhaseTests {
    /// All commands that mean something, by phase; every other one is ignored.
    static let table: [RunPhase: [RunCommand: RunPhase]] = [
        .idle: [.prepare: .preparing],
        .preparing: [.start: .countdown, .leave: .idle],
        .countdown: [.start: .running, .countdownOver: .running, .leave: .preparing],
        .running: [
            .pause: .paused, .autoPause: .autoPaused, .lap: .running, .stop: .stopped, .endForgotten: .saved, .endLowBattery: .saved,
        ],
        .paused: [.resume: .running, .stop: .stopped, .endForgotten: .saved, .endLowBattery: .saved],
        .autoPaused: [
            .resume: .running, .autoResume: .running, .pause: .paused, .lap: .autoPaused, .stop: .stopped, .endForgotten: .saved,
            .endLowBattery: .saved,
        ],
        .stopped: [.resume: .running, .save: .saved, .saveByTimeout: .saved, .discard: .idle, .endLowBattery: .saved],
        .saved: [.leave: .idle],
    ]

    static let pairs = RunPhase.allCases.flatMap { phase in RunCommand.allCases.map { (phase, $0) } }

    @Test("B11: every phase answers every command as the table says", arguments: pairs)
    func table(_ phase: RunPhase, _ command: RunCommand) {
        #expect(phase.next(on: command) == Self.table[phase]?[command])
    }

    @Test("B11: a session in every phase obeys exactly the commands of the table", arguments: pairs)
    func session(_ phase: RunPhase, _ command: RunCommand) {
        var rig = Rig.standing(in: phase)
        #expect(rig.session.phase == phase)
        let next = Self.table[phase]?[command]
        let obeyed = rig.perform(command)
        #expect(obeyed == (next != nil))
        #expect(rig.session.phase == next ?? phase)
        #expect(rig.logAgrees)
        #expect(rig.session.totals?.brokenInvariants ?? [] == [])
        // Whatever it was, time goes on without a trap.
        rig.wait(.seconds(130))
        #expect(rig.logAgrees)
    }

    @Test("A command without what identifies a run is refused where it is needed", arguments: [RunCommand.start, .countdownOver])
    func withoutStart(_ command: RunCommand) {
        var rig = Rig.standing(in: .countdown)
        var out: [RunOutput] = []
        #expect(!rig.session.perform(command, at: rig.now, start: nil, into: &out))
        #expect(rig.session.phase == .countdown)
        #expect(out.isEmpty)
    }

    @Test("Only running, pausing and stopped runs have an open log")
    func recording() {
        #expect(RunPhase.allCases.filter(\.isRecording) == [.running, .paused, .autoPaused, .stopped])
    }

    @Test("The countdown ticks once a second and then the run starts")
    func countdown() {
        var rig = Rig(RunSettings(countdownSeconds: 3))
        rig.begin()
        #expect(rig.session.phase == .countdown)
        rig.wait(.milliseconds(2_999))
        #expect(rig.session.phase == .countdown)
        #expect(rig.buzzes == [.tick, .tick, .tick])
        rig.wait(.milliseconds(1))
        #expect(rig.session.phase == .running)
        #expect(rig.buzzes.last == .start)
        #expect(rig.totals.header.start == rig.now)
    }

    @Test("A cancelled countdown goes back to getting ready and never starts a run")
    func cancelled() {
        var rig = Rig(RunSettings(countdownSeconds: 3))
        rig.begin()
        rig.wait(.seconds(1))
        rig.perform(.leave)
        rig.wait(.seconds(10))
        #expect(rig.session.phase == .preparing)
        #expect(rig.records.isEmpty)
    }

    @Test("A stop that nobody answers saves the run after 60 s")
    func answer() {
        var rig = Rig.standing(in: .stopped)
        rig.wait(.milliseconds(59_000))
        #expect(rig.session.phase == .stopped)
        rig.wait(.seconds(1))
        #expect(rig.session.phase == .saved)
        #expect(rig.totals.endCause == .savedByTimeout)
        #expect(rig.outputs.contains(.close(.savedByTimeout)))
    }

    @Test("B11: pause, stop, resume, pause, resume ends in a running run with the right timer")
    func wandering() {
        var rig = Rig()
        rig.begin()
        for (command, seconds) in [(RunCommand.pause, 10), (.stop, 5), (.resume, 7), (.pause, 3), (.resume, 11)] {
            rig.wait(.seconds(seconds))
            rig.perform(command)
        }
        rig.wait(.seconds(20))
        #expect(rig.session.phase == .running)
        #expect(rig.totals.timer(at: rig.session.runTime(at: rig.now)) == .seconds(10 + 3 + 20))
        #expect(rig.totals.elapsed(at: rig.session.runTime(at: rig.now)) == .seconds(56))
    }
}

extension Rig {
    /// A session brought into a phase, some seconds after its run began.
    static func standing(in phase: RunPhase) -> Rig {
        var rig = Rig(RunSettings(countdownSeconds: 3))
        let way: [RunCommand] =
            switch phase {
            case .idle: []
            case .preparing: [.prepare]
            case .countdown: [.prepare, .start]
            case .running: [.prepare, .start, .start]
            case .paused: [.prepare, .start, .start, .pause]
            case .autoPaused: [.prepare, .start, .start, .autoPause]
            case .stopped: [.prepare, .start, .start, .stop]
            case .saved: [.prepare, .start, .start, .stop, .save]
            }
        for command in way {
            if rig.session.phase == .running { rig.wait(.seconds(5)) }
            rig.perform(command)
        }
        return rig
    }
}
