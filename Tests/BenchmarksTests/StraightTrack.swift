/// A GPX track along a meridian: a point each second, each so many metres north of the last.
func gpx(points: Int, metersEach: Double, secondsEach: Int = 1, from latitude: Double = 47) -> String {
    var text = "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"test\"><trk><type>running</type><trkseg>"
    for i in 0..<points {
        // One degree of the meridian's arc at 47° north: 111,170 m.
        let place = latitude + Double(i) * metersEach / 111_170
        let minute = i * secondsEach / 60, second = i * secondsEach % 60
        text += "<trkpt lat=\"\(place)\" lon=\"8.5\"><ele>400</ele><time>2026-05-01T08:"
        text += "\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)Z</time></trkpt>"
    }
    return text + "</trkseg></trk></gpx>"
}
