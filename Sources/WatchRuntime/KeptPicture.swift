import Calendar
import Quantities

/// A picture of the screen that is to be kept as a file.
public struct KeptPicture: Hashable, Sendable {
    /// What was shown.
    public var picture: Bitmap
    /// Local date and time then; nil while they are not known.
    public var taken: CivilDateTime?
    /// A picture.
    public init(_ picture: Bitmap, taken: CivilDateTime?) { (self.picture, self.taken) = (picture, taken) }
}
