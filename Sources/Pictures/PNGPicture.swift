import CPNG
import Glibc
import Quantities

/// ``Bitmap`` to PNG and back, through libpng. A set pixel is white, as on the panel, where it is light on dark.
public enum PNGPicture {
    /// The largest side that is read or written, the same as a ``Bitmap``'s: a header that claims more is refused before anything is allocated.
    static let longestSide = 4096

    /// A greyscale PNG of one bit a pixel, every pixel drawn as `scale` × `scale`.
    public static func encode(_ bitmap: Bitmap, scale: Int = 1) throws(PictureError) -> [UInt8] {
        let (width, tooWide) = bitmap.width.multipliedReportingOverflow(by: scale)
        let (height, tooHigh) = bitmap.height.multipliedReportingOverflow(by: scale)
        guard !tooWide, !tooHigh, 1...longestSide ~= width, 1...longestSide ~= height else {
            throw .badSize(width: width, height: height)
        }
        let picture = scale == 1 ? bitmap : enlarged(bitmap, by: scale)
        var encoded = harrier_png_bytes()
        let status = picture.withUnsafeBytes { rows in
            harrier_png_encode_gray1(
                rows.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(picture.width), UInt32(picture.height), picture.stride,
                &encoded)
        }
        guard status == 0, let bytes = encoded.bytes else { throw .notEncoded }
        defer { free(bytes) }
        return [UInt8](UnsafeBufferPointer(start: bytes, count: encoded.count))
    }

    /// The picture in a PNG of any kind: transparent parts lie on black, and what is at least half as bright as white is set.
    public static func decode(_ bytes: [UInt8]) throws(PictureError) -> Bitmap {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        // The parser keeps a pointer to the bytes between its two calls, so both stand inside the one closure.
        let result: Result<Bitmap, PictureError> = bytes.withUnsafeBytes { source in
            guard png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0 else {
                return .failure(.unreadable(message(of: image)))
            }
            let width = Int(image.width), height = Int(image.height)
            guard 1...longestSide ~= width, 1...longestSide ~= height else { return .failure(.badSize(width: width, height: height)) }
            image.format = 0  // PNG_FORMAT_GRAY: one byte a pixel, in sRGB's steps
            var gray = [UInt8](repeating: 0, count: width * height)
            var black = png_color(red: 0, green: 0, blue: 0)
            guard png_image_finish_read(&image, &black, &gray, Int32(width), nil) != 0 else {
                return .failure(.unreadable(message(of: image)))
            }
            var bitmap = Bitmap(width: width, height: height)
            for y in 0..<height {
                for x in 0..<width where gray[y * width + x] >= 128 { bitmap[x, y] = true }
            }
            return .success(bitmap)
        }
        return try result.get()
    }

    private static func enlarged(_ bitmap: Bitmap, by scale: Int) -> Bitmap {
        var large = Bitmap(width: bitmap.width * scale, height: bitmap.height * scale)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where bitmap[x, y] {
                large.fill(x: x * scale, y: y * scale, width: scale, height: scale)
            }
        }
        return large
    }

    private static func message(of image: png_image) -> String {
        withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
