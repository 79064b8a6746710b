/// A PNG that another program drew: checked to be whole and of the size that was asked for, and rid of all that is no picture.
public enum DrawnPNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// What decides how the pixels look (PNG, third edition, 11.2 and 11.3). Words, times and what a camera saw are in other chunks.
    private static let kept: Set<String> = ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs"]

    /// The picture's bytes without other chunks. Errors: the bytes are no whole PNG, or it has another size.
    public static func picture(_ bytes: [UInt8], width: Int, height: Int) throws(PictureError) -> [UInt8] {
        guard bytes.starts(with: signature) else { throw .unreadable("it does not begin as one") }
        var picture = signature, at = signature.count, hasPixels = false, isFirst = true
        picture.reserveCapacity(bytes.count)
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        while bytes.count - at >= 12 {
            let length = number(at), name = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
            guard length <= bytes.count - at - 12 else { break }
            if isFirst {
                guard name == "IHDR", length == 13 else { throw .unreadable("it has no header") }
                let size = (width: number(at + 8), height: number(at + 12))
                guard size == (width, height) else {
                    throw .unreadable("it has \(size.width) × \(size.height) pixels instead of \(width) × \(height)")
                }
                isFirst = false
            }
            if kept.contains(name) { picture += bytes[at..<at + 12 + length] }
            hasPixels = hasPixels || name == "IDAT" && length > 0
            at += 12 + length
            guard name == "IEND" else { continue }
            guard hasPixels else { throw .unreadable("it has no pixels") }
            return picture
        }
        throw .unreadable("it is cut")
    }
}
