import Quantities
import ScreenModels

/// A value that buttons step, in the set-up and in the settings.
///
/// PAGE goes to the next choice, or up. A number also goes down: by LAP, or on a board without LAP by PAGE once START was held, which turns
/// the direction round. Held buttons repeat, from 3 s on by fives, or by what suits the number. So what went too far is undone by one press (U-C1).
struct ValueStepper: Equatable, Sendable {
    /// The value as it stands.
    private(set) var value: SettingValue
    /// True while PAGE goes down, on a board without LAP.
    private(set) var isTurned = false

    init(_ value: SettingValue) { self.value = value }

    /// True for a number, which goes both ways; false for some choices, which go round.
    var isNumber: Bool { !SettingChoices.flips(value) }

    /// Takes a press that steps the value or turns the direction; false for any other.
    mutating func take(_ press: Press, in context: PageContext) -> Bool {
        if press.isStep(of: .page) {
            step(by: isTurned ? -1 : 1, press, context)
        } else if !isNumber {
            return false
        } else if context.hasLapButton {
            guard press.isStep(of: .lap) else { return false }
            step(by: -1, press, context)
        } else if press == Press(.page, .double) {
            // Two quick presses for a number are two steps; there is nothing else that they could mean here.
            for _ in 0..<2 { step(by: isTurned ? -1 : 1, press, context) }
        } else {
            guard press == Press(.start, .long) else { return false }
            isTurned.toggle()
        }
        return true
    }

    private mutating func step(by direction: Int, _ press: Press, _ context: PageContext) {
        guard isNumber else {
            value = SettingChoices.next(after: value, languages: context.languages, usesMiles: context.settings.usesMiles)
            return
        }
        let pace: NumberStep = press.length == .fast ? .far : press.length == .again ? .again : .one
        value = SettingSteps.moved(value, by: direction, pace, usesMiles: context.settings.usesMiles)
    }

    /// What the buttons do. `back` says whether there is somewhere to go back to.
    func labels(back: Bool, in context: PageContext) -> ButtonLabels {
        guard isNumber else { return ButtonLabels(start: .ok, lap: back ? .back : nil, page: .change) }
        guard context.hasLapButton else {
            return ButtonLabels(start: .ok, page: isTurned ? .minus : .plus, startHeld: .turn)
        }
        return ButtonLabels(start: .ok, lap: .minus, page: .plus, startHeld: back ? .back : nil)
    }

    /// True for a press that leaves the value as it was: "back", or START held where LAP goes down.
    func isBack(_ press: Press, in context: PageContext) -> Bool {
        isNumber ? context.hasLapButton && press == Press(.start, .second) : context.isBack(press)
    }
}
