import Boards
import Testing
import Wiring

/// What must hold of every drawing: see ``LayoutFaults``.
@Suite struct WiringLayoutTests {
    @Test("The drawings of the repository's boards are in order", arguments: WiringFixture.drawn)
    func shipped(name: String) throws {
        let plan = try WiringFixture.shipped(name)
        #expect(LayoutFaults(plan).faults == [])
    }

    @Test("The drawing of a board with everything odd is in order")
    func odd() throws {
        let plan = try WiringFixture.plan(WiringFixture.odd)
        #expect(LayoutFaults(plan).faults == [])
    }

    @Test("Drawings of boards by chance are in order")
    func random() throws {
        var drawn = 0
        for seed in UInt64(1)...100 {
            let board: Board
            do throws(BoardError) {
                board = try Board(json: Array(WiringFixture.random(seed).utf8), file: "random.json")
            } catch {
                #expect(error.problem.contains("is already") || error.problem.contains("are both at"), "seed \(seed): \(error)")
                continue
            }
            drawn += 1
            #expect(LayoutFaults(WiringPlan(board)).faults == [], "seed \(seed)")
        }
        #expect(drawn > 40, "too few of the boards by chance are boards")
    }

    @Test("The checks of these tests find a fault: words that lie on words are told")
    func selfCheck() {
        let one = Label(text: "SDA", at: Point(x: 10, y: 20)), other = Label(text: "SCL", at: Point(x: 12, y: 24))
        #expect(one.box.intersects(other.box))
        #expect(!one.box.intersects(Label(text: "SCL", at: Point(x: 10, y: 40)).box))
    }
}
