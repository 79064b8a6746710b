import Quantities

/// Chicken drumsticks, the measure of energy of Running Life, drawn within 64 × 64 units.
enum DrumstickDrawing {
    static let definition = """
        <g id="bone"><path d="M22 42L11 53" stroke-width="9" stroke-linecap="round" fill="none"/><circle cx="8" cy="50" r="5.5"/>\
        <circle cx="14" cy="56" r="5.5"/></g>\
        <path id="leg" d="M40 3C54 3 62 13 61 25C60 39 48 47 36 48C31 48.5 27 50 24 53L11 40C14 37 16 33 16.5 28C18 13 27 3 40 3Z"/>
        """

    /// How much of each drumstick is drawn full: whole ones, and a part of the last; a single one where there would be too many.
    static func shares(_ count: Double, most: Int) -> [Double] {
        guard count > 0, count <= Double(most) else { return [count > 0 ? 1 : 0] }
        return (0..<Int(rounding: count.rounded(.up))).map { min(1, count - Double($0)) }
    }

    /// A drumstick at a place; what is not full shows as a shadow.
    static func use(x: Double, y: Double, height: Double, share: Double, index: Int) -> String {
        let scale = decimal(height / 64, 3), whole = share >= 1
        let full = """
            <use href="#bone" fill="#fff3e0" stroke="#fff3e0"/><use href="#leg" fill="url(#meat)"/>\
            <path d="M42 11C49 11.5 53 16 53.5 22" stroke="#ffe3bd" stroke-width="4" stroke-linecap="round" fill="none" opacity=".8"/>
            """
        let shadow = "<g opacity=\".16\"><use href=\"#bone\" fill=\"#fff\" stroke=\"#fff\"/><use href=\"#leg\" fill=\"#fff\"/></g>"
        let part = """
            <clipPath id="part\(index)"><rect x="0" y="-4" width="\(SVGText.number(64 * share))" height="72"/></clipPath>\
            <g clip-path="url(#part\(index))">\(full)</g>
            """
        return "<g transform=\"translate(\(SVGText.number(x)) \(SVGText.number(y))) scale(\(scale))\">"
            + (whole ? full : shadow + (share > 0 ? part : "")) + "</g>"
    }
}
