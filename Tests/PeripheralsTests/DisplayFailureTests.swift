import Glibc
import Peripherals
import Quantities
import SimulatedPeripherals
import Testing

/// Every single transfer to an OLED not acknowledged, at every step of what a watch does with it.
@Suite struct DisplayFailureTests {
    /// What a watch asks of its display.
    enum Step: Hashable, Sendable { case frame(Int), light(DisplayLight), shutDown }

    static let scripts: [[Step]] = [
        [.frame(0)], [.frame(0), .frame(1), .frame(2)], [.frame(0), .light(.dim)], [.frame(0), .light(.dim), .light(.on)],
        [.frame(0), .light(.dim), .frame(1), .light(.on), .frame(2)], [.frame(0), .light(.off)],
        [.frame(0), .light(.dim), .light(.off), .frame(1)], [.light(.dim), .frame(0)], [.light(.off), .frame(0)],
        [.frame(0), .light(.off), .frame(1), .light(.dim), .frame(1)], [.frame(0), .light(.off), .light(.on), .frame(0), .frame(1)],
        [.frame(0), .shutDown], [.frame(0), .light(.off), .shutDown], [.frame(0), .shutDown, .light(.on), .frame(1)],
    ]

    /// What the owner does about a failure.
    enum Answer: CaseIterable, Sendable {
        /// Asks again at once.
        case asksAgain
        /// Asks again for light only when it changes, and for the frame once more at the end.
        case showsAtTheEnd
    }

    private static func frame(_ number: Int) -> Bitmap {
        var frame = Bitmap(width: 128, height: 64)
        frame.fill(x: 7 + 30 * number, y: 5, width: 20, height: 9 + 20 * number)
        frame.fill(x: 100, y: 50 - number, width: 3, height: 3)
        return frame
    }

    private static func perform(_ step: Step, on display: SSD1306) throws(PeripheralError) {
        switch step {
        case .frame(let number): try display.show(frame(number))
        case .light(let light): try display.setLight(light)
        case .shutDown: try display.shutDown()
        }
    }

    /// Plays a script while one transfer fails; how many transfers there were, and how many failures were thrown.
    private func play(_ script: [Step], _ answer: Answer, failing: Int) throws -> (transfers: Int, failures: Int) {
        let wrist = SimulatedWrist([.ssd1306], at: RunnerScript.everyday.monotonic)
        let panel = try #require(wrist.display)
        let bus = FailingBus(wrist.bus, failing: failing..<failing + 1, code: EREMOTEIO)
        let display = SSD1306(on: bus)
        var failures = 0
        for step in script {
            do throws(PeripheralError) { try Self.perform(step, on: display) } catch {
                failures += 1
                if answer == .asksAgain { try Self.perform(step, on: display) }
            }
        }
        var light = DisplayLight.on, shown: Int?
        for step in script {
            switch step {
            case .frame(let number): if light != .off { shown = number }
            case .light(let wanted): light = wanted
            case .shutDown: light = .off
            }
        }
        if answer == .showsAtTheEnd { try display.show(Self.frame(shown ?? 0)) }
        let name = "\(script) with transfer \(failing) failing"
        #expect(panel.isOn == (light != .off && shown != nil), "\(name)")
        if light != .off, let shown {
            #expect(panel.picture == Self.frame(shown), "\(name)")
            #expect(panel.contrast == (light == .dim ? 0x08 : 0x60), "\(name)")
        }
        return (bus.count, failures)
    }

    @Test(
        "R-B6: whichever transfer is not acknowledged, the panel ends with the light and the frame that were wanted",
        arguments: scripts, Answer.allCases)
    func everyTransfer(script: [Step], answer: Answer) throws {
        let transfers = try play(script, answer, failing: -1).transfers
        for failing in 0..<transfers {
            let (_, failures) = try play(script, answer, failing: failing)
            // The one transfer that the last frame of all makes may be the one that fails, and then it is none of the script's.
            #expect(failures == 1, "\(script): transfer \(failing) failed without a word")
        }
    }
}
