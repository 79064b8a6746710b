import HealthCore
import Quantities
import RunCore
import ScreenModels
import Testing

@testable import WatchCore

@Suite("Pages as values")
struct PageTests {
    @Test("Each page answers every press as its table says, and ignores the others", arguments: PageTable.all, [true, false])
    func answers(_ example: PageCase, _ hasLap: Bool) {
        let context = example.context(hasLap: hasLap)
        for press in PageTable.presses(hasLap: hasLap) where !(context.isLock(press) && example.page.isRun) {
            var page = example.page
            let action = page.press(press, in: context), expected = example.answer(to: press, hasLap: hasLap)
            #expect(action == expected.action, "\(press)")
            #expect(page == expected.page ?? example.page, "\(press)")
        }
    }

    @Test(
        "R-B19: a run is locked and unlocked by a hold of LAP, or of PAGE where there is no LAP, and the label says so",
        arguments: [true, false])
    func lock(_ hasLap: Bool) {
        let role: ButtonRole = hasLap ? .lap : .page
        let context = PageCase(name: "", page: .atRest, phase: .running, answers: [:]).context(hasLap: hasLap)
        for press in PageTable.presses(hasLap: hasLap) {
            var page = PageTable.views(1, isLocked: true)
            #expect(page.labels(in: context) == ButtonLabels(lapHeld: .unlock))
            let action = page.press(press, in: context)
            if press == Press(role, .second) {
                #expect(action == .showMessage(.lockChanged(isLocked: false, holding: role), for: .seconds(2)))
                #expect(page == PageTable.views(1))
                #expect(page.press(press, in: context) == .showMessage(.lockChanged(isLocked: true, holding: role), for: .seconds(2)))
                #expect(page == PageTable.views(1, isLocked: true))
            } else {
                #expect(action == (press.length == .short ? .showMessage(.locked(holding: role), for: .seconds(2)) : .stay))
                #expect(page == PageTable.views(1, isLocked: true))
            }
        }
    }

    @Test("A page asks for what it lacks when it is opened, and for nothing that it has")
    func opening() {
        #expect(CurrentPage.history(HistoryBrowser()).opening == .loadHistory(first: 0))
        #expect(CurrentPage.history(PageTable.list(at: 2)).opening == .stay)
        for example in PageTable.all where !example.name.contains("not yet here") {
            // What a calendar has may be of yesterday.
            if example.name.contains("asks again") {
                #expect(example.page.opening == example.page.refreshing && example.page.opening != .stay)
            } else {
                #expect(example.page.opening == .stay)
            }
        }
    }

    @Test("U-C2: every label stands for a press that does something, and every hold that does something has one", arguments: PageTable.all)
    func labels(_ example: PageCase) {
        for hasLap in [true, false] {
            let context = example.context(hasLap: hasLap)
            let own = example.page.labels(in: context), labels = hasLap ? own : own.withoutLapButton
            func isAnswered(_ role: ButtonRole, _ lengths: [Press.Length]) -> Bool {
                lengths.contains { length in
                    let press = Press(role, length)
                    let answer = example.answer(to: press, hasLap: hasLap)
                    // A picture can be taken everywhere, so no page says so.
                    return context.isLock(press) && example.page.isRun || answer != PageAnswer() && answer != .does(.keepPicture)
                }
            }
            for (role, label) in [(ButtonRole.start, labels.start), (.lap, labels.lap), (.page, labels.page)] where label != nil {
                #expect(isAnswered(role, [.short]), "\(role)")
            }
            for (role, label) in [(ButtonRole.start, labels.startHeld), (.lap, labels.lapHeld), (.page, labels.pageHeld)] {
                #expect(isAnswered(role, [.long, .second]) == (label != nil), "\(role) held, \(hasLap)")
            }
            #expect(labels.pageTwice == nil || isAnswered(.page, [.double]))
        }
    }

    static let gestures: [Gesture] = [.startShort, .startHold, .lapShort, .lapHold, .pageShort, .pageDouble, .pageLong, .pageHold]

    @Test("No dead ends: from every place a few presses lead back to the clock", arguments: Place.allCases, [true, false])
    func noDeadEnds(_ place: Place, _ hasLap: Bool) {
        var seen: [CurrentPage] = [], waiting = [place.rig(hasLap: hasLap)], presses = 0
        while presses < 8 {
            var next: [WatchRig] = []
            for rig in waiting {
                if rig.watch.page == .atRest, rig.phase == .idle { return }
                for gesture in Self.gestures where hasLap || (gesture != .lapShort && gesture != .lapHold) {
                    var tried = rig
                    gesture.make(&tried)
                    guard !seen.contains(tried.watch.page) else { continue }
                    seen.append(tried.watch.page)
                    next.append(tried)
                }
            }
            waiting = next
            presses += 1
        }
        Issue.record("no way from \(place) to the clock in \(presses) presses")
    }
}

extension CurrentPage {
    var isRun: Bool { if case .run = self { true } else { false } }
}
