import Glibc
import Peripherals
import Quantities

/// An I²C bus with chip models on it, and a script of what goes wrong. Whoever owns it sets its clock before each use.
public final class SimulatedI2CBus: I2CBus {
    /// `simulated`, unless named otherwise.
    public let name: String
    /// The instant of the next transfer. Never set it back.
    public var now: MonotonicInstant
    /// What goes wrong.
    public var faults: BusFaultScript
    /// What went over it so far.
    public private(set) var traffic = BusTraffic()
    /// Addresses whose chips are unplugged by hand, besides the script.
    public private(set) var unplugged: Set<UInt8> = []

    private var chips: [any SimulatedChip] = []
    private var wereAbsent: Set<UInt8> = []
    private var wereReset: Set<Int> = []
    private var frozen: [UInt16: [UInt8]] = [:]
    private var pointers: [UInt8: UInt8] = [:]
    private var random: SeededRandom

    /// An empty bus.
    public init(name: String = "simulated", at now: MonotonicInstant, faults: BusFaultScript = .none, seed: UInt64 = 1) {
        self.name = name
        self.now = now
        self.faults = faults
        random = SeededRandom(seed: seed)
    }

    /// Puts a chip on the bus, in place of one at the same address.
    public func attach(_ chip: any SimulatedChip) {
        chips.removeAll { $0.address == chip.address }
        chips.append(chip)
        chip.powerCycle(at: now)
    }

    /// Unplugs a chip, or plugs it in again.
    public func setPlugged(_ isPlugged: Bool, at address: UInt8) {
        if isPlugged { unplugged.remove(address) } else { unplugged.insert(address) }
    }

    /// Lets all chips take their samples until an instant.
    public func advance(to instant: MonotonicInstant) {
        now = max(now, instant)
        for chip in chips { settle(chip) }
    }

    /// One combined transfer with the chip at an address.
    public func transfer(
        _ address: I2CAddress, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer
    ) throws(BusError) {
        traffic.add(write: write.count, read: read.count)
        guard write.count <= maximumTransfer, read.count <= maximumTransfer else { throw BusError(code: EMSGSIZE) }
        let place = address.value
        let fault = faults.fault(at: place, now: now)
        switch fault {
        case .held: throw BusError(code: ETIMEDOUT)
        case .failing(let code): throw BusError(code: code)
        case .unreliable(let probability) where random.uniform() < probability: throw BusError(code: EREMOTEIO)
        default: break
        }
        // Nobody answers in the address phase: ENXIO (Linux, Documentation/i2c/fault-codes.rst).
        guard let chip = chips.first(where: { $0.address == place }) else { throw BusError(code: ENXIO) }
        settle(chip)
        if unplugged.contains(place) || fault == .absent { throw BusError(code: ENXIO) }
        if fault == .notAcknowledged { throw BusError(code: EREMOTEIO) }
        if let register = write.first { pointers[place] = register }
        if fault == .frozen { return answerFrozen(chip, write: write, read: read) }
        if !write.isEmpty { chip.write(write) }
        if !read.isEmpty { chip.read(into: read) }
        spoil(read, by: fault)
    }

    /// Brings a chip to the present: its samples, its power, its identity.
    private func settle(_ chip: any SimulatedChip) {
        let fault = faults.fault(at: chip.address, now: now)
        if fault == .absent || unplugged.contains(chip.address) {
            wereAbsent.insert(chip.address)
            return
        }
        if wereAbsent.remove(chip.address) != nil { chip.powerCycle(at: now) }
        if fault == .reset, let entry = faults.entries.lastIndex(where: { $0.fault == .reset && $0.from <= now && now < $0.to }),
            wereReset.insert(entry << 7 | Int(chip.address)).inserted
        {
            chip.powerCycle(at: now)
        }
        if fault != .frozen, !frozen.isEmpty { frozen = frozen.filter { UInt8($0.key >> 8) != chip.address } }
        chip.isImpostor = fault == .impostor
        chip.advance(to: now)
    }

    private func answerFrozen(_ chip: any SimulatedChip, write: UnsafeRawBufferPointer, read: UnsafeMutableRawBufferPointer) {
        guard !read.isEmpty else { return }
        let key = UInt16(chip.address) << 8 | UInt16(pointers[chip.address] ?? 0)
        if frozen[key] == nil {
            if !write.isEmpty { chip.write(write) }
            chip.read(into: read)
            frozen[key] = Array(read)
        }
        for index in read.indices {
            let kept = frozen[key] ?? []
            read[index] = kept.isEmpty ? 0 : kept[index % kept.count]
        }
    }

    private func spoil(_ bytes: UnsafeMutableRawBufferPointer, by fault: BusFault?) {
        for index in bytes.indices {
            switch fault {
            case .zeroes: bytes[index] = 0
            case .ones: bytes[index] = 0xFF
            case .noise: bytes[index] = UInt8(truncatingIfNeeded: random.next())
            default: return
            }
        }
    }
}
