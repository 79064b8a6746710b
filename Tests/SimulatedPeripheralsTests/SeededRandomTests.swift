import SimulatedPeripherals
import Testing

@Suite struct SeededRandomTests {
    @Test("The first numbers of seed 0 are those of the published generator")
    func published() {
        var random = SeededRandom(seed: 0)
        #expect(random.next() == 0x99EC_5F36_CB75_F2B4)
        #expect(random.next() == 0xBF6E_1F78_4956_452A)
        #expect(random.next() == 0x1A5F_849D_4933_E6E0)
        #expect(random.next() == 0x6AA5_94F1_262D_2D2C)
    }

    @Test("Gaussian numbers have mean 0 and standard deviation 1; uniform ones fill 0..<1")
    func moments() {
        var random = SeededRandom(seed: 7)
        var sum = 0.0, squares = 0.0, lowest = 1.0, highest = 0.0
        for _ in 0..<20_000 {
            let value = random.gaussian()
            sum += value
            squares += value * value
            let even = random.uniform()
            lowest = min(lowest, even)
            highest = max(highest, even)
        }
        #expect(abs(sum / 20_000) < 0.03)
        #expect(abs(squares / 20_000 - 1) < 0.04)
        #expect(lowest >= 0 && lowest < 0.001)
        #expect(highest < 1 && highest > 0.999)
    }
}
