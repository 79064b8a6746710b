/// The error of a kind that something throws; nil if it throws none or another.
func thrown<Failure: Error, Result>(_ kind: Failure.Type, by body: () throws -> Result) -> Failure? {
    do { _ = try body() } catch { return error as? Failure }
    return nil
}
