/// Signs of the status strip, 8 rows high like the digits beside them.
extension Icon {
    /// Looking for a position.
    static let fixNone = Icon(
        """
        .###........
        #...#.#...#.
        #...#..#.#..
        #.#.#...#...
        .#.#...#.#..
        .#.#..#...#.
        ..#.........
        ..#.........
        """)
    /// A position within more than 10 m.
    static let fixFair = Icon(
        """
        .###......#.
        #####.....#.
        #.#.#.....#.
        #####...#.#.
        .###....#.#.
        .###....#.#.
        ..#...#.#.#.
        ..#...#.#.#.
        """)
    /// A position within 10 m.
    static let fixGood = Icon(
        """
        .###......##
        #####.....##
        ##.##.....##
        #####..##.##
        .###...##.##
        .###...##.##
        ..#.##.##.##
        ..#.##.##.##
        """)
    /// The buttons are locked.
    static let lock = Icon(
        """
        ..##..
        .#..#.
        .#..#.
        ######
        ######
        ##..##
        ######
        ######
        """)
    /// The card cannot be written.
    static let cardTrouble = Icon(
        """
        .#####
        ##.#.#
        #....#
        #.#.##
        #..#.#
        #.#.##
        #....#
        ######
        """)
    /// On external power.
    static let bolt = Icon(
        """
        ...#.
        ..##.
        .##..
        #####
        ..##.
        .##..
        .#...
        """)
}
