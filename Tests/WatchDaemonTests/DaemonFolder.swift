import Glibc
import HealthCore
import HealthStore
import RunLog
import Testing

/// A folder with the settings of a watch that has been set up.
final class DaemonFolder {
    let directory: DataDirectory
    var path: String { directory.path }

    init() throws {
        var template = Array("/tmp/harrier-daemon-tests-XXXXXX".utf8CString)
        let path = try #require(mkdtemp(&template).map { String(cString: $0) })
        directory = DataDirectory(path: path)
        try directory.prepare()
        var settings = Settings()
        settings.isSetUp = true
        try HealthStore(path: directory.healthStore).save(settings, Profile())
    }

    deinit {
        for id in (try? directory.runIDs()) ?? [] { unlink(directory.runLog(id)) }
        for suffix in ["", "-wal", "-shm", ".backup"] { unlink(directory.healthStore + suffix) }
        unlink(directory.lock)
        unlink(directory.control)
        for folder in [directory.runs, directory.exports, path] { rmdir(folder) }
    }
}
