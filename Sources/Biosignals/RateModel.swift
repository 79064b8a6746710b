/// A small network that says of each rate, from twenty features of the spectra at that rate, its double and its fractions, how well it fits:
/// 20 inputs, 16 rectified hidden units, one output. All rates share its 353 weights, so it cannot learn heart rates by heart.
public struct RateModel: Sendable {
    /// Features of each rate.
    public static let features = 20
    /// Hidden units.
    public static let hidden = 16

    /// Weights from feature to hidden unit, unit by unit: `hidden` rows of `features`.
    public let inputWeights: [Float]
    /// Offsets of the hidden units.
    public let hiddenBiases: [Float]
    /// Weights from hidden unit to output.
    public let outputWeights: [Float]
    /// Offset of the output.
    public let outputBias: Float

    /// A model from its weights; nil if a count is wrong.
    public init?(inputWeights: [Float], hiddenBiases: [Float], outputWeights: [Float], outputBias: Float) {
        guard inputWeights.count == Self.hidden * Self.features, hiddenBiases.count == Self.hidden, outputWeights.count == Self.hidden
        else { return nil }
        self.init(
            checkedInputWeights: inputWeights, hiddenBiases: hiddenBiases, outputWeights: outputWeights, outputBias: outputBias)
    }

    /// A model from a generated table, whose counts the generator and a test have checked.
    init(checkedInputWeights: [Float], hiddenBiases: [Float], outputWeights: [Float], outputBias: Float) {
        inputWeights = checkedInputWeights
        self.hiddenBiases = hiddenBiases
        self.outputWeights = outputWeights
        self.outputBias = outputBias
    }

    /// Writes the output for each of `count` rates; `values` holds the features one after another, each as `count` values.
    func evaluate(_ values: [Float], count: Int, into outputs: inout [Float]) {
        for index in 0..<count { outputs[index] = outputBias }
        values.withUnsafeBufferPointer { values in
            outputs.withUnsafeMutableBufferPointer { outputs in
                inputWeights.withUnsafeBufferPointer { weights in
                    for unit in 0..<Self.hidden {
                        let row = unit * Self.features
                        let (bias, outputWeight) = (hiddenBiases[unit], outputWeights[unit])
                        for index in 0..<count {
                            var sum = bias
                            for feature in 0..<Self.features { sum += weights[row + feature] * values[feature * count + index] }
                            outputs[index] += outputWeight * max(0, sum)
                        }
                    }
                }
            }
        }
    }
}
