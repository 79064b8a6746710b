import Glibc
import Peripherals
import Quantities
import SystemCalls
import Testing

@testable import LinuxPeripherals

extension KernelTests {
    /// gpiolib and the character device are the kernel's own; the levels come from gpio-sim.
    @Suite("Lines of the kernel") final class Lines {
        static let label = "pinctrl-bcm2835"
        /// Role and line.
        static let places: [(ButtonRole, UInt32)] = [(.start, 5), (.lap, 6), (.page, 13)]
        let machine: KernelMachine
        let loop: EventLoop
        let edges = Journal<ButtonEdge>()
        /// The instants of the turns that brought the edges.
        let turns = Journal<MonotonicInstant>()
        let failures = Journal<(ButtonRole, PeripheralError)>()

        init() throws {
            machine = try #require(KernelMachine.current)
            loop = try EventLoop()
        }

        private func button(_ role: ButtonRole, _ line: UInt32, chip: String = Lines.label) -> GPIOButton {
            GPIOButton(role: role, line: GPIOLine(chip: chip, offset: line), isActiveLow: true, bias: .pullUp)
        }

        private func open(_ buttons: [GPIOButton]) -> GPIOButtons {
            let edges = edges, turns = turns, failures = failures
            return GPIOButtons(buttons, on: loop, failed: { failures.entries.append(($0, $1)) }) { edge, now in
                edges.entries.append(edge)
                turns.entries.append(now)
            }
        }

        private func openAll() throws -> GPIOButtons {
            let buttons = open(Self.places.map { button($0.0, $0.1) })
            for (_, problem) in failures.entries { Issue.record(problem) }
            try #require(buttons.roles.count == 3)
            return buttons
        }

        private func set(_ role: ButtonRole, isDown: Bool) throws {
            for place in Self.places where place.0 == role { try machine.pull(place.1, isHigh: !isDown) }
        }

        /// What came is what was done, in order, with time stamps between two instants.
        private func expect(_ presses: [(ButtonRole, Bool)], from start: MonotonicInstant) {
            #expect(edges.entries.map(\.role) == presses.map(\.0))
            #expect(edges.entries.map(\.isDown) == presses.map(\.1))
            let stamps = edges.entries.map(\.at)
            #expect(stamps == stamps.sorted())
            #expect(turns.entries == turns.entries.sorted(), "R-B16: the loop's time does not go back")
            #expect(stamps.allSatisfy { start <= $0 && $0 <= MonotonicClock.now() })
        }

        @Test("I10: presses of three buttons arrive in their order, with the kernel's time stamps")
        func order() throws {
            let buttons = try openAll()
            let presses: [(ButtonRole, Bool)] = [
                (.start, true), (.page, true), (.start, false), (.lap, true), (.page, false), (.lap, false), (.page, true), (.start, true),
                (.start, false), (.page, false),
            ]
            let start = MonotonicClock.now()
            for (role, isDown) in presses { try set(role, isDown: isDown) }
            let edges = edges
            #expect(try loop.run { edges.entries.count >= presses.count })
            expect(presses, from: start)
            // They were read long after the last one: the stamps are the edges' own.
            #expect(Set(edges.entries.map(\.at)).count == presses.count)
            withExtendedLifetime(buttons) {}
        }

        @Test("I10: a bounce train that fits the kernel's buffer arrives whole")
        func train() throws {
            let buttons = try openAll()
            let start = MonotonicClock.now()
            let presses = (0..<16).map { (ButtonRole.lap, $0 % 2 == 0) }
            for (role, isDown) in presses { try set(role, isDown: isDown) }
            let edges = edges
            #expect(try loop.run { edges.entries.count >= presses.count })
            #expect(try !loop.run(atMost: .milliseconds(50)) { edges.entries.count > presses.count })
            expect(presses, from: start)
            withExtendedLifetime(buttons) {}
        }

        @Test("I10: 200 edges that are read while they come arrive whole and in order")
        func burst() throws {
            let buttons = try openAll()
            let start = MonotonicClock.now()
            let presses = (0..<200).map { (ButtonRole.start, $0 % 2 == 0) }
            let edges = edges
            for (index, press) in presses.enumerated() {
                try set(press.0, isDown: press.1)
                if index % 7 == 6 { #expect(try loop.run { edges.entries.count > index }) }
            }
            #expect(try loop.run { edges.entries.count >= presses.count })
            expect(presses, from: start)
            withExtendedLifetime(buttons) {}
        }

        @Test("I10: after a burst that the kernel could not keep the button is as its line, and works", arguments: [199, 200])
        func overflow(count: Int) throws {
            let buttons = try openAll()
            for index in 0..<count { try set(.start, isDown: index % 2 == 0) }
            let edges = edges
            let isDown = count % 2 == 1
            #expect(try loop.run { edges.entries.count >= 16 })
            #expect(try !loop.run(atMost: .milliseconds(50)) { edges.entries.count >= count })
            #expect(edges.entries.last?.isDown == isDown)
            print("\(edges.entries.count) of \(count) edges were delivered")
            edges.entries.removeAll()
            let start = MonotonicClock.now()
            try set(.start, isDown: !isDown)
            #expect(try loop.run { !edges.entries.isEmpty })
            expect([(.start, !isDown)], from: start)
            try set(.start, isDown: false)
            withExtendedLifetime(buttons) {}
        }

        @Test("A button that is down at the start is not pressed")
        func downAtStart() throws {
            // Pull-up and a pressed button cannot be had at once from gpio-sim: active high and pull-down can.
            let button = GPIOButton(
                role: .start, line: GPIOLine(chip: Self.label, offset: 20), isActiveLow: false, bias: .external)
            try machine.pull(20, isHigh: true)
            let buttons = open([button])
            #expect(buttons.roles == [.start])
            let edges = edges
            try machine.pull(20, isHigh: false)
            #expect(try loop.run { !edges.entries.isEmpty })
            #expect(edges.entries.map(\.isDown) == [false])
        }

        @Test("I11: a chip is found by its label or its node; a label that two chips have is refused")
        func names() throws {
            #expect(open([button(.start, 5)]).roles == [.start])
            #expect(open([button(.start, 5, chip: "/dev/gpiochip0")]).roles == [.start])
            #expect(open([button(.start, 0, chip: "harrier-gone")]).roles == [.start])
            #expect(failures.entries.isEmpty)
            #expect(open([button(.start, 0, chip: "harrier-twin")]).roles == [])
            #expect(failures.entries.last?.1.problem == "cannot be told, since several chips have that label")
            #expect(open([button(.start, 0, chip: "no-such-label")]).roles == [])
            #expect(failures.entries.last?.1.problem == "cannot be had, since no GPIO chip answers to that name")
        }

        @Test("A line that is in use, or does not exist, is named, and the other buttons work")
        func refused() throws {
            let output = try GPIOOutput(GPIOLine(chip: Self.label, offset: 6))
            let buttons = open([button(.start, 5), button(.lap, 6), button(.page, 99)])
            #expect(buttons.roles == [.start])
            #expect(failures.entries.map(\.0) == [.lap, .page])
            #expect(failures.entries.map(\.1.problem) == ["is in use", "does not exist"])
            #expect(failures.entries.map(\.1.isInUse) == [true, false])
            #expect(buttons.isDown(.start) == false)
            try set(.start, isDown: true)
            let edges = edges
            #expect(try loop.run { !edges.entries.isEmpty })
            #expect(buttons.isDown(.start) == true)
            #expect(buttons.isDown(.lap) == nil)
            try set(.start, isDown: false)
            withExtendedLifetime(output) {}
        }

        @Test("An output is driven from the first moment on, and given back")
        func output() throws {
            let line = GPIOLine(chip: Self.label, offset: 17)
            for isOn in [true, false] {
                let output = try GPIOOutput(line, isOn: isOn)
                #expect(machine.text("gpio/sim_gpio17/value") == (isOn ? "1\n" : "0\n"))
                try output.set(!isOn)
                #expect(machine.text("gpio/sim_gpio17/value") == (isOn ? "0\n" : "1\n"))
            }
        }

        @Test("A buzzer sounds while its line is high, and is silent when it goes")
        func buzzer() throws {
            let loop = loop, machine = machine
            do {
                let buzzer = try GPIOBuzzer(GPIOLine(chip: Self.label, offset: 18), on: loop)
                try buzzer.play(.tick)
                #expect(machine.text("gpio/sim_gpio18/value") == "1\n")
                #expect(try loop.run { machine.text("gpio/sim_gpio18/value") == "0\n" })
                try buzzer.play(.warning)
            }
            #expect(machine.text("gpio/sim_gpio18/value") == "0\n")
        }

        @Test("What is opened is closed on exec, and is given back when it goes")
        func descriptors() throws {
            let before = Self.openDescriptors()
            do {
                let bus = try LinuxI2CBus(machine.path("i2c"))
                let output = try GPIOOutput(GPIOLine(chip: Self.label, offset: 17))
                let buttons = try openAll()
                let opened = Self.openDescriptors().subtracting(before)
                #expect(opened.count >= 5)
                for descriptor in opened { #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0) }
                withExtendedLifetime((bus, output, buttons)) {}
            }
            #expect(Self.openDescriptors() == before)
        }

        private static func openDescriptors() -> Set<Int32> {
            Set((0..<256).filter { fcntl($0, F_GETFD) >= 0 })
        }

        @Test("A chip that disappears lets its button go and does not keep the loop busy")
        func gone() throws {
            let buttons = open([button(.lap, 1, chip: "harrier-gone"), button(.start, 5)])
            #expect(buttons.roles == [.lap, .start])
            try machine.pull(1, of: "gone", isHigh: false)
            let edges = edges, failures = failures
            #expect(try loop.run { edges.entries.count == 1 })
            try machine.write("0", to: "unplug")
            let wakeUps = loop.wakeUps
            let isTold = try loop.run(atMost: .milliseconds(300)) { !failures.entries.isEmpty }
            print("the loop \(isTold ? "was" : "was not") told that the chip had gone, \(loop.wakeUps - wakeUps) wake-ups")
            #expect(loop.wakeUps - wakeUps < 5)
            // Linux before 6.6 does not wake those who wait; a press of another button does.
            try set(.start, isDown: true)
            try set(.start, isDown: false)
            #expect(try loop.run { !failures.entries.isEmpty && edges.entries.count == 4 })
            #expect(failures.entries.map(\.0) == [.lap])
            #expect(edges.entries.filter { $0.role == .lap }.map(\.isDown) == [true, false])
            #expect(buttons.roles == [.start])
        }
    }
}
