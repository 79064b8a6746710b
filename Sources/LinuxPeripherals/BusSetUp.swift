/// What switches the buses of a Raspberry Pi's header on: the same words in every message and in docs/build-the-watch.md.
public enum BusSetUp {
    /// The line of `config.txt` for I²C on pins 3 and 5.
    public static let i2c = "dtparam=i2c_arm=on"
    /// What gives I²C its device nodes, as an advice.
    public static let loadI2C = "put i2c-dev into /etc/modules-load.d/i2c-dev.conf"
    /// The line of `config.txt` for SPI. The one part on SPI that a board can have is the memory LCD, which is selected by a high level.
    public static let spi = "dtoverlay=spi0-1cs-inverted"
}
