import JSONText
import Testing

@Suite struct JSONWriterTests {
    @Test(
        "Each kind of value has its text",
        arguments: [
            (nil, "null"), (true, "true"), (false, "false"), (0, "0"), (-12, "-12"), (.integer(.max), "9223372036854775807"),
            (1.0, "1.0"), (0.1, "0.1"), (1e21, "1e+21"), (-0.0, "-0.0"), (.number(.leastNonzeroMagnitude), "5e-324"), ("", "\"\""),
            ([], "[]"), ([:], "{}"),
            ([1, nil, "a"], "[1,null,\"a\"]"), (["b": 1, "a": [:]], "{\"b\":1,\"a\":{}}"),
        ] as [(JSONValue, String)])
    func values(value: JSONValue, text: String) {
        #expect(value.text() == text)
    }

    @Test("A number that JSON does not have is null", arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
    func notFinite(value: Double) {
        #expect(JSONValue.number(value).text() == "null")
    }

    @Test(
        "Numbers read back as the same value",
        arguments: [0.1 + 0.2, 1.0 / 3, 47.376_886_1, 1e-7, 123_456_789.123_456_78, .pi, .greatestFiniteMagnitude])
    func roundTrip(value: Double) {
        #expect(Double(JSONValue.number(value).text()) == value)
    }

    @Test(
        "Text is escaped where JSON or a terminal would take it for something else",
        arguments: [
            ("say \"hi\"", #""say \"hi\"""#), ("a\\b", #""a\\b""#), ("1\n2\r3\t4", #""1\n2\r3\t4""#),
            ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
            ("跑步 🏃", "\"跑步 🏃\""), ("\r\n", #""\r\n""#),
        ])
    func strings(value: String, text: String) {
        #expect(JSONValue.string(value).text() == text)
    }

    @Test("Members keep the order in which they were first set")
    func order() {
        var object = JSONObject()
        object["z"] = 1
        object["a"] = 2
        object["z"] = 3
        object["gone"] = 4
        object["gone"] = nil
        object["unknown"] = .null
        #expect(object.json.text() == #"{"z":3,"a":2,"unknown":null}"#)
        #expect(object["z"] == 3 && object["gone"] == nil)
        #expect((["k": 1, "k": 2] as JSONValue).text() == #"{"k":2}"#)
    }

    @Test("The pretty layout has one member a line")
    func pretty() {
        let value: JSONValue = ["run": ["km": 5.25, "laps": [1, 2], "notes": [], "hr": nil]]
        #expect(
            value.text(.pretty) == """
                {
                  "run": {
                    "km": 5.25,
                    "laps": [
                      1,
                      2
                    ],
                    "notes": [],
                    "hr": null
                  }
                }
                """)
    }

    @Test("Values of the program have a form in JSON, and a missing one is null")
    func representable() {
        let missing: Double? = nil
        let object: JSONValue = [
            "int": 5.json, "wide": Int64(6).json, "byte": UInt8(7).json, "word": UInt32(8).json, "double": 0.5.json, "flag": true.json,
            "text": "t".json, "missing": missing.json, "list": [1.5, nil].json,
        ]
        #expect(
            object.text()
                == #"{"int":5,"wide":6,"byte":7,"word":8,"double":0.5,"flag":true,"text":"t","missing":null,"list":[1.5,null]}"#)
    }
}
