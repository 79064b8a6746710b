// swift-tools-version: 6.0
import PackageDescription

// The rooms and who may enter. A room imports only what stands in its row; `tools/check-imports` compares every `import` with
// this table, because SwiftPM itself lets a transitive module through. docs/architecture.md draws it.
let package = Package(
    name: "harrier",
    products: [
        .executable(name: "harrier", targets: ["harrier"]),
        .executable(name: "harrierd", targets: ["harrierd"]),
    ],
    targets: [
        // Debian's libraries, and the one C shim. docs/dependencies.md says why each.
        .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CJansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CKissFFT", providers: [.apt(["libkissfft-dev"])]),
        .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // DWARF 4, because Debian's valgrind (3.19) gives up on a program with clang's DWARF 5 in it, and instructions are counted with it.
        .target(
            name: "CHarrierLinux", cSettings: [.unsafeFlags(["-gdwarf-4"])],
            linkerSettings: [.linkedLibrary("gps"), .linkedLibrary("gpiod"), .linkedLibrary("i2c")]),
        .target(name: "CAllocationCount", cSettings: [.unsafeFlags(["-gdwarf-4"])]),

        // What Linux gives everyone: error numbers, files, threads, clocks.
        .target(name: "SystemCalls", dependencies: ["Quantities", "CHarrierLinux"]),

        // The pure core: values in, values out. No file, socket, thread or clock.
        .target(name: "Quantities"),
        .target(name: "Calendar", dependencies: ["Quantities"]),
        .target(name: "Biosignals", dependencies: ["Quantities", "CKissFFT"]),
        .target(name: "Positioning", dependencies: ["Quantities"]),
        .target(name: "RunCore", dependencies: ["Quantities", "Calendar", "Positioning"]),
        // What other devices recorded: moments in order, the distance that they state.
        .target(name: "ForeignRuns", dependencies: ["Quantities"]),
        // What a runner's history amounts to: best efforts, records, rank, load, calendar.
        .target(name: "Training", dependencies: ["Quantities", "Calendar", "RunCore"]),
        .target(name: "HealthCore", dependencies: ["Quantities", "Calendar", "RunCore", "Training"]),
        .target(name: "ScreenModels", dependencies: ["Quantities"]),
        .target(
            name: "WatchCore",
            dependencies: ["Quantities", "Calendar", "Positioning", "RunCore", "Training", "HealthCore", "ScreenModels"]),

        // What is seen and what is kept.
        .target(name: "Screens", dependencies: ["Quantities", "ScreenModels"]),
        // A played watch as characters of a terminal.
        .target(name: "TerminalWindow", dependencies: ["Quantities"]),
        .target(name: "Pictures", dependencies: ["Quantities", "SystemCalls", "CPNG"]),
        .target(name: "RunLog", dependencies: ["Quantities", "RunCore", "SystemCalls"]),
        .target(name: "HealthStore", dependencies: ["Quantities", "Calendar", "RunCore", "HealthCore", "CSQLite"]),
        .target(name: "ActivityFiles", dependencies: ["Quantities", "Calendar", "RunCore", "SystemCalls", "CExpat", "CZip", "CZlib"]),
        // The runs of a folder: one fold, figures, files for other software.
        .target(
            name: "RunArchive",
            dependencies: [
                "Quantities", "Calendar", "Positioning", "RunCore", "ForeignRuns", "Training", "RunLog", "ActivityFiles", "SystemCalls",
            ]),
        // Runs as pages for a browser and as pictures to show around.
        .target(name: "Reports", dependencies: ["Quantities", "Calendar", "RunCore", "Training"]),

        // The thin shell.
        .target(name: "Peripherals", dependencies: ["Quantities"]),
        // JSON that others wrote, with the line of whatever is wrong in it.
        .target(name: "JSONReading", dependencies: ["CJansson"]),
        .target(name: "Boards", dependencies: ["Quantities", "JSONReading"]),
        .target(name: "Wiring", dependencies: ["Quantities", "Boards"]),
        .target(
            name: "WatchRuntime",
            dependencies: ["Quantities", "Calendar", "RunCore", "HealthCore", "ScreenModels", "WatchCore", "Screens", "Peripherals"]),
        .target(name: "SensorService", dependencies: ["Quantities", "Biosignals", "WatchCore", "Peripherals", "SystemCalls"]),
        .target(
            name: "CardStorage",
            dependencies: [
                "Quantities", "Calendar", "RunCore", "Training", "HealthCore", "ScreenModels", "WatchCore", "WatchRuntime", "RunLog",
                "HealthStore", "Pictures",
                "SystemCalls",
            ]),
        .target(
            name: "LinuxPeripherals",
            dependencies: ["Quantities", "Calendar", "Peripherals", "Pictures", "TerminalWindow", "SystemCalls", "CHarrierLinux"]),
        .target(name: "SimulatedPeripherals", dependencies: ["Quantities", "Peripherals"]),
        .target(
            name: "Playback",
            dependencies: [
                "Quantities", "ForeignRuns", "Peripherals", "SimulatedPeripherals", "WatchCore", "WatchRuntime", "SensorService",
            ]),
        // Recordings of other devices and of laboratories, as tables.
        .target(name: "Recordings", dependencies: ["Quantities", "SimulatedPeripherals", "CZlib"]),
        .target(
            name: "Benchmarks",
            dependencies: [
                "Quantities", "Calendar", "Positioning", "Biosignals", "RunCore", "HealthCore", "WatchCore", "Screens",
                "RunLog", "HealthStore", "ActivityFiles", "Peripherals", "Boards", "LinuxPeripherals", "WatchRuntime", "CardStorage",
                "WatchDaemon", "SimulatedPeripherals", "Playback", "Recordings", "SystemCalls", "JSONText", "CHarrierLinux", "CJansson",
                "RunArchive", "Training", "CExpat",
            ]),
        .target(name: "CommandLineTable"),
        .target(name: "JSONText"),

        // The watch as a board file says it, for harrierd and for what measures it.
        .target(
            name: "WatchDaemon",
            dependencies: [
                "Quantities", "Calendar", "RunCore", "HealthCore", "WatchCore", "Screens", "RunLog", "Peripherals", "Boards",
                "WatchRuntime", "SensorService", "CardStorage", "LinuxPeripherals", "SimulatedPeripherals", "Playback", "SystemCalls",
            ]),

        // What `harrier doctor` looks at.
        .target(
            name: "Doctor",
            dependencies: [
                "Quantities", "RunLog", "HealthStore", "Screens", "Peripherals", "Boards", "WatchDaemon",
                "SensorService", "LinuxPeripherals", "SimulatedPeripherals", "Playback", "SystemCalls", "JSONText",
            ]),

        // Composition only.
        .executableTarget(
            name: "harrier",
            dependencies: [
                "Quantities", "Calendar", "RunCore", "HealthCore", "HealthStore", "ScreenModels", "WatchCore", "Screens", "Pictures",
                "RunLog", "RunArchive", "Training", "ActivityFiles", "Peripherals", "Boards", "WatchRuntime", "WatchDaemon",
                "LinuxPeripherals", "SimulatedPeripherals", "Playback", "Benchmarks", "Recordings", "CardStorage", "SystemCalls",
                "CommandLineTable", "Doctor", "JSONText", "JSONReading", "Wiring", "TerminalWindow", "CAllocationCount", "ForeignRuns",
                "Reports",
            ]),
        .executableTarget(name: "harrierd", dependencies: ["Boards", "WatchDaemon", "LinuxPeripherals", "CommandLineTable", "RunCore"]),

        // Tests mirror the rooms.
        .target(name: "TestSupport", dependencies: ["Calendar", "SystemCalls"], path: "Tests/TestSupport", exclude: ["Zones"]),
        .testTarget(name: "QuantitiesTests", dependencies: ["Quantities"]),
        .testTarget(
            name: "BiosignalsTests", dependencies: ["Biosignals", "Benchmarks", "Recordings", "Quantities"], exclude: ["Fixtures"]),
        .testTarget(name: "CalendarTests", dependencies: ["Calendar", "Quantities", "TestSupport"]),
        .testTarget(
            name: "PositioningTests", dependencies: ["Positioning", "Quantities", "SimulatedPeripherals", "Benchmarks", "CJansson"],
            exclude: ["Fixtures"]),
        .testTarget(name: "RunCoreTests", dependencies: ["RunCore", "Quantities", "Positioning", "Calendar", "SimulatedPeripherals"]),
        .testTarget(name: "TrainingTests", dependencies: ["Training", "RunCore", "Calendar", "Quantities"]),
        .testTarget(name: "HealthCoreTests", dependencies: ["HealthCore", "Quantities", "Calendar", "RunCore", "Training"]),
        .testTarget(
            name: "WatchCoreTests",
            dependencies: [
                "WatchCore", "RunCore", "Training", "HealthCore", "ScreenModels", "Quantities", "Calendar", "SimulatedPeripherals",
            ]),
        .testTarget(
            name: "ScreensTests", dependencies: ["Screens", "ScreenModels", "Pictures", "Quantities"], exclude: ["Reference"]),
        .testTarget(name: "TerminalWindowTests", dependencies: ["TerminalWindow", "Quantities", "TestSupport"]),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures", "Quantities", "SystemCalls", "TestSupport"]),
        .testTarget(
            name: "RunLogTests", dependencies: ["RunLog", "RunCore", "Quantities", "SystemCalls", "TestSupport"], exclude: ["Fixtures"]),
        .testTarget(
            name: "HealthStoreTests",
            dependencies: ["HealthStore", "HealthCore", "RunCore", "Quantities", "Calendar"], exclude: ["Fixtures"]),
        .testTarget(
            name: "ActivityFilesTests",
            dependencies: ["ActivityFiles", "Calendar", "RunCore", "Quantities", "SystemCalls", "CZlib", "TestSupport"]
        ),
        .testTarget(
            name: "RunArchiveTests",
            dependencies: [
                "RunArchive", "ActivityFiles", "ForeignRuns", "RunLog", "RunCore", "Training", "Calendar", "Quantities", "SystemCalls",
                "TestSupport",
            ], exclude: ["Corpus"]),
        .testTarget(
            name: "ReportsTests",
            dependencies: ["Reports", "RunCore", "Training", "Calendar", "Quantities", "SimulatedPeripherals", "CExpat"]),
        .testTarget(name: "PeripheralsTests", dependencies: ["Peripherals", "Quantities", "SimulatedPeripherals"]),
        .testTarget(name: "BoardsTests", dependencies: ["Boards", "Quantities"]),
        .testTarget(name: "WiringTests", dependencies: ["Wiring", "Boards"]),
        .testTarget(
            name: "WatchRuntimeTests",
            dependencies: ["WatchRuntime", "WatchCore", "RunCore", "HealthCore", "Quantities", "Calendar", "Peripherals"]),
        .testTarget(
            name: "SensorServiceTests",
            dependencies: ["SensorService", "SystemCalls", "WatchCore", "SimulatedPeripherals", "Quantities", "Peripherals"]),
        .testTarget(
            name: "CardStorageTests",
            dependencies: [
                "CardStorage", "WatchRuntime", "WatchCore", "RunCore", "RunLog", "HealthCore", "HealthStore", "Quantities", "SystemCalls",
                "Calendar", "ScreenModels", "Pictures",
                "TestSupport",
            ]),
        .testTarget(name: "SystemCallsTests", dependencies: ["SystemCalls", "Quantities", "TestSupport"]),
        .testTarget(
            name: "LinuxPeripheralsTests",
            dependencies: [
                "LinuxPeripherals", "Peripherals", "Pictures", "Positioning", "TerminalWindow", "Quantities", "Calendar", "SystemCalls",
                "CHarrierLinux", "TestSupport",
            ]),
        .testTarget(name: "SimulatedPeripheralsTests", dependencies: ["SimulatedPeripherals", "Quantities", "Peripherals"]),
        .testTarget(
            name: "DoctorTests",
            dependencies: [
                "Doctor", "Boards", "JSONText", "LinuxPeripherals", "Peripherals", "Quantities", "RunLog", "SimulatedPeripherals",
                "SensorService", "TestSupport",
            ]),
        .testTarget(
            name: "WatchDaemonTests",
            dependencies: [
                "WatchDaemon", "Boards", "Peripherals", "LinuxPeripherals", "Quantities", "RunCore", "RunLog", "HealthCore", "HealthStore",
                "WatchCore", "SystemCalls", "TestSupport",
            ]),
        .testTarget(
            name: "HarrierdTests",
            dependencies: [
                "harrierd", "Quantities", "RunCore", "RunLog", "HealthCore", "HealthStore", "LinuxPeripherals", "SystemCalls",
                "TestSupport",
            ]),
        .testTarget(name: "CommandLineTableTests", dependencies: ["CommandLineTable"]),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),
        .testTarget(
            name: "PlaybackTests",
            dependencies: [
                "Playback", "ForeignRuns", "WatchRuntime", "CardStorage", "SensorService", "WatchCore", "RunCore", "RunLog", "HealthCore",
                "SimulatedPeripherals", "Peripherals", "Quantities", "Calendar", "CAllocationCount", "TestSupport",
            ]),
        .testTarget(
            name: "BenchmarksTests",
            dependencies: [
                "Benchmarks", "ActivityFiles", "Recordings", "Boards", "Peripherals", "Playback", "WatchCore", "SimulatedPeripherals",
                "JSONText", "Quantities", "TestSupport",
            ]),
        .testTarget(
            name: "HarrierTests",
            dependencies: [
                "harrier", "ActivityFiles", "CommandLineTable", "HealthCore", "HealthStore", "JSONText", "LinuxPeripherals", "Peripherals",
                "Playback", "Reports", "RunCore", "RunLog", "RunArchive", "ScreenModels", "Screens", "SimulatedPeripherals",
                "TerminalWindow", "Training",
                "Quantities", "Calendar", "SystemCalls", "WatchCore", "WatchDaemon", "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Swift links its concurrency and its regular expressions to whatever it compiles. No room of the watch uses them, and a watch that has
// them loaded holds 1.5 MB more.
func rooms(of name: String, in targets: [Target]) -> Set<String> {
    guard let target = targets.first(where: { $0.name == name && $0.type != .system }) else { return [] }
    return target.dependencies.reduce(into: [name]) { all, dependency in
        if case .byNameItem(let room, _) = dependency { all.formUnion(rooms(of: room, in: targets)) }
    }
}
let roomsOfTheWatch = rooms(of: "harrierd", in: package.targets)
for target in package.targets where roomsOfTheWatch.contains(target.name) {
    let unused = ["swift_Concurrency", "swift_StringProcessing", "swift_RegexParser"]
    let flags = unused.flatMap { ["-Xfrontend", "-disable-autolink-library", "-Xfrontend", $0] }
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)]
}
