import Quantities
import ScreenModels

/// Turns what a screen says into pixels. A frame depends on nothing but the arguments, is drawn for any size of panel without a trap,
/// and allocates nothing.
public enum ScreenRenderer {
    /// Draws a frame over whatever the bitmap held.
    ///
    /// There are three layouts: 128 × 64, 128 × 128 and 144 × 168. The largest one that fits is centred; a panel smaller than all of them
    /// shows the upper left part of the first.
    public static func render(_ screen: Screen, language: Language, into bitmap: inout Bitmap) {
        draw(screen, language, &bitmap, log: nil)
    }

    /// Draws a frame and tells where each text and sign landed, in order. For tests of layouts; allocates.
    public static func texts(of screen: Screen, language: Language, into bitmap: inout Bitmap) -> [DrawnText] {
        let log = DrawingLog()
        draw(screen, language, &bitmap, log: log)
        return log.texts
    }

    private static func draw(_ screen: Screen, _ language: Language, _ bitmap: inout Bitmap, log: DrawingLog?) {
        let width = bitmap.width, height = bitmap.height, stride = bitmap.stride
        let layout = Layout.largest(inWidth: width, height: height)
        bitmap.withUnsafeMutableBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            guard let start = bytes.baseAddress else { return }
            start.update(repeating: 0, count: bytes.count)
            let canvas = Canvas(
                bytes: start, width: width, height: height, stride: stride, originX: max(0, (width - layout.width) / 2),
                originY: max(0, (height - layout.height) / 2), log: log)
            PageDrawing(panel: canvas, screen: screen, language: language, layout: layout).draw()
            if screen.isInverted { canvas.invertAll() }
        }
    }
}

extension Screen {
    /// A run paused by hand is shown the other way round, so that nobody runs on without noticing.
    fileprivate var isInverted: Bool {
        if case .run(let page) = page { page.motion == .paused } else { false }
    }
}

/// An arrangement for a size of panel.
enum Layout {
    /// 128 × 64: a main value and two others.
    case compact
    /// 128 × 128.
    case square
    /// 144 × 168.
    case tall

    /// Pixels across.
    var width: Int { self == .tall ? 144 : 128 }
    /// Rows.
    var height: Int {
        switch self {
        case .compact: 64
        case .square: 128
        case .tall: 168
        }
    }

    /// The largest layout that fits in a panel; the smallest if none does.
    static func largest(inWidth width: Int, height: Int) -> Layout {
        if width >= 144, height >= 168 { return .tall }
        return width >= 128 && height >= 128 ? .square : .compact
    }
}
