import Peripherals
import Quantities

/// What a driver delivered: a reference, since an expectation cannot pass anything `inout`.
final class Collected<Sample> {
    /// All samples so far.
    var all: [Sample] = []
    /// The newest measurement of a barometer; nil if the last service brought none.
    var newest: Sample?
}

extension PulseSensor {
    func service(at now: MonotonicInstant, into samples: Collected<PPGSample>) throws(ChipError) -> ServiceReport {
        try service(at: now, into: &samples.all)
    }
}

extension MotionSensor {
    func service(at now: MonotonicInstant, into samples: Collected<AccelerationSample>) throws(ChipError) -> ServiceReport {
        try service(at: now, into: &samples.all)
    }
}

extension Barometer {
    func service(at now: MonotonicInstant, into sample: Collected<PressureSample>) throws(ChipError) -> ServiceReport {
        try service(at: now, into: &sample.newest)
    }
}
