import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Whole files") struct WholeFileTests {
    private static let old: [UInt8] = Array("the older file".utf8)
    private static let new = [UInt8](repeating: 7, count: 100_000)

    private func write(_ bytes: [UInt8] = WholeFileTests.new, to path: String, _ calls: any FileSystemCalls = LinuxFileSystem.shared) throws
    {
        try WholeFile.write(bytes, to: path, permissions: 0o640, calls: calls)
    }

    @Test("A file is whole, alone in its folder, and has the permissions that were asked for")
    func whole() throws {
        let folder = TemporaryFolder()
        try write(to: folder.path + "/a")
        #expect(folder.names == ["a"])
        #expect(folder.bytes("a") == Self.new)
        var status = stat()
        #expect(stat(folder.path + "/a", &status) == 0)
        #expect(status.st_mode & 0o777 & ~0o640 == 0)
    }

    @Test("Short writes and interrupted calls are gone on with")
    func shortWrites() throws {
        let folder = TemporaryFolder(), calls = FailingFileSystem()
        calls.shortest = 999
        calls.isInterrupting = true
        folder.write(Self.old, "a")
        try write(to: folder.path + "/a", calls)
        #expect(folder.names == ["a"])
        #expect(folder.bytes("a") == Self.new)
    }

    static let errors: [Errno] = [.noSpace, .inputOutput, .readOnly, Errno(code: EDQUOT), Errno(code: EMFILE)]

    @Test(
        "C6: whichever call fails, the error says so, the older file is as it was and no temporary one is left",
        arguments: WholeFileTests.errors)
    func failingCall(errno: Errno) throws {
        let counting = FailingFileSystem(), folder = TemporaryFolder()
        folder.write(Self.old, "a")
        try write(to: folder.path + "/a", counting)
        #expect(FailingFileSystem.Call.allCases.filter { counting.counts[$0] ?? 0 > 0 } == [.open, .write, .synchronize, .look, .rename])
        for call in FailingFileSystem.Call.allCases {
            for n in 0..<(counting.counts[call] ?? 0) {
                folder.write(Self.old, "a")
                do {
                    try write(to: folder.path + "/a", FailingFileSystem(call, n, errno))
                    // Only the first look can fail without harm: the second finds the same.
                    #expect(call == .look && n == 0)
                } catch let error as WholeFileError {
                    #expect(error.errno == errno && "\(error)".contains("\(errno)"))
                    // The last steps make the new name durable: the file has it by then, and is whole.
                    let isNamed = call == .open && n == 1 || call == .synchronize && n == 1
                    #expect(folder.bytes("a") == (isNamed ? Self.new : Self.old))
                }
                #expect(folder.names == ["a"])
            }
        }
    }

    @Test("A left-over of an interrupted writing is replaced, and a link in its place is not followed")
    func leftOver() throws {
        let folder = TemporaryFolder()
        folder.write(Self.old, "victim")
        #expect(symlink(folder.path + "/victim", "\(folder.path)/.a.\(getpid()).part") == 0)
        try write(to: folder.path + "/a")
        #expect(folder.names == ["a", "victim"])
        #expect(folder.bytes("victim") == Self.old)
    }

    @Test("A file that is dropped half-way leaves nothing")
    func dropped() throws {
        let folder = TemporaryFolder()
        folder.write(Self.old, "a")
        do {
            let file = try WholeFile(folder.path + "/a", permissions: 0o644)
            try Self.new.withUnsafeBytes { try file.append($0) }
            #expect(folder.names.count == 2)
        }
        #expect(folder.names == ["a"])
        #expect(folder.bytes("a") == Self.old)
    }

    @Test("A name that is taken is not replaced unless that is asked for", arguments: [Errno?.none, .invalid])
    func taken(withoutTheCall errno: Errno?) throws {
        let folder = TemporaryFolder()
        // The first call of renameat2 fails where a file system lacks it.
        let calls = FailingFileSystem { call, n in call == .rename && n == 0 ? errno : nil }
        let file = try WholeFile(folder.path + "/a", permissions: 0o644, calls: calls)
        folder.write(Self.old, "a")
        #expect {
            try file.commit(replacing: false)
        } throws: {
            ($0 as? WholeFileError)?.isTaken == true
        }
        #expect(folder.bytes("a") == Self.old)
        let free = try WholeFile(
            folder.path + "/b", permissions: 0o644, calls: FailingFileSystem { call, n in call == .rename && n == 0 ? errno : nil })
        try free.commit(replacing: false)
        #expect(folder.bytes("b") == [])
    }

    // MARK: - What is no regular file

    /// What a name may stand for, and whether it takes bytes.
    enum Place: CaseIterable { case device, linkToDevice, linkToFile, danglingLink, folder, trailingSlash }

    @Test("N12: only regular files are replaced; a device takes the bytes itself; links and folders are refused", arguments: Place.allCases)
    func places(place: Place) throws {
        let folder = TemporaryFolder(), name = folder.path + "/a"
        folder.write(Self.old, "victim")
        var target = name
        var takesBytes = false
        switch place {
        case .device: (target, takesBytes) = ("/dev/null", true)
        case .linkToDevice:
            #expect(symlink("/dev/null", name) == 0)
            takesBytes = true
        case .linkToFile: #expect(symlink(folder.path + "/victim", name) == 0)
        case .danglingLink: #expect(symlink(folder.path + "/nothing", name) == 0)
        case .folder: #expect(mkdir(name, 0o755) == 0)
        case .trailingSlash: target = name + "/"
        }
        var status = stat(), before = stat()
        let isThere = lstat(target, &before) == 0
        do {
            try write(to: target)
            #expect(takesBytes)
        } catch let error as WholeFileError {
            #expect(!takesBytes && !"\(error)".isEmpty)
        }
        #expect(isThere == (lstat(target, &status) == 0))
        #expect(status.st_mode == before.st_mode && status.st_ino == before.st_ino)
        #expect(folder.bytes("victim") == Self.old)
        #expect(folder.names.allSatisfy { !$0.hasSuffix(".part") })
    }

    @Test("N12: what a shell put behind /dev/stdout gets the bytes, also a file")
    func ownDescriptor() throws {
        let folder = TemporaryFolder(), path = folder.path + "/behind"
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        #expect(try !WholeFile.write(Array("drawing".utf8), to: "/dev/fd/\(descriptor)", permissions: 0o644))
        #expect(folder.bytes("behind") == Array("drawing".utf8))
    }

    @Test("N12: a pipe gets the bytes")
    func pipe() throws {
        let folder = TemporaryFolder(), name = folder.path + "/pipe"
        #expect(mkfifo(name, 0o600) == 0)
        // Open at both ends, so that nobody waits; what is written fits into the pipe.
        let end = open(name, O_RDWR | O_NONBLOCK)
        defer { close(end) }
        try write(Self.old, to: name)
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(end, &bytes, bytes.count)
        #expect(Array(bytes.prefix(max(0, count))) == Self.old)
        var status = stat()
        #expect(lstat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }
}
