/// What can tell of movement: each may be wrong, silent or missing without the others.
public enum MovementWitness: UInt8, CaseIterable, Sendable {
    /// Where the receiver says the runner is.
    case positions
    /// How fast the receiver says the runner is, which it measures by itself.
    case doppler
    /// Steps.
    case strides
}

/// What a witness is worth just now.
public enum WitnessState: UInt8, CaseIterable, Sendable {
    /// It has never said anything.
    case absent
    /// It has spoken, and is silent.
    case silent
    /// It speaks, and nothing contradicts it.
    case good
    /// It speaks, and others prove it wrong: it is ignored until it has agreed for half a minute.
    case contradicted
}

/// The three witnesses of movement.
public struct MovementWitnesses: Sendable, Hashable {
    /// The receiver's positions.
    public var positions = WitnessState.absent
    /// The receiver's own speed.
    public var doppler = WitnessState.absent
    /// The step sensor.
    public var strides = WitnessState.absent

    /// Nothing has spoken yet.
    public init() {}

    /// The state of one of them.
    public subscript(witness: MovementWitness) -> WitnessState {
        switch witness {
        case .positions: positions
        case .doppler: doppler
        case .strides: strides
        }
    }

    /// The one that the others prove wrong, which the runner is told of; positions come first, because the most hangs on them.
    public var doubted: MovementWitness? { MovementWitness.allCases.first { self[$0] == .contradicted } }
}

/// The two witnesses of height.
public struct HeightWitnesses: Sendable, Hashable {
    /// The barometer.
    public var barometer = WitnessState.absent
    /// The receiver's heights.
    public var receiver = WitnessState.absent

    /// Nothing has spoken yet.
    public init() {}
}
