import Peripherals

/// The drivers that a ``SensorHub`` services. A board without a part leaves it out.
public struct SensorParts {
    /// The optical heart-rate sensor.
    public var pulse: (any PulseSensor)?
    /// How many of its channels are used for the heart rate, from the first on, 1...3: one green LED says more than red and infrared
    /// together. The others get just enough light to tell skin from air.
    public var pulseChannels = 1
    /// The accelerometer.
    public var motion: (any MotionSensor)?
    /// The barometer.
    public var barometer: (any Barometer)?
    /// The battery gauge.
    public var battery: (any BatteryGauge)?

    /// True if there is nothing to service.
    public var isEmpty: Bool { pulse == nil && motion == nil && barometer == nil && battery == nil }

    /// Drivers, all on buses that belong to the thread of the hub.
    public init(
        pulse: (any PulseSensor)? = nil, motion: (any MotionSensor)? = nil, barometer: (any Barometer)? = nil,
        battery: (any BatteryGauge)? = nil
    ) {
        self.pulse = pulse
        self.motion = motion
        self.barometer = barometer
        self.battery = battery
    }
}
