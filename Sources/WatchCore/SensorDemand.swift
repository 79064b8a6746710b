/// What the watch wants of its sensors just now. What is not wanted is switched off or read rarely, since that is where the battery goes.
public enum SensorDemand: UInt8, CaseIterable, Sendable {
    /// Steps of the day, every few seconds, from the accelerometer's own pedometer if it has one. Heart rate and pressure are off.
    case rest
    /// As at rest, but acceleration is looked at each second, since lifting the wrist is to light the display.
    case restUntilWristRaise
    /// Everything, once a second: a run is going on, or being prepared.
    case run
}
