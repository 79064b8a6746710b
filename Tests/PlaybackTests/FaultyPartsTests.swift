import Peripherals
import Playback
import Quantities
import RunCore
import RunLog
import SimulatedPeripherals
import Testing
import WatchCore

/// A part of the reference watch, and one way in which it can be broken.
private struct BrokenPart: CustomTestStringConvertible, Sendable {
    enum Part: CaseIterable, Sendable { case pulse, motion, barometer, battery, display, receiver }

    enum Way: Hashable, Sendable {
        case missing
        case chip(BusFault)
        case receiver(Fault)
    }

    let part: Part
    let way: Way

    var testDescription: String { "\(part) \(way)" }

    var kind: SensorKind? {
        switch part {
        case .pulse: .heartRate
        case .motion: .motion
        case .barometer: .barometer
        case .battery: .battery
        case .receiver: .gps
        case .display: nil
        }
    }

    var chip: SimulatedPart? {
        switch part {
        case .pulse: .max30101
        case .motion: .lsm6dsox
        case .barometer: .bmp390
        case .battery: .max17048
        case .display: .ssd1306
        case .receiver: nil
        }
    }

    var address: UInt8 {
        switch part {
        case .pulse: 0x57
        case .motion: 0x6A
        case .barometer: 0x77
        case .battery: 0x36
        case .display: 0x3C
        case .receiver: 0
        }
    }

    static let chipFaults: [BusFault] = [.absent, .notAcknowledged, .impostor, .frozen, .zeroes, .ones, .noise, .held, .reset]

    /// Each part alone in every way: a part is broken from the beginning, and for good.
    static let all: [BrokenPart] = Part.allCases.flatMap { part -> [BrokenPart] in
        let ways: [Way] =
            switch part {
            case .receiver: [.receiver(.gpsNoFix), .receiver(.gpsZeroes), .receiver(.gpsRepeats)]
            // Nothing is ever read from it.
            case .display: [.chip(.notAcknowledged), .chip(.held)]
            // A gauge that says the same for minutes may be right.
            case .battery: chipFaults.filter { $0 != .frozen }.map { .chip($0) }
            case .pulse, .motion, .barometer: chipFaults.map { .chip($0) }
            }
        return ([.missing] + ways).map { BrokenPart(part: part, way: $0) }
    }

    /// Every part that makes a pair with this one, each pair once.
    var partners: [BrokenPart] {
        let rest = Self.all.drop { $0.testDescription != testDescription }.dropFirst()
        return rest.filter { $0.part != part }
    }
}

/// A run of half a minute on a watch with broken parts.
private struct FaultyRun {
    private static let seconds = 25
    let player: PlayedWatch
    let sensors: ModelledSensors
    private let broken: [BrokenPart]

    init(_ broken: [BrokenPart]) throws {
        self.broken = broken
        var script = RunnerScript(
            name: "broken", legs: [.init(.stand, for: .seconds(12)), .init(.run(.metersPerSecond(3)), for: .seconds(120))])
        var chips = ModelledSensors.referenceParts + [.ssd1306], faults: [BusFaultScript.Entry] = []
        let at = { (seconds: Int) in script.monotonic.advanced(by: .seconds(seconds)) }
        for part in broken {
            switch part.way {
            case .missing where part.part == .receiver: script.faults.entries.append(.init(from: 0, to: 1000, .gpsSilent))
            case .missing: chips.removeAll { $0 == part.chip }
            case .chip(.reset): faults.append(.init(.reset, at: part.address, from: at(20), to: at(1000)))
            case .chip(let fault): faults.append(.init(fault, at: part.address, from: at(-10), to: at(1000)))
            case .receiver(.gpsRepeats): script.faults.entries.append(.init(from: 14, to: 1000, .gpsRepeats))
            case .receiver(let fault): script.faults.entries.append(.init(from: 0, to: 1000, fault))
            }
        }
        sensors = ModelledSensors(chips, at: script.monotonic, faults: BusFaultScript(faults), seed: 6)
        player = try PlayedWatch(
            SimulatedFeed(script, seed: 6, through: sensors), at: script.monotonic, display: SSD1306(on: sensors.wrist.bus))
    }

    private var name: Comment { Comment(rawValue: broken.map(\.testDescription).joined(separator: ", ")) }

    /// Starts, runs, stops and saves; what must be true of every watch is checked.
    func check() throws {
        player.press(.start)
        player.live(.seconds(6))
        player.press(.start)
        player.live(.seconds(4))
        #expect(player.watch.session.phase == .running, name)
        player.live(.seconds(Self.seconds))
        for part in broken { check(part) }
        let totals = try RunLogReader(bytes: player.save()).totals()
        #expect(totals == player.watch.session.totals, name)
        #expect(totals.endCause == .saved, name)
        #expect((totals.timer.inSeconds - Double(Self.seconds)).magnitude < 12, name)
        // Without a receiver strides are counted, without either there is no distance.
        if broken.contains(where: { $0.part == .receiver }), broken.contains(where: { $0.part == .motion && $0.way != .chip(.reset) }) {
            #expect(totals.distance.meters < 12, name)
        } else {
            #expect(20...130 ~= totals.distance.meters, name)
        }
    }

    /// A broken part gives no numbers, and the watch knows of it.
    private func check(_ broken: BrokenPart) {
        let session = player.watch.session, now = player.loop.now
        if broken.part == .display { return #expect(player.loop.host.trouble != nil, name) }
        guard broken.way != .chip(.reset), let kind = broken.kind else { return }
        if case .chip = broken.way { #expect(sensors.hub.trouble(of: kind) != nil, name) }
        switch broken.part {
        case .pulse: #expect(session.sensors.heartRate(at: now)?.rate == nil, name)
        case .motion: #expect(session.totals?.steps ?? 0 == 0, name)
        case .barometer: break
        case .battery: #expect(session.sensors.battery == nil, name)
        case .receiver: #expect(!session.hasFix, name)
        case .display: break
        }
    }
}

@Suite struct FaultyPartsTests {
    @Test(
        "C15, E8, I4, I5, G4: with any one part absent, dead or lying the watch starts, runs, records and knows of it",
        arguments: BrokenPart.all)
    fileprivate func one(_ broken: BrokenPart) throws { try FaultyRun([broken]).check() }

    @Test("With any two parts absent, dead or lying it does as well", arguments: BrokenPart.all)
    fileprivate func two(_ first: BrokenPart) throws {
        for second in first.partners { try FaultyRun([first, second]).check() }
    }

    @Test("All pairs of different parts are among them")
    func pairs() {
        let count = BrokenPart.all.reduce(0) { $0 + $1.partners.count }
        var expected = 0
        for first in BrokenPart.all { expected += BrokenPart.all.count { $0.part != first.part } }
        #expect(count * 2 == expected)
        #expect(count > 800)
    }

    @Test("With no part but a button it records the time")
    func none() throws { try FaultyRun(BrokenPart.all.filter { $0.way == .missing }).check() }
}
