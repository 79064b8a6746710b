import Glibc

/// A folder of made-up recordings for one test; removed with the value.
final class BenchmarkFolder {
    let path: String

    init() {
        var template = Array("/tmp/harrier-benchmark-tests-XXXXXX".utf8CString)
        _ = mkdtemp(&template)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in written.reversed() { remove(path + "/" + name) }
        rmdir(path)
    }

    private var written: [String] = []

    /// Writes a file, in a folder below if its name has one, and returns its path.
    @discardableResult func write(_ text: String, to name: String) -> String {
        if let slash = name.lastIndex(of: "/") {
            let folder = String(name[..<slash])
            if mkdir(path + "/" + folder, 0o755) == 0 { written.append(folder) }
        }
        let file = path + "/" + name
        if let stream = fopen(file, "w") {
            _ = fwrite(text, 1, text.utf8.count, stream)
            fclose(stream)
            written.append(name)
        }
        return file
    }
}

/// A GPX track along a meridian: a point each second, each so many metres north of the last.
func gpx(points: Int, metersEach: Double, from latitude: Double = 47) -> String {
    var text = "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"test\"><trk><type>running</type><trkseg>"
    for i in 0..<points {
        // One degree of the meridian's arc at 47° north: 111,170 m.
        let place = latitude + Double(i) * metersEach / 111_170
        let minute = i / 60, second = i % 60
        text += "<trkpt lat=\"\(place)\" lon=\"8.5\"><ele>400</ele><time>2026-05-01T08:"
        text += "\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)Z</time></trkpt>"
    }
    return text + "</trkseg></trk></gpx>"
}
