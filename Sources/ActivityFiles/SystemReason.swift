import Glibc

/// The name and meaning of an error number, such as `ENOSPC: No space left on device`.
func systemReason(_ number: Int32) -> String {
    let name =
        switch number {
        case ENOENT: "ENOENT: "
        case EACCES: "EACCES: "
        case ENOSPC: "ENOSPC: "
        case EDQUOT: "EDQUOT: "
        case EIO: "EIO: "
        case EROFS: "EROFS: "
        case EISDIR: "EISDIR: "
        default: ""
        }
    var text = [CChar](repeating: 0, count: 128)
    guard strerror_r(number, &text, text.count) == 0 else { return "\(name)error \(number)" }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return name + String(decoding: bytes, as: UTF8.self)
}
