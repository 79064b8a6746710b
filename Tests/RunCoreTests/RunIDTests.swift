import Quantities
import RunCore
import Testing

@Suite("Names of runs")
struct RunIDTests {
    @Test("D9: a name is a version 4 UUID of random bits and depends on no clock")
    func version() {
        let id = RunID(randomHigh: .max, randomLow: .max)
        #expect(id.description == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(RunID(randomHigh: 0, randomLow: 0).description == "00000000-0000-4000-8000-000000000000")
    }

    @Test("A name's text reads back, in either case")
    func text() {
        let id = RunID(randomHigh: 0x0123_4567_89AB_CDEF, randomLow: 0xFEDC_BA98_7654_3210)
        #expect(RunID(id.description) == id)
        #expect(RunID(id.description.uppercased()) == id)
    }

    @Test(
        "Anything else is no name",
        arguments: [
            "", "0123", "01234567-89ab-4def-bedc-ba987654321", "01234567-89ab-4def-bedc-ba98765432100", "0123456789ab4defbedcba9876543210",
            "01234567-89ab-4def-bedc-ba987654321g", "01234567_89ab-4def-bedc-ba9876543210", "０1234567-89ab-4def-bedc-ba9876543",
        ])
    func refused(_ text: String) { #expect(RunID(text) == nil) }
}
