import Positioning
import Quantities
import Testing

@Suite struct EllipsoidTests {
    /// Metres of one degree on WGS-84, the meridian's arc about the latitude and the parallel at it.
    struct Degree: Sendable {
        var latitude: Double, north: Double, east: Double
    }
    static let degrees = [
        Degree(latitude: 0, north: 110_574.276, east: 111_319.491), Degree(latitude: 30, north: 110_852.425, east: 96_486.281),
        Degree(latitude: 45, north: 111_131.778, east: 78_846.805), Degree(latitude: 60, north: 111_412.240, east: 55_800),
    ]

    @Test("A hundredth of a degree is as long as the tables of WGS-84 say", arguments: EllipsoidTests.degrees)
    func tables(row: Degree) throws {
        let south = try #require(Coordinate(latitude: row.latitude - 0.005, longitude: 8))
        let north = try #require(Coordinate(latitude: row.latitude + 0.005, longitude: 8))
        let up = Ellipsoid.step(from: south, to: north)
        #expect(abs(up.north.meters / (row.north / 100) - 1) < 3e-6)
        #expect(abs(up.east.meters) < 1e-9)
        let west = try #require(Coordinate(latitude: row.latitude, longitude: 8))
        let east = try #require(Coordinate(latitude: row.latitude, longitude: 8.01))
        #expect(abs(Ellipsoid.step(from: west, to: east).east.meters / (row.east / 100) - 1) < 3e-6)
    }

    @Test("A step over the date line is short")
    func dateLine() throws {
        let west = try #require(Coordinate(latitude: -17, longitude: 179.999)),
            east = try #require(Coordinate(latitude: -17, longitude: -179.999))
        #expect(abs(Ellipsoid.step(from: west, to: east).east.meters - 212.97) < 0.2)
        #expect(abs(Ellipsoid.step(from: east, to: west).east.meters + 212.97) < 0.2)
        #expect(abs(Ellipsoid.distance(from: east, to: west).meters - 212.97) < 0.2)
    }
}
