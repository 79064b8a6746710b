import Quantities
import Training

extension ReportPhrase {
    /// The name of a record.
    init(_ kind: RecordKind) {
        switch kind {
        case .effort(let effort): self.init(effort)
        case .longestDistance: self = .longestWay
        case .longestTime: self = .longestTime
        case .mostClimb: self = .mostClimb
        }
    }

    /// The name of a best effort.
    init(_ kind: BestEffortKind) {
        switch kind {
        case .fourHundredMeters: self = .fourHundred
        case .kilometer: self = .kilometer
        case .mile: self = .mile
        case .threeKilometers: self = .threeKm
        case .fiveKilometers: self = .fiveKm
        case .tenKilometers: self = .tenKm
        case .halfMarathon: self = .halfMarathon
        case .marathon: self = .marathon
        case .hour: self = .hour
        }
    }
}

extension ReportUnit {
    /// What a record amounts to.
    func markup(_ value: RecordValue, of kind: RecordKind) -> Markup {
        switch value {
        case .time(let time): "<span>\(ReportText.time(time))</span>"
        case .distance(let climb) where kind == .mostClimb: .amount(ShownNumber.text(ShownNumber.meters(of: climb)), .meters)
        case .distance(let distance): .amount(amount(distance), phrase)
        }
    }

    /// The same in a sentence.
    func text(_ value: RecordValue, of kind: RecordKind) -> String {
        switch value {
        case .time(let time): ReportText.time(time)
        case .distance(let climb) where kind == .mostClimb: "\(ShownNumber.text(ShownNumber.meters(of: climb))) m"
        case .distance(let distance): "\(amount(distance)) \(isMiles ? "mi" : "km")"
        }
    }
}
