import HealthCore
import Quantities
import SimulatedPeripherals

/// The runner of a simulation on a folder where nobody has answered the watch's questions yet: they are skipped, and what nobody has told is
/// made up, so that the zones are alive. Nothing of it is stored.
enum DemonstrationProfile {
    static func adjust(_ settings: inout Settings, _ profile: inout Profile, script: RunnerScript) {
        // Locked buttons would not show the pages (U-A5).
        settings.autoLock = false
        guard !settings.isSetUp else { return }
        settings.isSetUp = true
        profile = Profile(
            weight: profile.weight, height: profile.height, birthYear: profile.birthYear ?? 1990, sex: profile.sex ?? .female,
            maximumHeartRate: profile.maximumHeartRate ?? script.maximumHeartRate,
            restingHeartRate: profile.restingHeartRate ?? script.restingHeartRate)
    }
}
