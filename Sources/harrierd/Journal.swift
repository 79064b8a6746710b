import Glibc
import LinuxPeripherals

/// What harrierd says: sentences on the standard error, which systemd keeps in its journal. The watch outlives its reader (R-B22).
enum Journal {
    /// Sees to it that no sentence can end the process, nor go anywhere else. To be called first of all, before any thread starts.
    static func open() {
        StandardStreams.openMissing()
        signal(SIGPIPE, SIG_IGN)
    }

    /// Says a sentence, or drops it if nobody takes it.
    static func say(_ sentence: String) { StandardStreams.say("harrierd: \(sentence)") }
}
