// The readers of activity files under libFuzzer: any bytes are a file. `scripts/soak fuzz-readers` builds and runs it.
import ActivityFiles
import Glibc

/// Says which promise was broken, and ends the process so that libFuzzer keeps the input.
private func fail(_ promise: String) -> Never {
    fputs("broken promise: \(promise)\n", stderr)
    abort()
}

/// Room in depth for most files, and not for points to be taken by their likeness: what the parser alone makes of them.
private let byParserAlone: ActivityLimits = {
    var limits = ActivityLimits()
    limits.depth = 8
    return limits
}()

private func isTooDeep(_ fault: ActivityFault) -> Bool { if case .tooDeep = fault { true } else { false } }

private func words(_ activity: ImportedActivity) -> String {
    "\(activity.points.map { "\($0)" }.joined(separator: "\n"))\nstretches \(activity.segmentStarts), not read \(activity.unread), \(activity.faults)"
}

private func check(_ activity: ImportedActivity, size: Int) {
    let limits = ActivityLimits()
    if activity.points.count > min(limits.mostPoints, limits.points + size) { fail("points") }
    if activity.faults.count > limits.faults || activity.unread.count > limits.unreadNames { fail("faults and names") }
    if activity.laps.count + activity.sessions.count + activity.pauses.count > limits.summaries { fail("summaries") }
    if activity.segmentStarts.contains(where: { !activity.points.indices.contains($0) }) { fail("segments") }
    for fault in activity.faults where fault.description.isEmpty { fail("a fault without words") }
    _ = ActivitySummary(
        of: activity, device: ActivityDevice(productName: "", product: 0, serialNumber: 0, softwareVersionHundredths: 0))
    _ = activity.start.map { "\($0.milliseconds)" }
    _ = (activity.deviceDistance, activity.timer, activity.elapsed, activity.isTimeKnown)
}

@_cdecl("LLVMFuzzerTestOneInput") public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = ActivityLinter.check(bytes)
    guard let activity = try? ActivityReader.read(bytes: bytes) else { return 0 }
    check(activity, size: count)
    if activity.format != .fit, let alone = try? ActivityReader.read(bytes: bytes, limits: byParserAlone),
        !alone.faults.contains(where: isTooDeep), alone.furtherFaults == 0, alone != activity
    {
        fail("points taken by their likeness are those of the parser:\n\(words(activity))\n\(words(alone))")
    }
    return 0
}
