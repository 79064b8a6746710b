/// Why a file was not put into place. An older file of the name is as it was.
public struct WholeFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was being done.
    public enum Step: Hashable, Sendable {
        /// Making the temporary file beside it.
        case making
        /// Writing the content.
        case writing
        /// Waiting until the disk has it.
        case flushing
        /// Giving it its name.
        case renaming
    }
    /// Why.
    public enum Reason: Hashable, Sendable {
        /// A system call failed.
        case system(Step, Errno)
        /// The name belongs to something that a file may not replace.
        case refused(FileKind)
    }
    /// The file that was to be written.
    public var path: String
    /// Why it was not.
    public var reason: Reason

    /// An error.
    public init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// True if the file was not to replace another and the name was taken.
    public var isTaken: Bool { reason == .system(.renaming, .exists) }
    /// The system's error number; nil if the place was refused.
    public var errno: Errno? { if case .system(_, let errno) = reason { errno } else { nil } }

    /// A sentence for people.
    public var description: String {
        switch reason {
        case .refused(.link): "\(path) is a link: name the file itself"
        case .refused(.directory): "\(path) is a folder: name a file in it"
        case .refused: "\(path) is no file and cannot be replaced by one: choose another name"
        case .system(let step, let errno):
            switch step {
            case .making: "\(path) cannot be made (\(errno)): check the folder and its rights"
            case .writing: "\(path) could not be written (\(errno)): make room or check the disk; an older file is as it was"
            case .flushing: "\(path) may not be on the disk yet (\(errno)): check the disk, then write it again"
            case .renaming: "\(path) could not be put into place (\(errno)): an older file is as it was"
            }
        }
    }
}
