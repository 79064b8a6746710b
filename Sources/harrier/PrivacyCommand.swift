import CommandLineTable
import JSONText
import Quantities
import RunArchive
import RunLog

/// `harrier privacy`: the circles in which positions of runs are shown to nobody.
enum PrivacyCommand {
    private static let show = Option.flag("show", help: "print where the zones lie too")
    private static let zone = Argument.one("ZONE", help: "\(zoneForm), in degrees and metres, such as 47.3769,8.5417,200")
    private static let number = Argument.one("N", help: "the zone's number in `harrier privacy list`")
    private static let zoneForm = "LATITUDE,LONGITUDE,METRES"

    static let command = Command(
        "privacy", summary: "Hide where runs are in circles, such as around home, in all that is exported and reported.",
        discussion: """
            The positions in a zone are left out of every file, page and picture; time, distance and heart rate stay. Where many tracks end on \
            the edge of a circle they tell about its middle: make it larger than need be, and its middle not your door. The zones are kept in \
            the data folder's file privacy-zones, which only its owner can read. Files that were exported before stay as they are.
            """,
        subcommands: [
            Command(
                "list", summary: "List the zones: numbers and metres.", options: [show.specification, HarrierCommands.json.specification],
                examples: [.init("harrier privacy list --show", "with the places")]),
            Command(
                "add", summary: "Add a zone.", arguments: [zone.specification],
                examples: [.init("harrier privacy add 47.3769,8.5417,200", "200 m around a place")]),
            Command("remove", summary: "Remove a zone.", arguments: [number.specification]),
            Command("clear", summary: "Remove all zones, also such as cannot be read."),
        ])

    static func run(_ invocation: Invocation) throws {
        let directory = DataDirectory(path: try DataFolder.path(invocation[HarrierCommands.data]))
        switch invocation.path.last {
        case "add": try add([invocation[zone]], in: directory)
        case "remove": try remove(invocation[number], in: directory)
        case "clear":
            if (try? PrivacyZones.read(in: directory).isEmpty) != true { try PrivacyZones().write(in: directory) }
        default: list(try PrivacyZones.read(in: directory), invocation)
        }
    }

    /// The folder's zones with those of an option, which are kept for the future.
    @discardableResult static func add(_ texts: [String], in directory: DataDirectory) throws -> PrivacyZones {
        let known = try PrivacyZones.read(in: directory)
        var zones = known
        for text in texts {
            // What was typed is not printed: terminals and logs keep it.
            guard let zone = PrivacyZone(text) else {
                throw UsageFailure(
                    "that is no privacy zone: expected \(zoneForm), such as 47.3769,8.5417,200, in degrees and metres from 1 to 100000")
            }
            try zones.add(zone)
        }
        if zones != known {
            try directory.prepare()
            try zones.write(in: directory)
        }
        return zones
    }

    private static func remove(_ word: String, in directory: DataDirectory) throws {
        var zones = try PrivacyZones.read(in: directory)
        guard let number = Int(word), zones.remove(number: number) else {
            throw CommandFailure("there is no zone \(word): `harrier privacy list` shows \(zones.zones.count)")
        }
        try zones.write(in: directory)
    }

    private static func list(_ zones: PrivacyZones, _ invocation: Invocation) {
        let showsPlaces = invocation[show]
        guard !invocation[HarrierCommands.json] else {
            let rows = zones.zones.enumerated().map { index, zone -> JSONValue in
                var row = JSONObject(["number": .integer(Int64(index + 1)), "radius_m": .number(zone.radius.meters)])
                if showsPlaces {
                    row["latitude"] = .number(zone.center.latitude)
                    row["longitude"] = .number(zone.center.longitude)
                }
                return .object(row)
            }
            return Console.print(JSONObject(["zones": .array(rows)]))
        }
        guard !zones.isEmpty else { return Console.print("No privacy zones: runs are shown and exported whole.") }
        for (index, zone) in zones.zones.enumerated() {
            let place = showsPlaces ? "  \(decimal(zone.center.latitude, 7)) \(decimal(zone.center.longitude, 7))" : ""
            Console.print("\(index + 1)  \(decimal(zone.radius.meters, 0)) m\(place)")
        }
    }
}
