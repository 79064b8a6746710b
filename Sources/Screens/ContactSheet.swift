import Quantities

/// Several screens in one picture, as the README shows them.
public enum ContactSheet {
    /// Pictures in rows of `columns`, each pixel drawn as `scale` × `scale`, in a thin frame with a margin of `margin` pixels around it.
    /// All cells have the size of the largest picture. Empty without pictures; cut at 4,096 pixels.
    public static func tile(_ pictures: [Bitmap], columns: Int, scale: Int, margin: Int = 12) -> Bitmap {
        let columns = max(1, min(columns, 64)), scale = max(1, min(scale, 16)), margin = max(0, min(margin, 256))
        let width = (pictures.map(\.width).max() ?? 0) * scale, height = (pictures.map(\.height).max() ?? 0) * scale
        let rows = (pictures.count + columns - 1) / columns, used = min(columns, pictures.count)
        var sheet = Bitmap(width: used * (width + margin + 4) + margin, height: rows * (height + margin + 4) + margin)
        for (index, picture) in pictures.enumerated() {
            let left = margin + index % columns * (width + margin + 4), upper = margin + index / columns * (height + margin + 4)
            sheet.fill(x: left, y: upper, width: picture.width * scale + 4, height: picture.height * scale + 4)
            sheet.fill(x: left + 1, y: upper + 1, width: picture.width * scale + 2, height: picture.height * scale + 2, .clear)
            for y in 0..<picture.height {
                for x in 0..<picture.width where picture[x, y] {
                    sheet.fill(x: left + 2 + x * scale, y: upper + 2 + y * scale, width: scale, height: scale)
                }
            }
        }
        return sheet
    }
}
