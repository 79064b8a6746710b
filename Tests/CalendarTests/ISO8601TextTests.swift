import Calendar
import Quantities
import Testing

@Suite struct ISO8601TextTests {
    @Test(
        "D4: instants are written with Z and read back the same",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_709_190_309_000, "2024-02-29T07:05:09Z"), (1_709_190_309_050, "2024-02-29T07:05:09.050Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func roundTrip(milliseconds: Int64, text: String) {
        #expect(UTCInstant(milliseconds: milliseconds).iso8601 == text)
        #expect(UTCInstant(iso8601: text)?.milliseconds == milliseconds)
    }

    @Test(
        "D5: an offset is applied when a time is read",
        arguments: [
            ("2024-02-29T09:05:09+02:00", 1_709_190_309_000), ("2024-02-29T03:35:09-0330", 1_709_190_309_000),
            ("2024-02-29T07:05:09.1234567Z", 1_709_190_309_123), ("2024-02-29T07:05:09.5Z", 1_709_190_309_500),
            ("2016-12-31T23:59:60Z", 1_483_228_799_000), ("2024-02-29 07:05:09z", 1_709_190_309_000),
        ] as [(String, Int64)])
    func reading(text: String, milliseconds: Int64) {
        #expect(UTCInstant(iso8601: text)?.milliseconds == milliseconds)
    }

    @Test(
        "D6: a time without an offset, or anything else that is no instant, is refused",
        arguments: [
            "", "2024-02-29T07:05:09", "2024-02-29", "2023-02-29T00:00:00Z", "2024-02-29T24:00:00Z", "2024-02-29T07:05:09.Z",
            "2024-02-29T07:05:09Zx", "24-02-29T07:05:09Z", "2024-02-29T07:05:09+24:00", "2024-02-29T07:05:09+2:00", "٢٠٢٤-02-29T07:05:09Z",
        ])
    func refused(text: String) {
        #expect(UTCInstant(iso8601: text) == nil)
    }

    @Test("Dates are written and read as year, month and day", arguments: ["0001-01-01", "2024-02-29", "9999-12-31"])
    func dates(text: String) throws {
        #expect(try #require(CivilDate(text)).description == text)
    }

    @Test(
        "Other forms of a date are refused",
        arguments: ["", "2024-2-29", "2024-02-30", "2024-02-29 ", "24-02-29", "2024/02/29", "-024-02-29"])
    func refusedDates(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test("A time of day is written with two digits each")
    func times() {
        #expect(CivilTime(hour: 7, minute: 5, second: 9)?.description == "07:05:09")
    }
}
