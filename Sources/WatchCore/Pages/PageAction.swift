import Quantities
import RunCore
import ScreenModels

/// What follows from a press beyond the page that took it.
enum PageAction: Equatable, Sendable {
    /// Nothing.
    case stay
    /// Another page is opened.
    case open(CurrentPage)
    /// A setting or a value of the runner is set and stored; then another page is opened, if one is named.
    case set(SettingValue, thenOpen: CurrentPage? = nil)
    /// The last answer of the first start is set and stored, and the clock is shown.
    case finishSetUp(SettingValue)
    /// A run is got ready with the settings of now.
    case prepareRun
    /// The run is told something. Its page follows from its phase.
    case command(RunCommand)
    /// A message is shown over the page for some time.
    case showMessage(Message, for: Duration)
    /// A picture of the page is kept on the card.
    case keepPicture
    /// Four rows of the history are asked for, from an index, newest first.
    case loadHistory(first: UInt32)
    /// A run on the card is asked for.
    case loadRun(RunID)
    /// Something of the runs on the card is asked for.
    case askRuns(RunQuestion)
    /// A run on the card is deleted, and another page is opened.
    case removeRun(RunID, thenOpen: CurrentPage)
    /// Something is done with drinks, and another page is opened.
    case drink(DrinkChange, thenOpen: CurrentPage)
    /// The watch is turned off.
    case powerOff
}
