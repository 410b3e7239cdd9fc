use plyglot_search::{Describe, ParseError};

impl Describe for Hexapawn {
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const NOTATION: &'static str = "position: rows from the last, squares w, b or -, then white or \
                                    black: bbb/---/www white; move: from and to, a1a2";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let (board, side) = text.split_once(' ').unwrap_or((text, "white"));
        let side = match side.trim() {
            "white" => Side::First,
            "black" => Side::Second,
            other => return Err(ParseError::new(format!("{other:?} is neither white nor black"))),
        };
        let rows: Vec<&str> = board.split('/').rev().collect();
        let wide = |row: &&str| row.chars().count() == self.columns as usize;
        if rows.len() != self.rows as usize || !rows.iter().all(wide) {
            let message = format!("the board has {} rows of {} squares", self.rows, self.columns);
            return Err(ParseError::new(message));
        }
        let mut pawns = [0; 2];
        for (square, letter) in rows.concat().chars().enumerate() {
            match letter {
                'w' => pawns[0] |= 1 << square,
                'b' => pawns[1] |= 1 << square,
                '-' => {}
                _ => return Err(ParseError::new(format!("{letter:?} is none of w, b and -"))),
            }
        }
        Ok(Hexapawn { pawns, side, ..*self })
    }

    fn text(&self) -> String {
        let side = Self::SIDES[usize::from(self.side == Side::Second)].to_lowercase();
        format!("{} {side}", self.board().replace('\n', "/"))
    }

    fn notation(&self, Step { from, to }: Step) -> String {
        let name = |square: u32| {
            let column = char::from(b'a' + (square % self.columns) as u8);
            format!("{column}{}", square / self.columns + 1)
        };
        name(from) + &name(to)
    }

    fn board(&self) -> String {
        let letter = |square: u32| match self.pawns.map(|pawns| pawns >> square & 1) {
            [1, _] => 'w',
            [_, 1] => 'b',
            _ => '-',
        };
        let row = |row| (row * self.columns..(row + 1) * self.columns).map(letter).collect();
        (0..self.rows).rev().map(row).collect::<Vec<String>>().join("\n")
    }
}
