/// Marks beside the buttons, 7 by 7.
extension Icon {
    /// Begin, go on.
    static let play = Icon(
        """
        .#.....
        .###...
        .#####.
        .######
        .#####.
        .###...
        .#.....
        """)
    /// Pause.
    static let pause = Icon(
        """
        .......
        ##...##
        ##...##
        ##...##
        ##...##
        ##...##
        .......
        """)
    /// A lap.
    static let lap = Icon(
        """
        .#####.
        .######
        .#####.
        .#.....
        .#.....
        .#.....
        .#.....
        """)
    /// The next page.
    static let next = Icon(
        """
        .#.....
        .##....
        ..##...
        ...##..
        ..##...
        .##....
        .#.....
        """)
    /// Down in a list.
    static let down = Icon(
        """
        .......
        #.....#
        ##...##
        .##.##.
        ..###..
        ...#...
        .......
        """)
    /// Choose, agree.
    static let check = Icon(
        """
        .......
        ......#
        .....##
        #...##.
        ##.##..
        .###...
        ..#....
        """)
    /// Leave.
    static let back = Icon(
        """
        ..#....
        .##....
        ######.
        .##...#
        ..#...#
        ......#
        ..####.
        """)
    /// Delete.
    static let trash = Icon(
        """
        ..###..
        #######
        .#...#.
        .#.#.#.
        .#.#.#.
        .#...#.
        .#####.
        """)
    /// What came before.
    static let previous = Icon(
        """
        ...#..#
        ..#..#.
        .#..#..
        #..#...
        .#..#..
        ..#..#.
        ...#..#
        """)
    /// Keep.
    static let save = Icon(
        """
        ...#...
        ...#...
        .#####.
        ..###..
        #..#..#
        #.....#
        #######
        """)
    /// Open the menu.
    static let menu = Icon(
        """
        .......
        #######
        .......
        #######
        .......
        #######
        .......
        """)
    /// More.
    static let plus = Icon(
        """
        ...#...
        ...#...
        ...#...
        #######
        ...#...
        ...#...
        ...#...
        """)
    /// Unlock.
    static let unlock = Icon(
        """
        .##....
        #..#...
        #......
        ######.
        ######.
        ######.
        ######.
        """)
    /// Open the runs.
    static let runs = Icon(
        """
        .#...#.
        #######
        #.....#
        #.#.#.#
        #.....#
        #.#.#.#
        #######
        """)
    /// Less.
    static let minus = Icon(
        """
        .......
        .......
        .......
        #######
        .......
        .......
        .......
        """)
    /// The other way.
    static let turn = Icon(
        """
        .#.....
        ###..#.
        .#...#.
        .#...#.
        .#...#.
        .#..###
        .....#.
        """)
    /// The next of some choices.
    static let change = Icon(
        """
        ..#....
        .##....
        #######
        .......
        #######
        ....##.
        ....#..
        """)
    /// Stop.
    static let stop = Icon(
        """
        .......
        .#####.
        .#####.
        .#####.
        .#####.
        .#####.
        .......
        """)
    /// Lock the buttons.
    static let lockKeys = Icon(
        """
        ..###..
        .#...#.
        .#...#.
        #######
        #######
        #######
        #######
        """)
    /// Turn off.
    static let powerOff = Icon(
        """
        ...#...
        .#.#.#.
        #..#..#
        #..#..#
        #.....#
        .#...#.
        ..###..
        """)
    /// An earlier time.
    static let earlier = Icon(
        """
        ..###..
        .#...#.
        #..#..#
        #.##..#
        #.....#
        .#...#.
        ..###..
        """)
}
