/// A picture of one bit a pixel, the frame of every display. Rows run top to bottom, pixels left to right; a set pixel is ink (or light).
/// Every access outside the picture is ignored or reads as clear, so drawing code needs no clipping.
public struct Bitmap: Hashable, Sendable {
    /// What ``fill(x:y:width:height:_:)`` does to a pixel.
    public enum Ink: Sendable {
        /// Ink (or light) on.
        case set
        /// Off.
        case clear
        /// The other way round.
        case invert
    }

    /// Pixels per row, 0...4096.
    public let width: Int
    /// Rows, 0...4096.
    public let height: Int
    /// Bytes per row; the most significant bit of a row's first byte is its leftmost pixel.
    public let stride: Int
    /// All rows, one after another.
    public private(set) var bytes: [UInt8]

    /// A clear picture. Sizes below 0 count as 0; above 4096 as 4096.
    public init(width: Int, height: Int) {
        self.width = max(0, min(width, 4096))
        self.height = max(0, min(height, 4096))
        stride = (self.width + 7) / 8
        bytes = [UInt8](repeating: 0, count: stride * self.height)
    }

    /// The pixel at a place: true is set. Outside reads false; writes there are ignored.
    public subscript(x: Int, y: Int) -> Bool {
        get {
            guard x >= 0, x < width, y >= 0, y < height else { return false }
            return bytes[y &* stride &+ x &>> 3] & (0x80 &>> UInt8(truncatingIfNeeded: x & 7)) != 0
        }
        set {
            guard x >= 0, x < width, y >= 0, y < height else { return }
            let mask = UInt8(0x80) &>> UInt8(truncatingIfNeeded: x & 7)
            if newValue { bytes[y &* stride &+ x &>> 3] |= mask } else { bytes[y &* stride &+ x &>> 3] &= ~mask }
        }
    }

    /// Clears every pixel, keeping the storage.
    public mutating func clear() {
        for i in bytes.indices { bytes[i] = 0 }
    }

    /// Sets, clears or inverts a rectangle; parts outside are ignored.
    public mutating func fill(x: Int, y: Int, width: Int, height: Int, _ ink: Ink = .set) {
        guard width > 0, height > 0 else { return }
        let x0 = max(0, x), x1 = min(self.width, x.addingReportingOverflow(width).partialValue)
        let y0 = max(0, y), y1 = min(self.height, y.addingReportingOverflow(height).partialValue)
        guard x0 < x1, y0 < y1 else { return }
        let first = x0 / 8, last = (x1 - 1) / 8
        for row in y0..<y1 {
            for column in first...last {
                var mask: UInt8 = 0xFF
                if column == first { mask &= 0xFF &>> UInt8(x0 % 8) }
                if column == last { mask &= 0xFF &<< UInt8(7 - (x1 - 1) % 8) }
                let i = row &* stride &+ column
                switch ink {
                case .set: bytes[i] |= mask
                case .clear: bytes[i] &= ~mask
                case .invert: bytes[i] ^= mask
                }
            }
        }
    }

    /// Reads the frame's bytes in place.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try bytes.withUnsafeBytes(body) }
    /// Draws straight into the frame's bytes, ``stride`` × ``height`` of them.
    public mutating func withUnsafeMutableBytes<R>(_ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeMutableBytes(body)
    }
}

extension Bitmap {
    /// Takes over another picture's pixels without giving up the storage; ignored unless both have the same size.
    public mutating func copy(_ other: Bitmap) {
        guard other.width == width, other.height == height else { return }
        other.withUnsafeBytes { source in withUnsafeMutableBytes { $0.copyMemory(from: source) } }
    }
}
