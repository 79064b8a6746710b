/// Random bits from the kernel, for names.
enum Entropy {
    static func draw() -> (UInt64, UInt64) {
        var random = SystemRandomNumberGenerator()
        return (random.next(), random.next())
    }
}
