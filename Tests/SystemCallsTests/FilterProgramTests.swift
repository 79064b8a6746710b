import Quantities
import SystemCalls
import Testing

@Suite("Programs that make bytes of bytes", .serialized) struct FilterProgramTests {
    private func output(
        _ script: String, reading input: [UInt8] = [], within limit: Duration = .seconds(60), most: Int = 1 << 20
    ) throws(FilterProgramError) -> [UInt8] {
        try FilterProgram.output(of: ["sh", "-c", script], reading: input, within: limit, most: most)
    }

    @Test("What it reads and writes is of any length, and neither side waits for the other", arguments: [0, 1, 65_536, 1_000_000])
    func bytes(count: Int) throws {
        let input = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(try output("cat", reading: input) == input)
        #expect(try output("exit 0", reading: input).isEmpty)
        #expect(try output("echo words >&2", reading: input).isEmpty)
    }

    @Test("A program that is not there is told from one that fails, whose first words are told without what moves a cursor")
    func failures() {
        #expect(throws: FilterProgramError.notFound("no-such-program")) {
            try FilterProgram.output(of: ["no-such-program"], reading: [], within: .seconds(60), most: 1)
        }
        #expect(throws: FilterProgramError.notFound("")) { try FilterProgram.output(of: [], reading: [], within: .seconds(60), most: 1) }
        #expect(throws: FilterProgramError.failed("sh", status: 3, words: "bad [1mthing")) {
            try output("printf 'bad \\033[1mthing\\nmore' >&2; exit 3")
        }
        #expect(throws: FilterProgramError.failed("sh", status: 137, words: "")) { try output("kill -9 $$") }
    }

    @Test("A program that takes too long is ended, and one that writes too much has no result")
    func limits() {
        #expect(throws: FilterProgramError.tooSlow("sh", .milliseconds(50))) { try output("exec sleep 600", within: .milliseconds(50)) }
        #expect(throws: FilterProgramError.tooMuch("sh", most: 3)) { try output("printf 1234", most: 3) }
    }
}
