import HealthCore
import Quantities
import Testing

@Suite struct ProfileTests {
    @Test("Values out of range are brought into it, and nonsense becomes the lowest", arguments: [-.infinity, -1, 0, 1e9, .infinity, .nan])
    func ranges(value: Double) {
        let profile = Profile(
            weight: .kilograms(value), height: .meters(value), birthYear: value > 0 ? .max : .min,
            maximumHeartRate: .beatsPerMinute(value), restingHeartRate: .beatsPerMinute(value))
        #expect(Profile.weights.contains(profile.weight))
        #expect(Profile.heights.contains(profile.height))
        #expect(profile.birthYear.map { Profile.birthYears.contains($0) } == true)
        #expect(profile.maximumHeartRate.map { Profile.maximumHeartRates.contains($0) } == true)
        #expect(profile.restingHeartRate.map { Profile.restingHeartRates.contains($0) } == true)
    }

    @Test("E8: what was not told is absent")
    func absent() {
        let profile = Profile()
        #expect(profile.birthYear == nil && profile.sex == nil && profile.maximumHeartRate == nil && profile.restingHeartRate == nil)
        #expect(profile.weight == .kilograms(65) && profile.height == .meters(1.7))
    }
}
