import Glibc
import Peripherals
import Quantities

/// Why there is no connection to gpsd. It is noted at each attempt, so it holds numbers only, and becomes words when somebody asks.
struct GPSDFailure: Hashable {
    enum Reason: Hashable {
        /// No socket, no way, nobody there: an errno.
        case unreachable(Int32)
        /// The name means nothing: an `EAI_…`, and its errno.
        case unknownHost(status: Int32, error: Int32)
        /// The name servers have not answered yet.
        case lookingUp
        /// It has not accepted the connection in time.
        case noAnswer
        /// The question could not be sent: an errno.
        case takesNoQuestion(Int32)
        /// It closed the connection.
        case closed
        /// It sent a line longer than gpsd's.
        case endlessLine
        /// It sent more than any receiver says.
        case flood
        /// It said nothing that gpsd would say.
        case noGreeting
        /// It has left questions unanswered.
        case stoppedAnswering
    }

    var reason: Reason
    /// When the next attempt comes; nil while this one goes on.
    var wait: Duration?

    /// The sentence.
    func error(at address: GPSDAddress) -> PeripheralError {
        let (problem, advice) = words
        let retry = wait.map { "; trying again in \(max(1, $0.inMilliseconds / 1000)) s" } ?? ""
        return PeripheralError(part: "gpsd at \(address)", problem: problem, advice: advice + retry)
    }

    private static let imposter = "check that it is gpsd that listens there"

    private var words: (problem: String, advice: String) {
        switch reason {
        case .unreachable(let code): ("could not be reached (\(Self.words(code)))", "check that gpsd runs and listens there")
        case .unknownHost(let status, let error):
            (
                "could not be looked up (\(HostLookUp.reason(status: status, error: error)))",
                "check the name and the network, or give a number"
            )
        case .lookingUp: ("is still being looked up", "check the network, or give a number")
        case .noAnswer: ("does not answer", "check the host and its network")
        case .takesNoQuestion(let code): ("takes no question (\(Self.words(code)))", "check that gpsd runs and listens there")
        case .closed: ("closed the connection", "it may be restarting")
        case .endlessLine: ("sent an endless line", Self.imposter)
        case .flood: ("sends far too much", Self.imposter)
        case .noGreeting: ("accepts the connection but says nothing of gpsd", Self.imposter)
        case .stoppedAnswering: ("has stopped answering", "restart gpsd")
        }
    }

    private static func words(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "errno \(code)" }
}
