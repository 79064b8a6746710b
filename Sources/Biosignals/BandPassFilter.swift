/// A cascade of two biquad sections (transposed direct form II) that runs without a break: the state is never thrown away at a window's edge.
struct BandPassFilter {
    /// One section's coefficients, a0 = 1.
    struct Section {
        let b0, b1, b2, a1, a2: Double
    }

    private let sections: [Section]
    private var memory: [SIMD2<Double>]

    /// A filter at rest at input 0.
    init(_ sections: [Section]) {
        self.sections = sections
        memory = Array(repeating: .zero, count: sections.count)
    }

    /// Sets the memory to what a constant input since ever would have left, so that the first samples make no step.
    mutating func settle(at input: Double) {
        var level = input
        for index in sections.indices {
            let section = sections[index]
            let output = level * (section.b0 + section.b1 + section.b2) / (1 + section.a1 + section.a2)
            memory[index] = SIMD2(output - section.b0 * level, section.b2 * level - section.a2 * output)
            level = output
        }
    }

    /// The output for the next input.
    mutating func push(_ input: Double) -> Double {
        var value = input
        for index in sections.indices {
            let section = sections[index]
            let state = memory[index]
            let output = section.b0 * value + state.x
            memory[index] = SIMD2(section.b1 * value - section.a1 * output + state.y, section.b2 * value - section.a2 * output)
            value = output
        }
        return value
    }
}

extension BandPassFilter {
    /// 0.4–4 Hz at 25 Hz, Butterworth, eighth order in all: the band of a pulse of 24–240 beats a minute.
    static var pulse: BandPassFilter {
        BandPassFilter([
            Section(
                b0: 0.016255176549541173, b1: 0.032510353099082345, b2: 0.016255176549541173, a1: -0.7719338873526737,
                a2: 0.19551090299439697),
            Section(b0: 1, b1: 2, b2: 1, a1: -0.8654353030869885, a2: 0.574235992548803),
            Section(b0: 1, b1: -2, b2: 1, a1: -1.7976525181921872, a2: 0.8104717249278496),
            Section(b0: 1, b1: -2, b2: 1, a1: -1.9256815769027205, a2: 0.935848184731406),
        ])
    }

    /// 0.6–4.5 Hz at 25 Hz, Butterworth, fourth order in all: the band of steps from slow walking to sprinting.
    static var steps: BandPassFilter {
        BandPassFilter([
            Section(
                b0: 0.13958256228629692, b1: 0.27916512457259385, b2: 0.13958256228629692, a1: -0.6594212176108669, a2: 0.31704787329599937),
            Section(b0: 1, b1: -2, b2: 1, a1: -1.7950490303904572, a2: 0.8200193466809323),
        ])
    }
}
