import RunCore
import Testing

@testable import RunLog

@Suite struct FlushScheduleTests {
    private func event(_ milliseconds: UInt32, _ kind: RunEvent.Kind) -> RunRecord {
        .event(RunEvent(time: RunTime(milliseconds: milliseconds), kind: kind))
    }
    private func sample(_ milliseconds: UInt32) -> RunRecord { .sample(RunSample(time: RunTime(milliseconds: milliseconds))) }

    @Test("C2: five seconds of samples make one flush, though a sample is some milliseconds early")
    func fifthSecond() {
        var schedule = FlushSchedule()
        let atStart = schedule.isDue(after: .header(RecordedRuns.header()))
        let due = (1...20).map { schedule.isDue(after: sample(UInt32($0) * 1000 - UInt32($0 % 3) * 40)) }
        #expect(atStart && due.indices.filter { due[$0] } == [4, 9, 14, 19])
    }

    @Test("An event is flushed at once and the five seconds begin anew; a flapping sensor waits its turn")
    func events() {
        var schedule = FlushSchedule()
        let records = [
            sample(3000), event(3500, .pause(.manual)), sample(6000), event(6100, .sensor(.gps, .failed)), sample(8100), event(8200, .stop),
        ]
        #expect(records.map { schedule.isDue(after: $0) } == [false, true, false, false, true, true])
    }
}
