// The readers of activity files under libFuzzer: any bytes are a file, and what is read of it becomes runs of the archive.
// `scripts/soak fuzz-readers` builds and runs it, with the promises that the ordinary tests hold the corpus against.
import Glibc

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let broken = ReaderPromises.broken(by: Array(UnsafeBufferPointer(start: start, count: count)))
    guard !broken.isEmpty else { return 0 }
    for promise in broken { fputs("broken promise: \(promise)\n", stderr) }
    // So that libFuzzer keeps the input.
    abort()
}
