//! Connect Four's line in the catalogue.

use plyglot_open::catalogue::{Entry, Listed, Listing, Setup, Visitor};
use plyglot_search::ParseError;

use super::{AnySize, ConnectFour, ConnectFourKnowledge, Standard};

const NAME: &str = "connect4";

/// Connect Four in all sizes that fit 64 bits; 7x6 by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFourEntry;

impl Entry for ConnectFourEntry {
    fn listing(&self) -> Listing {
        Listing {
            name: NAME,
            aliases: &["connect-four", "c4", "four-in-a-row"],
            title: "Connect Four: four stones in a row, dropped into columns",
            sizes: "columns x rows from 4x4, columns * (rows + 1) <= 64: connect4:6x5; default 7x6",
            notation: <ConnectFour as plyglot_search::Describe>::NOTATION,
        }
    }

    fn visit<V: Visitor>(&self, size: Option<&str>, visitor: V) -> Result<V::Output, ParseError> {
        let (width, height) = size.map_or(Ok((7, 6)), parse_size)?;
        let knowledge = ConnectFourKnowledge::default();
        if (width, height) == (7, 6) {
            let name = size.map_or_else(|| NAME.into(), |_| format!("{NAME}:7x6"));
            return Ok(visitor.visit(Setup { name, start: ConnectFour::new(Standard), knowledge }));
        }
        let start = ConnectFour::new(AnySize::new(width, height)?);
        Ok(visitor.visit(Setup { name: format!("{NAME}:{width}x{height}"), start, knowledge }))
    }
}

/// The game in a box, for a [catalogue](plyglot_open::catalogue::Catalogue).
///
/// Neither generic nor inlined, so that the code of the game's searcher, which becoming a box asks
/// for, is generated here and once, and not in every crate that lists games.
#[inline(never)]
pub fn entry() -> Box<dyn Listed> {
    Box::new(ConnectFourEntry)
}

fn parse_size(text: &str) -> Result<(u32, u32), ParseError> {
    let number = |part: &str| part.trim().parse::<u32>().ok();
    text.split_once(['x', 'X'])
        .and_then(|(width, height)| Some((number(width)?, number(height)?)))
        .ok_or_else(|| ParseError::new(format!("{text:?} is no size: write columns x rows, 7x6")))
}
