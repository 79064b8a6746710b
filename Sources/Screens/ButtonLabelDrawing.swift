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
    /// Draws what the buttons do now, beside each.
    func buttonLabels(_ style: ButtonLabelStyle = .marks) {
        if let label = screen.labels.start { buttonLabel(label, of: .start, style) }
        if let label = screen.labels.lap { buttonLabel(label, of: .lap, style) }
        if let label = screen.labels.page { buttonLabel(label, of: .page, style) }
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
        case .discard, .cancel: .cross
        case .menu: .menu
        case .plus: .plus
        case .unlock: .unlock
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
        case .plus: .plusLabel
        case .unlock: .unlockLabel
        case .ok: .okLabel
        }
    }
}
