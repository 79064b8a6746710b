import Quantities
import ScreenModels

/// The cable to a computer at a glance. What is known of it so far is whether there is power.
struct ComputerGlance: GlancePage {
    static let glance = Glance.computer

    func start(in context: PageContext) -> PageAction? { nil }

    func page(in context: PageContext) -> Page {
        let link: ComputerPage.Link? = context.session.sensors.battery?.isCharging.map { $0 ? .charging : .unplugged }
        return .computer(ComputerPage(link: link))
    }
}
