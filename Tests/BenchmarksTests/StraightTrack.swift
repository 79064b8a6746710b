/// A GPX file of a straight track northwards: a point each second or so, so many metres apart.
func gpx(points: Int, metersEach: Double, secondsEach: Int = 1, from latitude: Double = 47) -> String {
    gpx(places: (0..<points).map { Double($0) * metersEach }, secondsEach: secondsEach, from: latitude)
}

/// The same with places of their own, in metres from the first.
func gpx(places: [Double], secondsEach: Int, from latitude: Double = 47) -> String {
    var text = "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"test\"><trk><type>running</type><trkseg>"
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    for (index, metres) in places.enumerated() {
        // One degree of the meridian's arc at 47° north: 111,170 m.
        let place = latitude + metres / 111_170, second = index * secondsEach
        text +=
            "<trkpt lat=\"\(place)\" lon=\"8.5\"><ele>400</ele><time>2026-05-01T08:\(two(second / 60)):\(two(second % 60))Z</time></trkpt>"
    }
    return text + "</trkseg></trk></gpx>"
}
