import Quantities

/// A drink with caffeine that somebody had. When is the object's time.
public struct Drink: Hashable, Sendable {
    /// Which kind it was: the id of a ``DrinkKind``; nil for one that a host brought with its caffeine only.
    public var kind: HealthID?
    /// Caffeine, mg: 0...2,000.
    public var milligrams: Double
    /// Where it was, if the watch knew its place at that moment.
    public var place: Coordinate?

    /// A drink; an amount out of range is brought into it.
    public init(kind: HealthID?, milligrams: Double, place: Coordinate? = nil) {
        self.kind = kind
        self.milligrams = Self.clamp(milligrams)
        self.place = place
    }

    /// The caffeine that a drink can have, mg. Five times what is called a high day (EFSA 2015: 400 mg) is a slip of the finger.
    public static let amounts = 0.0...2000.0
    static func clamp(_ milligrams: Double) -> Double {
        milligrams.isFinite ? min(max(milligrams, amounts.lowerBound), amounts.upperBound) : 0
    }

    /// The id of a drink that a watch logs: `drink`, its serial number, and the instant in milliseconds of UTC or of its boot.
    public static func id(serial: UInt32, milliseconds: Int64, boot: UInt64) -> HealthID {
        var id = HealthID()
        for byte in "drink".utf8 { id.append(byte) }
        id.append(serial)
        id.append(boot)
        id.append(UInt64(bitPattern: milliseconds))
        return id
    }
}

/// A drink that can be chosen. The object's id is its name within the list: `small-coffee`.
public struct DrinkKind: Hashable, Sendable {
    /// What it is called; empty for a built-in one, which the watch names in its own words.
    public var name: LocalizedText
    /// Caffeine, mg: 0...2,000.
    public var milligrams: Double

    /// A kind; an amount out of range is brought into it.
    public init(name: LocalizedText, milligrams: Double) {
        self.name = name
        self.milligrams = Drink.clamp(milligrams)
    }

    /// So many kinds are held at most, the built-in ones first.
    public static let mostKinds = 48
}

/// A kind and its id.
public struct NamedDrinkKind: Hashable, Sendable {
    /// The object's id.
    public var id: HealthID
    /// The kind.
    public var kind: DrinkKind
    /// A kind.
    public init(id: HealthID, kind: DrinkKind) { (self.id, self.kind) = (id, kind) }
    /// Its place among the built-in kinds, if the watch has to name it.
    public var builtIn: Int? { kind.name.isEmpty ? BuiltInDrinks.all.firstIndex { $0.id == id } : nil }
}

/// The eleven drinks of Apple's Coffee Tracker, which can be chosen for as long as no object of their id says otherwise.
public enum BuiltInDrinks {
    /// The drinks in their usual order.
    public static let all: [NamedDrinkKind] = [
        kind("small-coffee", 96), kind("medium-coffee", 144), kind("large-coffee", 192), kind("single-espresso", 64),
        kind("double-espresso", 128), kind("quad-espresso", 256), kind("black-tea", 47), kind("green-tea", 28), kind("soft-drink", 22),
        kind("energy-drink", 29), kind("chocolate", 18),
    ]

    private static func kind(_ id: String, _ milligrams: Double) -> NamedDrinkKind {
        NamedDrinkKind(id: HealthID(id) ?? HealthID(), kind: DrinkKind(name: LocalizedText(), milligrams: milligrams))
    }
}
