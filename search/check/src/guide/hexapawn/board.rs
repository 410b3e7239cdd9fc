use plyglot_search::shape::{Colour, Content, FirstRow, Shape};

impl Hexapawn {
    fn shape(&self) -> Option<Shape> {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        let grid = Shape::grid(columns, rows, FirstRow::Bottom);
        Some(grid.coloured(Colour::White, Colour::Black))
    }

    fn contents(&self) -> Vec<Content> {
        let content = |square: u32| match self.pawns.map(|pawns| pawns >> square & 1) {
            [1, _] => Content::Piece('w'),
            [_, 1] => Content::Piece('b'),
            _ => Content::Empty,
        };
        (0..self.columns * self.rows).map(content).collect()
    }

    fn touches(&self, Step { from, to }: Step) -> Vec<u16> {
        vec![from as u16, to as u16]
    }
}
