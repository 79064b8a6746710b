import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Calls of a file system") struct FileSystemCallsTests {
    @Test(
        "The first bytes of a file are read through interruptions and short reads, and no more than are asked for", arguments: [1, 3, .max])
    func readFirst(shortest: Int) throws {
        let folder = TemporaryFolder(), path = folder.write("0123456789", to: "ten"), calls = FailingFileSystem()
        (calls.shortest, calls.isInterrupting) = (shortest, true)
        let descriptor = try calls.retrying { () throws(Errno) in try calls.open(path, flags: O_RDONLY | O_CLOEXEC, mode: 0) }
        defer { calls.close(descriptor) }
        for most in [0, 1, 9, 10, 11, 1000] {
            #expect(try calls.readFirst(descriptor, most: most) == Array("0123456789".utf8.prefix(most)))
        }
    }

    @Test("A read that fails is an error and no shorter file")
    func failedRead() throws {
        let folder = TemporaryFolder(), path = folder.write("0123456789", to: "ten"), calls = FailingFileSystem(.read, 2, .inputOutput)
        calls.shortest = 3
        let descriptor = try calls.open(path, flags: O_RDONLY | O_CLOEXEC, mode: 0)
        defer { calls.close(descriptor) }
        do {
            _ = try calls.readFirst(descriptor, most: 10)
            Issue.record("it was read")
        } catch { #expect(error == .inputOutput) }
    }
}
