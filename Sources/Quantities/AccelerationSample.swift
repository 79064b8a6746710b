/// One reading of the accelerometer, in units of standard gravity (g), in the axes of the chip.
public struct AccelerationSample: Hashable, Sendable {
    /// When the sample was taken; samples read together from a FIFO may all carry the time of the read.
    public var at: MonotonicInstant
    /// Acceleration along the chip's axes x, y and z in g; 1 g along the vertical at rest.
    public var axes: SIMD3<Double>

    /// A sample from its three axes in g.
    public init(at: MonotonicInstant, x: Double, y: Double, z: Double) {
        self.at = at
        axes = SIMD3(x, y, z)
    }
    /// The length of the vector in g, about 1 at rest.
    @inlinable public var magnitude: Double { (axes.x * axes.x + axes.y * axes.y + axes.z * axes.z).squareRoot() }
    /// True unless an axis is NaN or infinite.
    @inlinable public var isFinite: Bool { axes.x.isFinite && axes.y.isFinite && axes.z.isFinite }
}
