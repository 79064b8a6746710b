import Biosignals
import Testing

@Suite struct RateModelTests {
    @Test("The shipped table holds exactly the weights of tools/heart-rate-model/weights.json")
    func table() {
        let file = GoldenFile("../../../tools/heart-rate-model/weights.json")
        let model = RateModel.shipped
        #expect(model.inputWeights.count == RateModel.hidden * RateModel.features)
        #expect(file.numbers(under: "W1").map { Float($0) } == model.inputWeights)
        #expect(file.numbers(under: "b1").map { Float($0) } == model.hiddenBiases)
        #expect(file.numbers(under: "w2").map { Float($0) } == model.outputWeights)
    }

    @Test("A model with a wrong number of weights is refused")
    func counts() {
        #expect(RateModel(inputWeights: [1], hiddenBiases: [], outputWeights: [], outputBias: 0) == nil)
    }
}
