import Glibc
import LinuxPeripherals
import Quantities
import SystemCalls

/// A synthetic receiver of twelve satellites on a pseudo-terminal, speaking NMEA at a fixed rate from the loop's timer.
final class NMEAFeeder {
    /// What receivers leave out or cannot say.
    enum Oddity: CaseIterable {
        /// No sentence about dilutions and the satellites that are used (fault K13).
        case noGSA
        /// Neither that nor the dilution in the sentence of the fix.
        case noDilution
    }

    let terminal: PseudoTerminal
    let hasFix: Bool
    private let oddity: Oddity?
    private(set) var epochs = 0
    private let loop: EventLoop
    private let period: Duration
    private var timer: LoopTimer?

    init?(on loop: EventLoop, hertz: Int, hasFix: Bool = true, oddity: Oddity? = nil) {
        guard let terminal = PseudoTerminal() else { return nil }
        self.terminal = terminal
        self.hasFix = hasFix
        self.oddity = oddity
        self.loop = loop
        period = .seconds(1) / hertz
    }

    func start() {
        let timer = loop.makeTimer { [weak self] now in self?.tick(now) }
        self.timer = timer
        timer.setDeadline(MonotonicClock.now())
    }

    func stop() {
        if let timer { loop.remove(timer) }
        timer = nil
    }

    private func tick(_ now: MonotonicInstant) {
        let bytes = Array(epoch(epochs).utf8)
        _ = write(terminal.master, bytes, bytes.count)
        _ = terminal.output()  // gpsd probes the receiver; nobody listens
        epochs += 1
        timer?.setDeadline(now + period)
    }

    /// All sentences of one epoch: 46.5° N 7.5° E, 4.2 knots, 545.4 m, HDOP 0.9, nine of twelve satellites used.
    private func epoch(_ index: Int) -> String {
        let tenths = Int((period * index).inMilliseconds / 100)
        let seconds = tenths / 10
        let time =
            two(12 + seconds / 3600) + two(seconds / 60 % 60) + two(seconds % 60) + ".\(tenths % 10)00"
        let latitude = hasFix ? "4630.0\(three(index % 1000)),N" : ","
        let longitude = hasFix ? "00730.0\(three(index % 1000)),E" : ","
        var text = sentence(
            "GPRMC,\(time),\(hasFix ? "A" : "V"),\(latitude),\(longitude),\(hasFix ? "4.2,123.4" : ","),301126,,,\(hasFix ? "A" : "N")")
        text += sentence("GPGGA,\(time),\(latitude),\(longitude),\(hasFix ? "1,09,\(dilution),545.4,M,46.9,M" : "0,00,99.9,,,,"),,")
        if oddity == nil {
            let used = hasFix ? "02,04,05,09,10,12,17,21,25,,," : ",,,,,,,,,,,"
            let dilutions = hasFix ? "1.8,0.9,1.5" : "99.9,99.9,99.9"
            text += sentence("GPGSA,A,\(hasFix ? 3 : 1),\(used),\(dilutions)")
        }
        let satellites = [2, 4, 5, 9, 10, 12, 17, 21, 25, 26, 29, 31]
        for part in 0..<3 {
            let views = satellites[part * 4..<part * 4 + 4].map { "\(two($0)),\(20 + $0 % 60),\(three($0 * 29 % 360)),\(25 + $0 % 20)" }
            text += sentence("GPGSV,3,\(part + 1),12,\(views.joined(separator: ","))")
        }
        return text
    }

    private var dilution: String {
        switch oddity {
        case nil, .noGSA: "0.9"
        case .noDilution: ""
        }
    }

    private func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        let hex = String(sum, radix: 16, uppercase: true)
        return "$\(body)*\(hex.count < 2 ? "0" : "")\(hex)\r\n"
    }
    private func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    private func three(_ value: Int) -> String { value < 10 ? "00\(value)" : value < 100 ? "0\(value)" : "\(value)" }
}
