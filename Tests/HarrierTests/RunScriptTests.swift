import Glibc
import TestSupport
import Testing

/// `scripts/run` with a `harrier` that prints its words.
@Suite struct RunScriptTests {
    private func words(_ line: String) throws -> String {
        let folder = TemporaryFolder()
        let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        folder.makeFolder("scripts")
        folder.makeFolder("Sources")
        folder.write("", to: "Package.swift")
        let program = folder.write("#!/bin/sh\necho \"$*\"\n", to: ".build/release/harrier")
        chmod(program, 0o755)
        symlink("\(package)/scripts/packages.sh", "\(folder.path)/scripts/packages.sh")
        let stream = try #require(
            popen(
                "cp '\(package)/scripts/run' '\(folder.path)/scripts/run' && touch '\(folder.path)/.build/harrier.built' && bash '\(folder.path)/scripts/run' \(line)",
                "r"))
        defer { pclose(stream) }
        var text = [CChar](repeating: 0, count: 1000)
        guard fgets(&text, 1000, stream) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test(
        "U-A10: a recording is found wherever it stands among the options, by all that replay reads",
        arguments: [
            ("", "simulate "), ("--for 2min --speed 20", "simulate --for 2min --speed 20"), ("my.fit", "replay my.fit"),
            ("--speed 10 My.FIT", "replay --speed 10 My.FIT"), ("my.gpx --speed max", "replay my.gpx --speed max"),
            ("my.fit.gz", "replay my.fit.gz"), ("--speed max my.GPX.gz", "replay --speed max my.GPX.gz"), ("my.tcx", "replay my.tcx"),
            ("my.tcx.gz --json", "replay my.tcx.gz --json"), ("--board mine.json", "simulate --board mine.json"),
        ])
    func find(line: String, expected: String) throws {
        #expect(try words(line) == expected.trimmingBlank)
    }
}

extension String {
    fileprivate var trimmingBlank: String { hasSuffix(" ") ? String(dropLast()) : self }
}
