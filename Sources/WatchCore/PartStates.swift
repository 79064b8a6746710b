import Quantities

/// What is known of each part.
struct PartStates: Hashable, Sendable {
    private var states: (SensorState, SensorState, SensorState, SensorState, SensorState)

    init(absent: SensorSet) {
        func first(_ kind: SensorKind) -> SensorState { absent.contains(kind) ? .absent : .starting }
        states = (first(.gps), first(.heartRate), first(.motion), first(.barometer), first(.battery))
    }

    subscript(kind: SensorKind) -> SensorState {
        get {
            switch kind {
            case .gps: states.0
            case .heartRate: states.1
            case .motion: states.2
            case .barometer: states.3
            case .battery: states.4
            }
        }
        set {
            switch kind {
            case .gps: states.0 = newValue
            case .heartRate: states.1 = newValue
            case .motion: states.2 = newValue
            case .barometer: states.3 = newValue
            case .battery: states.4 = newValue
            }
        }
    }

    static func == (a: PartStates, b: PartStates) -> Bool { a.states == b.states }
    func hash(into hasher: inout Hasher) { hasher.combine(states.0) }
}
