import Quantities
import Testing

@testable import ActivityFiles

@Suite struct ActivityLinterTests {
    /// One message of an activity, with the fields to change.
    private struct Draft {
        var number: UInt16
        var fields: [(FITField, Int64)]

        init(_ number: UInt16, _ fields: [(FITField, Int64)]) {
            self.number = number
            self.fields = fields
        }
        var message: FITMessage {
            var message = FITMessage()
            message.begin(number)
            for (field, value) in fields { message.set(field, value) }
            return message
        }
        mutating func set(_ field: FITField, _ value: Int64?) {
            fields.removeAll { $0.0 == field }
            if let value { fields.append((field, value)) }
        }
    }

    private static let start: Int64 = 0x4000_0000
    private static func record(_ second: Int64) -> Draft {
        Draft(20, [(.timestamp, start + second), (FITRecord.distance, second * 300), (FITRecord.heartRate, 150), (FITRecord.cadence, 86)])
    }
    private static func event(_ second: Int64, _ type: Int64) -> Draft {
        Draft(21, [(.timestamp, start + second), (FITEvent.event, 0), (FITEvent.eventType, type)])
    }
    private static func summary(_ number: UInt16, _ fields: FITTotalsFields, _ from: Int64, _ to: Int64, index: Int64) -> Draft {
        Draft(
            number,
            [
                (.messageIndex, index), (.timestamp, start + to), (fields.startTime, start + from), (fields.elapsed, (to - from) * 1000),
                (fields.timer, (to - from) * 1000), (fields.distance, (to - from) * 300), (fields.sport, 1),
            ])
    }
    /// A sound run of 20 s in two laps: file_id, start, 21 records with a lap after the eleventh, stop, lap, session, activity.
    private static var sound: [Draft] {
        let fileID = Draft(0, [(FITFileID.type, 4), (FITFileID.serialNumber, 7), (FITFileID.timeCreated, start)])
        var session = summary(18, FITSession.totals, 0, 20, index: 0)
        session.fields += [(FITSession.firstLapIndex, 0), (FITSession.lapCount, 2)]
        let activity = Draft(34, [(.timestamp, start + 20), (FITActivity.sessionCount, 1), (FITActivity.localTimestamp, start + 3620)])
        return [fileID, event(0, 0)] + (0...10).map(record) + [summary(19, FITLap.totals, 0, 10, index: 0)]
            + (11...20).map(record) + [event(20, 4), summary(19, FITLap.totals, 10, 20, index: 1), session, activity]
    }
    private static let firstLap = 13
    private static let lastRecord = 23
    private static let stop = 24
    private static let secondLap = 25
    private static let session = 26
    private static let activity = 27

    private func findings(_ change: (inout [Draft]) -> Void) throws -> [LintFinding] {
        var drafts = Self.sound
        change(&drafts)
        return ActivityLinter.check(try FITBytes.encoded(drafts.map(\.message)))
    }

    @Test("A sound run has no findings")
    func sound() throws { #expect(try findings { _ in }.isEmpty) }

    /// A change, and how the finding it must cause begins (the case's name).
    private struct Case: CustomTestStringConvertible, Sendable {
        var finding: String
        var change: @Sendable (inout [Draft]) -> Void
        init(_ finding: String, _ change: @escaping @Sendable (inout [Draft]) -> Void) {
            self.finding = finding
            self.change = change
        }
        var testDescription: String { finding }
    }

    private static let cases: [Case] = [
        Case("fileIDNotFirst") { $0.swapAt(0, 1) },
        Case("notAnActivity") { $0[0].set(FITFileID.type, 6) },
        Case("serialNumberMissing") { $0[0].set(FITFileID.serialNumber, nil) },
        Case("timeSincePowerOn") { $0[0].set(FITFileID.timeCreated, 1000) },
        Case("timeMissing") { $0[5].set(.timestamp, nil) },
        Case("timeGoesBack") { $0[5].set(.timestamp, start) },
        Case("timerUnpaired") { $0.insert($0[1], at: 2) },
        Case("timerUnpaired") { $0.insert($0[stop], at: stop) },
        Case("timerNotStopped") { $0.remove(at: stop) },
        Case("recordInPause") { $0.insert(event(3, 4), at: 6) },
        Case("tooFewRecords") { $0.removeAll { $0.number == 20 } },
        Case("lastRecordNotAtStop") { $0.remove(at: lastRecord) },
        Case("distanceFalls") { $0[8].set(FITRecord.distance, 10) },
        Case("lastDistanceNotTotal") { $0[lastRecord].set(FITRecord.distance, 6001) },
        Case("positionNotPlausible") { $0[8].set(FITRecord.latitude, 1_000_000) },
        Case("positionNotPlausible") { drafts in
            drafts[8].set(FITRecord.latitude, 0)
            drafts[8].set(FITRecord.longitude, 0)
        },
        Case("cadenceTooHigh") { $0[8].set(FITRecord.cadence, 172) },
        Case("heartRateZero") { $0[8].set(FITRecord.heartRate, 0) },
        Case("lapIndex") { $0[secondLap].set(.messageIndex, 0) },
        Case("lapIndex") { $0[session].set(FITSession.firstLapIndex, 1) },
        Case("lapGap") { $0[secondLap].set(FITLap.totals.startTime, start + 12) },
        Case("lapsDoNotAddUp") { $0[firstLap].set(FITLap.totals.distance, 2999) },
        Case("lapsDoNotAddUp") { $0[session].set(FITSession.totals.elapsed, 20_001) },
        Case("recordOutsideLaps") { drafts in drafts.swapAt(firstLap, secondLap) },
        Case("lapCount") { $0[session].set(FITSession.lapCount, 3) },
        Case("timerExceedsElapsed") { $0[firstLap].set(FITLap.totals.timer, 10_001) },
        Case("fieldMissing") { $0[session].set(FITSession.totals.sport, nil) },
        Case("fieldMissing") { $0[secondLap].set(FITLap.totals.elapsed, nil) },
        Case("sessionCount") { $0.remove(at: session) },
        Case("activityCount") { $0.remove(at: activity) },
        Case("activityCount") { $0.append($0[activity]) },
        Case("localOffset") { $0[activity].set(FITActivity.localTimestamp, start + 20 + 15 * 3600) },
    ]

    @Test("H3, H5, H7, H8: each broken rule is found", arguments: cases)
    private func brokenRule(_ broken: Case) throws {
        let found = try findings(broken.change)
        #expect(
            found.contains { String(describing: Mirror(reflecting: $0).children.first?.label ?? "\(caseName($0))") == broken.finding },
            "\(found)")
        for finding in found { #expect(finding.description.count > 10) }
    }

    /// The name of a case without values.
    private func caseName(_ finding: LintFinding) -> String {
        finding == .fileIDNotFirst
            ? "fileIDNotFirst"
            : finding == .notAnActivity
                ? "notAnActivity"
                : finding == .serialNumberMissing ? "serialNumberMissing" : finding == .timerNotStopped ? "timerNotStopped" : "?"
    }

    @Test("H1: bytes after the end, a wrong checksum and a second file are found")
    func container() throws {
        let bytes = try FITBytes.encoded(Self.sound.map(\.message))
        #expect(ActivityLinter.check(bytes).isEmpty)
        #expect(ActivityLinter.check(bytes + [1, 2, 3]) == [.unreadable(.trailingBytes(offset: Int64(bytes.count)))])
        #expect(
            ActivityLinter.check(Array(bytes.dropLast()) + [bytes[bytes.count - 1] ^ 1]) == [
                .unreadable(.fileChecksum(offset: Int64(bytes.count - 2)))
            ])
        #expect(ActivityLinter.check(bytes + bytes).contains(.severalParts(2)))
        #expect(ActivityLinter.check([]).contains(.unreadable(.empty)))
    }
}
