import Quantities
import ScreenModels

/// A page of the watch as a value: its own state, what presses do to it, what it shows, and what stands beside the buttons.
///
/// A page changes nothing but itself. Whatever else is to follow from a press it returns as a ``PageAction``, which the watch carries out;
/// whatever else it shows it reads from the ``PageContext``. So each page is one file and is tested without a watch. A new page is added
/// to ``CurrentPage``, a glance also to ``GlancePage``'s ring, and nowhere else in this room unless it asks for something new.
protocol WatchPage: Equatable, Sendable {
    /// What the page asks for when it is opened; most ask for nothing.
    var opening: PageAction { get }
    /// How long the page stays without a press before the clock takes its place; nil for as long as it takes.
    var staysFor: Duration? { get }
    /// True if the page shows what the day adds up to, so that it is looked up and followed.
    var showsDay: Bool { get }
    /// True if the page shows what all runs add up to, so that it is asked for.
    var needsOverview: Bool { get }
    /// What the page asks again when a run has changed; most ask for nothing.
    var refreshing: PageAction { get }
    /// True unless START held means something here, or nothing is to be kept of it: else that keeps a picture of the page at rest.
    var allowsPicture: Bool { get }
    /// Takes a press, and tells what follows beyond the page itself.
    mutating func press(_ press: Press, in context: PageContext) -> PageAction
    /// What is shown.
    func page(in context: PageContext) -> Page
    /// What a short press of each button does now. The watch leaves out the button that a board does not have.
    func labels(in context: PageContext) -> ButtonLabels
}

extension WatchPage {
    var opening: PageAction { .stay }
    var staysFor: Duration? { nil }
    var showsDay: Bool { false }
    var allowsPicture: Bool { true }
    var needsOverview: Bool { false }
    var refreshing: PageAction { .stay }
    /// Lists and menus that nobody looks at any more: a minute.
    static var atRest: Duration { .seconds(60) }
}
