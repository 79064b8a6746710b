import Glibc
import LinuxPeripherals
import Quantities
import RunCore
import RunLog
import Testing

/// What surrounds the process of a real daemon: its standard error, its signals, its rights, its descriptors.
@Suite(.serialized, .enabled(if: DaemonUnderTest.program != nil, "harrierd was not built beside the tests"))
struct ProcessTests {
    @Test(
        "R-B22, N4: whatever becomes of whoever hears the daemon, it records a run and ends in good order",
        arguments: [DaemonUnderTest.Voice.broken, .stalled, .closed, .kept])
    func voice(voice: DaemonUnderTest.Voice) throws {
        let daemon = try DaemonUnderTest()
        try daemon.start(voice)
        try daemon.startRun()
        #expect(daemon.isRunning)
        #expect(daemon.end() == 0)
        #expect(try !daemon.records().isEmpty)
        if voice == .kept { #expect(daemon.sentences.contains("harrierd: Watch under test is running on ")) }
        // Nothing of what was said has gone into a file that was opened later.
        let id = try #require(try daemon.directory.runIDs().first)
        for path in [daemon.directory.runLog(id), daemon.directory.healthStore, daemon.directory.lock] {
            #expect(!Self.holds(path, "is running on"), "\(path)")
        }
    }

    @Test(
        "A wrong word ends with the status for it, also when nobody hears what is wrong",
        arguments: [DaemonUnderTest.Voice.broken, .closed])
    func wrongBoard(voice: DaemonUnderTest.Voice) throws {
        let daemon = try DaemonUnderTest(boardText: "{}")
        try daemon.launch(voice)
        #expect(daemon.waitForEnd() == 1 << 8)
    }

    @Test("N16: what the daemon writes is for its own user and group")
    func rights() throws {
        let daemon = try DaemonUnderTest(isPrepared: false)
        try daemon.start()
        for page in [ButtonRole.start, .start, .start, .start] {
            try daemon.press(page)
            daemon.wait(milliseconds: 300)
        }
        #expect(daemon.end() == 0)
        let rights = Self.rights(daemon.directory.path)
        #expect(rights.files.count >= 2 && rights.folders.count >= 2)
        for (path, mode) in rights.files { #expect(mode & 0o137 == 0, "\(path) is \(String(mode, radix: 8))") }
        for (path, mode) in rights.folders { #expect(mode == 0o750, "\(path) is \(String(mode, radix: 8))") }
    }

    @Test(
        "N3: with so few open files the daemon says what it cannot open and records, or ends with a sentence",
        arguments: [4, 6, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 24, 32, 40])
    func fewFiles(limit: Int) throws { try Self.tryFewFiles(limit) }

    fileprivate static func tryFewFiles(_ limit: Int) throws {
        let daemon = try DaemonUnderTest()
        try daemon.launch(.kept, openFiles: limit)
        guard daemon.isListening() else {
            // It has ended, or it runs without its buttons and says so.
            if daemon.isRunning {
                #expect(daemon.sentences.contains("The control socket "), "\(limit): \(daemon.sentences)")
                #expect(daemon.end() == 0)
            } else {
                let status = daemon.waitForEnd()
                #expect(status == 1 << 8 || limit < 8, "\(limit): \(status), \(daemon.sentences)")
                #expect(!daemon.sentences.isEmpty, "\(limit)")
            }
            return
        }
        try daemon.startRun()
        #expect(daemon.isRunning, "\(limit): \(daemon.sentences)")
        let isRecorded = try !daemon.directory.runIDs().isEmpty
        #expect(isRecorded || daemon.sentences.contains("Too many open files"), "\(limit): \(daemon.sentences)")
        #expect(daemon.end() == 0, "\(limit): \(daemon.sentences)")
    }

    // MARK: - Files

    private static func holds(_ path: String, _ text: String) -> Bool {
        guard let file = fopen(path, "r") else { return false }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte >= 0 { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        let sought = Array(text.utf8)
        guard bytes.count >= sought.count else { return false }
        return (0...bytes.count - sought.count).contains { bytes[$0] == sought[0] && bytes[$0..<$0 + sought.count].elementsEqual(sought) }
    }

    private static func rights(_ folder: String) -> (files: [(String, mode_t)], folders: [(String, mode_t)]) {
        var files: [(String, mode_t)] = [], folders: [(String, mode_t)] = []
        guard let entries = opendir(folder) else { return (files, folders) }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard name != ".", name != "..", name != "board.json", name != "said" else { continue }
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
            let mode = status.st_mode & 0o7777
            if status.st_mode & S_IFMT == S_IFDIR {
                folders.append(("\(folder)/\(name)", mode))
                let inner = rights("\(folder)/\(name)")
                files += inner.files
                folders += inner.folders
            } else {
                files.append(("\(folder)/\(name)", mode))
            }
        }
        return (files, folders)
    }
}

/// The long check of scripts/soak.
@Suite(.serialized, .enabled(if: getenv("HARRIER_SOAK") != nil, "a long check of scripts/soak"))
struct FewFilesSoak {
    @Test("N3: any number of open files", arguments: 3...40)
    func fewFiles(limit: Int) throws { try ProcessTests.tryFewFiles(limit) }
}
