import Glibc
import Peripherals

extension PeripheralError {
    /// The failure of a system call on a part, with the system's own reason. `code` is an errno, of either sign.
    static func system(_ part: String, _ problem: String, code: Int32, advice: String) -> PeripheralError {
        PeripheralError(part: part, problem: "\(problem) (\(String(cString: strerror(abs(code)))))", advice: advice)
    }
}
