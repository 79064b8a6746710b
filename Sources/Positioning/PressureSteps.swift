/// Takes out of the heights what no runner climbs: steps of the pressure when the case is pressed, a gust blows or a door falls shut.
///
/// A climb is a ramp, a disturbance a step. So a change within one reading that the trend does not explain is set aside; when the pressure
/// steps back, all of it is undone, so that many disturbances do not add up; one that stays is the sensor's new level.
struct PressureSteps: Sendable {
    /// m. A greater change at once is a step (0.15 hPa): four times the noise of a good barometer, and half of the least gust that matters.
    private static let leastStep = 1.2
    /// The same in deviations of the noise that is seen, for worse ones.
    private static let deviations = 4.5
    /// m/s. Nobody climbs faster: stairs at a run are 0.7.
    private static let fastestClimb = 1.5
    /// s. After a longer silence nothing is known of a step.
    private static let patience = 5.0
    /// s. What stays longer than this is no disturbance.
    private static let longest = 15.0
    /// s. What the trend and the noise remember.
    private static let memory = 6.0, noiseMemory = 60.0

    private var reference: Double?
    private var trend = 0.0
    private var variance = 0.07
    private var shift = 0.0
    private var lasted = 0.0
    /// Metres of steps that have stayed.
    private var settled = 0.0

    /// The height without its steps.
    mutating func corrected(_ height: Double, elapsed: Double) -> Double {
        guard let reference, elapsed <= Self.patience else {
            (reference, trend, shift, lasted) = (height - settled, 0, 0, 0)
            return height - settled
        }
        let expected = reference + trend * elapsed
        var value = height - settled - shift
        let surprise = value - expected
        let limit = max(Self.leastStep, Self.deviations * variance.squareRoot()) + max(0, elapsed - 1) * Self.fastestClimb
        if abs(surprise) > limit {
            let back = height - settled - expected
            if shift != 0, abs(back) <= limit {
                shift = 0
                lasted = 0
            } else {
                shift += surprise
            }
            value = height - settled - shift
        }
        if shift != 0 {
            lasted += elapsed
            if lasted > Self.longest {
                settled += shift
                (shift, lasted) = (0, 0)
            }
        }
        learn(value - expected, elapsed: elapsed)
        return value
    }

    private mutating func learn(_ surprise: Double, elapsed: Double) {
        guard let reference, elapsed > 0 else { return }
        let gain = min(1, elapsed / Self.memory * 2)
        let expected = reference + trend * elapsed
        self.reference = expected + surprise * gain
        trend += surprise * gain * gain / 4 / elapsed
        trend = max(-Self.fastestClimb, min(Self.fastestClimb, trend))
        let square = min(surprise * surprise, 9 * variance)
        variance += (square - variance) * min(1, elapsed / Self.noiseMemory)
    }
}
