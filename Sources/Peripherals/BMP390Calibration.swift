/// The factory's correction of one BMP390: 21 bytes of its memory, and the polynomial that they belong to.
///
/// Layout, scales and polynomial checked against Bosch's BMP3 sensor API (bmp3.c: floating-point compensation; the data sheet
/// BST-BMP390-DS002 prints the same in its appendix) and, for the layout, drivers/iio/pressure/bmp280.h of Linux.
struct BMP390Calibration: Hashable, Sendable {
    /// How many bytes there are, from register 0x31 on.
    static let length = 21

    private let t1: Double
    private let t2: Double
    private let t3: Double
    /// Offset of the pressure, by powers of the temperature.
    private let offset: SIMD4<Double>
    /// Pressure per unit of the converter, by powers of the temperature.
    private let slope: SIMD4<Double>
    /// The square's coefficient and how it grows with temperature; the cube's.
    private let square: Double
    private let squarePerDegree: Double
    private let cube: Double

    /// Decodes the bytes; nil if they are all the same, which no calibration is.
    init?(_ byte: (Int) -> UInt8) {
        guard (1..<Self.length).contains(where: { byte($0) != byte(0) }) else { return nil }
        func unsigned(_ index: Int) -> Double { Double(UInt16(byte(index)) | UInt16(byte(index + 1)) << 8) }
        func signed(_ index: Int) -> Double { Double(Int16(bitPattern: UInt16(byte(index)) | UInt16(byte(index + 1)) << 8)) }
        func small(_ index: Int) -> Double { Double(Int8(bitPattern: byte(index))) }
        t1 = unsigned(0) * 0x1p8
        t2 = unsigned(2) * 0x1p-30
        t3 = small(4) * 0x1p-48
        slope = SIMD4((signed(5) - 16384) * 0x1p-20, (signed(7) - 16384) * 0x1p-29, small(9) * 0x1p-32, small(10) * 0x1p-37)
        offset = SIMD4(unsigned(11) * 0x1p3, unsigned(13) * 0x1p-6, small(15) * 0x1p-8, small(16) * 0x1p-15)
        square = signed(17) * 0x1p-48
        squarePerDegree = small(19) * 0x1p-48
        cube = small(20) * 0x1p-65
    }

    /// Degrees Celsius of a raw temperature.
    func celsius(raw: UInt32) -> Double {
        let difference = Double(raw) - t1
        return difference * t2 + difference * difference * t3
    }

    /// Pascals of a raw pressure at a temperature.
    func pascals(raw: UInt32, celsius: Double) -> Double {
        let value = Double(raw)
        let powers = SIMD4(1, celsius, celsius * celsius, celsius * celsius * celsius)
        let linear = (offset * powers).sum() + value * (slope * powers).sum()
        return linear + value * value * (square + squarePerDegree * celsius) + value * value * value * cube
    }
}
