/// The kinds of file that a run can be written as.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
    /// Garmin's Flexible and Interoperable Data Transfer: everything, for sites and watches.
    case fit
    /// GPS Exchange Format 1.1: the track, for maps and sites.
    case gpx
    /// Training Center XML v2: laps and track, for sites that want no FIT.
    case tcx
    /// A table of the points.
    case csv
    /// Lines of JSON.
    case ndjson
    /// Open mHealth data points.
    case omh
    /// Lines for maps on web pages.
    case geojson

    /// What writes it.
    public var writer: any ActivityFormatWriter.Type {
        switch self {
        case .fit: FITActivityWriter.self
        case .gpx: GPXActivityWriter.self
        case .tcx: TCXActivityWriter.self
        case .csv: CSVActivityWriter.self
        case .ndjson: NDJSONActivityWriter.self
        case .omh: OpenMHealthActivityWriter.self
        case .geojson: GeoJSONActivityWriter.self
        }
    }

    /// The end of its files' names, without the first dot.
    public var fileExtension: String { self == .omh ? "omh.json" : rawValue }

    /// The format as people call it.
    public var title: String {
        switch self {
        case .fit, .gpx, .tcx, .csv, .ndjson: rawValue.uppercased()
        case .omh: "Open mHealth"
        case .geojson: "GeoJSON"
        }
    }
}
