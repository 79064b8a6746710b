import Benchmarks
import Testing

@Suite struct WatchBenchmarkTests {
    @Test("C2: a run that buttons start is flushed each five seconds, and the same seed writes as much again")
    func run() throws {
        let a = try WatchBenchmark(lasting: .seconds(600), seed: 5), b = try WatchBenchmark(lasting: .seconds(600), seed: 5)
        let seconds = a.simulated.inSeconds
        #expect(seconds >= 600 && seconds < 610)
        #expect(a.flash == b.flash && a.distance == b.distance && a.frames == b.frames)
        #expect(a.flash.failures == 0 && a.flash.lostRecords == 0)
        #expect(Double(a.flash.flushes) >= (seconds - 20) / 5)
        #expect(a.frames > 500)
        #expect(a.distance.meters > 1000)
    }

    @Test("Requests for memory are those of the run: what telling progress takes does not count")
    func allocations() throws {
        var count: UInt64 = 0
        let bench = try WatchBenchmark(lasting: .seconds(200), seed: 1, allocationCount: { count }, progress: { _ in count += 1000 })
        #expect(bench.allocations == 0)
        #expect(bench.counted > .seconds(100))
    }

    @Test("N15: a battery that is empty before the hours are over is said, and no average is given", .timeLimit(.minutes(5)))
    func emptyBattery() {
        #expect { try WatchBenchmark(lasting: .seconds(24 * 3600), seed: 1) } throws: { "\($0)".contains("measure fewer hours") }
    }

    @Test("The object has its keys")
    func keys() throws {
        let names = try WatchBenchmark(lasting: .seconds(180), seed: 1).json.members.map(\.name)
        #expect(
            names.starts(with: [
                "simulated_hours", "cpu_s", "simulator_cpu_s", "peak_rss_mb", "flash_bytes_per_hour", "flushes_per_hour",
                "allocations_per_simulated_s",
            ]))
    }
}
