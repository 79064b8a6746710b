import Quantities
import ScreenModels

/// How the labels of the buttons are drawn. The buttons are on the right edge: START above, LAP in the middle, PAGE below.
enum ButtonLabelStyle {
    /// A sign beside each button.
    case marks
    /// A word beside each button.
    case words
}

extension PageDrawing {
    /// Draws what the buttons do now, beside each; what a hold does too, unless the page says it in words.
    /// - Parameters:
    ///   - startRoom: pixels that the page leaves for the word beside START; in less it is a sign.
    ///   - lapRoom: the same beside LAP.
    func buttonLabels(_ style: ButtonLabelStyle = .marks, saysHolds: Bool = false, startRoom: Int = .max, lapRoom: Int = .max) {
        if let label = screen.labels.start { buttonLabel(label, of: .start, wordLabelWidth(label) <= startRoom ? style : .marks) }
        if let label = screen.labels.lap { buttonLabel(label, of: .lap, wordLabelWidth(label) <= lapRoom ? style : .marks) }
        if let label = screen.labels.page { buttonLabel(label, of: .page, style) }
        if isCompact { compactGestures() } else if !saysHolds { gestures(style) }
    }

    // MARK: Holds and double presses

    /// How a button is pressed when it is not pressed shortly.
    private enum Gesture {
        /// Held: a bar stands under the sign.
        case hold
        /// Pressed twice: two dots stand under the sign.
        case twice
    }

    /// What a hold does stands below the short press's label, or in its place; what PAGE twice does above.
    private func gestures(_ style: ButtonLabelStyle) {
        let labels = screen.labels
        let below = style == .words ? row(8, tallWords: 9) : 8
        func hold(_ label: ButtonLabel?, of role: ButtonRole, under short: ButtonLabel?) {
            if let label { gesture(label, .hold, y: buttonRow(role) + (short == nil ? -4 : below)) }
        }
        hold(labels.startHeld, of: .start, under: labels.start)
        hold(labels.lapHeld, of: .lap, under: labels.lap)
        hold(labels.pageHeld, of: .page, under: labels.page)
        if let twice = labels.pageTwice { gesture(twice, .twice, y: buttonRow(.page) - 19) }
    }

    /// A hold without a short press stands in its button's own place. For the others 64 rows have room for two signs between START and PAGE
    /// where no LAP stands; those of PAGE come first.
    private func compactGestures() {
        let labels = screen.labels
        if let held = labels.lapHeld, labels.lap == nil { gesture(held, .hold, y: buttonRow(.lap) - 4) }
        if let held = labels.startHeld, labels.start == nil { gesture(held, .hold, y: buttonRow(.start) - 4) }
        if let held = labels.pageHeld, labels.page == nil { gesture(held, .hold, y: buttonRow(.page) - 4) }
        guard labels.lap == nil, labels.lapHeld == nil else { return }
        var y = 38
        if let twice = labels.pageTwice {
            gesture(twice, .twice, y: y)
            y -= 10
        }
        if let held = labels.pageHeld, labels.page != nil {
            gesture(held, .hold, y: y)
            y -= 10
        }
        if let held = labels.startHeld, labels.start != nil, y >= 28 { gesture(held, .hold, y: y) }
    }

    /// Draws what holding START does, to the left of its label: where 64 rows have no other place for it.
    func holdBesideStart() {
        if let held = screen.labels.startHeld, screen.labels.lap != nil { gesture(held, .hold, x: width - 21, y: buttonRow(.start) - 5) }
    }

    private func gesture(_ label: ButtonLabel, _ gesture: Gesture, y: Int) { self.gesture(label, gesture, x: width - 9, y: y) }

    private func gesture(_ label: ButtonLabel, _ gesture: Gesture, x: Int, y: Int) {
        let icon = mark(of: label)
        panel.icon(icon, x: x, y: y)
        switch gesture {
        case .hold: panel.fill(x: x, y: y + 8, width: 7, height: 1)
        case .twice:
            panel.fill(x: x + 1, y: y + 8, width: 2, height: 1)
            panel.fill(x: x + 4, y: y + 8, width: 2, height: 1)
        }
    }

    /// The middle row of a button's label.
    func buttonRow(_ role: ButtonRole) -> Int {
        switch (role, layout) {
        case (.start, .compact): 19
        case (.lap, .compact): 37
        case (.page, .compact): 55
        case (.start, .square): 28
        case (.lap, .square): 69
        case (.page, .square): 110
        case (.start, .tall): 36
        case (.lap, .tall): 89
        case (.page, .tall): 142
        }
    }

    /// Pixels that a label of words takes at the right edge.
    func wordLabelWidth(_ label: ButtonLabel?) -> Int { label.map { words.width(of: word(key(of: $0))) + 8 } ?? 0 }

    private func buttonLabel(_ label: ButtonLabel, of role: ButtonRole, _ style: ButtonLabelStyle) {
        let middle = buttonRow(role)
        switch style {
        case .marks:
            // A tab that runs out of the right edge, towards the button.
            let tab = Box(x: width - 11, y: middle - 6, width: 11, height: 13)
            panel.icon(mark(of: label), x: width - 9, y: middle - 3, plate: tab)
            panel.invert(tab, isTab: true)
        case .words:
            let height = row(13, tallWords: 18), tabWidth = wordLabelWidth(label)
            let tab = Box(x: width - tabWidth, y: middle - height / 2, width: tabWidth, height: height)
            panel.text(word(key(of: label)), words, x: width - 4, y: tab.y + 1, align: .trailing, plate: tab)
            panel.invert(tab, isTab: true)
        }
    }

    private func mark(of label: ButtonLabel) -> Icon {
        switch label {
        case .start, .resume: .play
        case .pause: .pause
        case .lap: .lap
        case .next: .next
        case .down: .down
        case .select, .ok: .check
        case .back: .back
        case .save: .save
        case .discard, .cancel, .no: .cross
        case .yes: .check
        case .menu: .menu
        case .runs: .runs
        case .plus: .plus
        case .minus: .minus
        case .turn: .turn
        case .change: .change
        case .stop: .stop
        case .lock: .lockKeys
        case .unlock: .unlock
        case .powerOff: .powerOff
        case .delete: .trash
        case .previous: .previous
        case .log: .plus
        case .earlier: .earlier
        }
    }

    private func key(of label: ButtonLabel) -> StringKey {
        switch label {
        case .start: .startLabel
        case .pause: .pauseLabel
        case .resume: .resumeLabel
        case .lap: .lapLabel
        case .next: .nextLabel
        case .down: .downLabel
        case .select: .selectLabel
        case .back: .backLabel
        case .save: .saveLabel
        case .discard: .discardLabel
        case .cancel: .cancelLabel
        case .menu: .menuLabel
        case .runs: .runsLabel
        case .plus: .plusLabel
        case .minus: .minusLabel
        case .turn: .turnLabel
        case .change: .changeLabel
        case .stop: .stopLabel
        case .lock: .lockLabel
        case .powerOff: .powerOffLabel
        case .yes: .yesLabel
        case .no: .noLabel
        case .unlock: .unlockLabel
        case .ok: .okLabel
        case .delete: .deleteLabel
        case .previous: .previousLabel
        case .log: .logLabel
        case .earlier: .earlierLabel
        }
    }
}
