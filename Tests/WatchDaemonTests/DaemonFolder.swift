import HealthCore
import HealthStore
import Quantities
import RunLog
import TestSupport
import Testing

/// A folder with the settings of a watch that has been set up.
final class DaemonFolder {
    private let folder = TemporaryFolder()
    let directory: DataDirectory
    var path: String { directory.path }

    init() throws {
        directory = DataDirectory(path: folder.path)
        try directory.prepare()
        var settings = Settings()
        settings.isSetUp = true
        let book = HealthBook(boot: BootID(high: 0, low: 0))
        try HealthStore(path: directory.healthStore).put(book.changes(to: settings, Profile(), origin: .migration))
    }
}
