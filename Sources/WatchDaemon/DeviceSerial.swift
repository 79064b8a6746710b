import Glibc

/// A number that is the same at each start of one watch: the Pi's own serial, else the machine id, folded to 32 bits.
public enum DeviceSerial {
    /// Reads it; 1 where the machine has none.
    public static func read() -> UInt32 {
        for path in ["/sys/firmware/devicetree/base/serial-number", "/etc/machine-id"] {
            guard let file = fopen(path, "r") else { continue }
            defer { fclose(file) }
            var hash: UInt32 = 2_166_136_261  // FNV-1a, 32 bits
            var character = fgetc(file), count = 0
            while character > 0x20, count < 64 {
                hash = (hash ^ UInt32(truncatingIfNeeded: character)) &* 16_777_619
                character = fgetc(file)
                count += 1
            }
            if count > 0, hash != 0 { return hash }
        }
        return 1
    }
}
