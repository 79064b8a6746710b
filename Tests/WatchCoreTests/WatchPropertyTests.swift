import Calendar
import HealthCore
import Quantities
import RunCore
import ScreenModels
import SimulatedPeripherals
import Testing

@testable import WatchCore

@Suite("Any day of a watch")
struct WatchPropertyTests {
    struct Dice {
        private var state: UInt64
        init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
        mutating func roll(_ sides: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state >> 33) % sides
        }
    }

    @Test("B11: random presses, readings and faults: nothing traps, no record is lost, an open log stays open", arguments: 0..<24)
    func random(_ seed: Int) {
        var dice = Dice(UInt64(seed) + 7)
        var configuration = WatchRig.configuration
        configuration.hasLapButton = seed % 2 == 0
        configuration.displaySleeps = seed % 3 == 0
        var settings = Settings.usual
        settings.runType = UInt8(dice.roll(5))
        settings.autoLap = Settings.AutoLap.allCases[dice.roll(5)]
        settings.autoLock = seed % 5 == 0
        settings.isSetUp = seed % 7 != 0
        settings.language = UInt8(dice.roll(256))
        var rig = WatchRig(configuration, settings: settings)
        var runner = SimulatedRunner(script: .everyday, seed: UInt64(seed))
        var log: RunTotals?
        var isOpen = false
        for _ in 0..<150 {
            let second = runner.next()
            rig.give(second)
            switch dice.roll(14) {
            case 0, 1, 2: rig.press(ButtonRole.allCases[dice.roll(3)])
            case 3: rig.hold(ButtonRole.allCases[dice.roll(3)], for: .milliseconds(600 + Int64(dice.roll(1_600))))
            case 4: rig.double(.page)
            case 5: rig.deliver(.history(.eight(from: UInt32(dice.roll(8)))))
            case 6: rig.deliver(RunsRig.anyAnswer(dice.roll(8)))
            case 7:
                let removed = StorageNews.removed(HistoryAnswer.id(0), isDone: true)
                rig.deliver(.storage([.runs(.full), .objects(.failed), .runs(.working), .rebuilt, removed][dice.roll(5)]))
            case 8: rig.deliver(.sensor(SensorKind.allCases[dice.roll(5)], [.failed, .working, .starting, .absent][dice.roll(4)]))
            case 9: rig.edge(ButtonRole.allCases[dice.roll(3)], isDown: dice.roll(2) == 0)
            case 10: rig.deliver(.utc(UTCOffset(milliseconds: [.max, .min, Int64(dice.roll(1 << 30)) << 12][dice.roll(3)])))
            default: break
            }
            for effect in rig.effects {
                switch effect {
                case .append(.header(let header)):
                    #expect(!isOpen)
                    isOpen = true
                    log = RunTotals(header: header)
                case .append(let record):
                    #expect(isOpen)
                    log?.fold(record)
                case .close:
                    #expect(isOpen)
                    #expect(log?.endCause != nil)
                    isOpen = false
                default: break
                }
            }
            rig.forget()
            #expect(rig.phase.isRecording == isOpen)
            if isOpen { #expect(rig.watch.session.totals == log) }
            _ = rig.screen
        }
        // Left alone, it ends by itself in some state that is no trap either.
        rig.wait(.seconds(300))
        #expect(rig.watch.deadline(after: rig.now).map { $0 > rig.now } ?? true)
    }
}
