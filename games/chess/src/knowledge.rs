//! What a player knows, hook by hook: the estimate, the order of moves, what may be left out, reduced or extended.

use cozy_chess::{
    BitBoard, Color, Move, Piece, Rank, get_bishop_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use plyglot_eval::Choice;
use plyglot_search::random::mix;
use plyglot_search::{
    Aspects, Bounds, Candidate, Game, Knowledge, MoveList, Node, NodeKey, NullMove, OptionError,
    OptionKind, OptionSpec, OrderingWeights, Score, Singular, Window, late_move_reduction,
};

use crate::evaluation::{self, PawnMemory, Trained};
use crate::exchange::{WORTH, captured, gains};
use crate::keys;
use crate::position::{Chess, MOST_CALM};
use crate::syzygy::InUse;

/// The option of the folders of Syzygy tables, and its value without any.
const SYZYGY: &str = "syzygy";
const NONE: &str = "none";

/// Ranks of moves: captures that lose nothing come before killers and quiet moves, those that lose behind them.
const GOOD_CAPTURE: i32 = 1 << 20;
const BAD_CAPTURE: i32 = -(1 << 20);

/// What a side has beside pawns, and what of that is no rook or queen.
const PIECES: [Piece; 5] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
const MINOR: [Piece; 3] = [Piece::Knight, Piece::Bishop, Piece::King];

/// From this depth on it is looked whether a hash move is singular.
const SINGULAR: i32 = 7;

/// From this clock of the fifty moves on the table tells positions apart by it; from [`NEAR`] on exactly.
const FAR: u8 = 40;
const NEAR: u8 = 80;

/// What the table is told of the clock of the fifty moves.
#[inline]
fn told(clock: u8) -> u8 {
    match clock {
        ..FAR => 0,
        FAR..NEAR => clock / 10,
        _ => clock,
    }
}

/// The key of a position with this key, of whose clock this is told.
#[inline]
fn node_key(key: u64, told: u8) -> NodeKey {
    NodeKey { hash: key ^ if told == 0 { 0 } else { mix(u64::from(told) << 32) }, symmetry: 0 }
}

/// Estimates by features of the position, whose weights are trained or were set by hand.
#[derive(Clone, Debug)]
pub struct Player {
    weights: Choice<Trained>,
    memory: PawnMemory,
    tables: Option<Box<InUse>>,
}

impl Default for Player {
    fn default() -> Self {
        Player {
            weights: Choice::of(&evaluation::SOURCE),
            memory: PawnMemory::default(),
            tables: None,
        }
    }
}

/// True if the side to move has more than pawns: without, to be on the move may be the trouble.
#[inline]
fn has_pieces(game: &Chess) -> bool {
    let board = game.board();
    let minor = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
    !(board.colors(board.side_to_move()) & !minor).is_empty()
}

/// The rank of a capture or promotion: what it gains first, then by what.
#[inline]
fn rank_of_noise(game: &Chess, mv: Move) -> i32 {
    let board = game.board();
    let in_passing = game.takes_in_passing(mv);
    let gain = captured(board, mv, in_passing)
        + match mv.promotion {
            None => 0,
            Some(Piece::Queen) => WORTH[Piece::Queen as usize] - WORTH[0],
            // Nearly always a queen is better.
            Some(_) => return BAD_CAPTURE,
        };
    let by = board.piece_on(mv.from).map_or(0, |piece| piece as i32);
    let rank = 8 * gain - by;
    // What takes something worth as much cannot lose.
    let safe = gain >= WORTH[by as usize] || gains(board, mv, in_passing, 0);
    if safe { GOOD_CAPTURE + rank } else { BAD_CAPTURE + rank }
}

#[inline]
fn is_noise(game: &Chess, mv: Move) -> bool {
    game.captures(mv) || mv.promotion.is_some()
}

/// True if the piece that a move puts down attacks the other king: nearly all checks.
#[inline]
fn checks(game: &Chess, mv: Move) -> bool {
    let board = game.board();
    let side = board.side_to_move();
    let king = board.king(!side);
    let blockers = board.occupied() & !mv.from.bitboard();
    let from = match mv.promotion.or_else(|| board.piece_on(mv.from)) {
        Some(Piece::Pawn) => get_pawn_attacks(king, !side),
        Some(Piece::Knight) => get_knight_moves(king),
        Some(Piece::Bishop) => get_bishop_moves(king, blockers),
        Some(Piece::Rook) => get_rook_moves(king, blockers),
        Some(Piece::Queen) => get_bishop_moves(king, blockers) | get_rook_moves(king, blockers),
        _ => BitBoard::EMPTY,
    };
    from.has(mv.to)
}

impl Knowledge<Chess> for Player {
    const ANTISYMMETRIC: bool = true;
    const QUIESCENCE: bool = true;
    const CONTEXT: bool = true;
    const SINGULAR: bool = true;
    const CORRECTED: bool = true;
    const TABLE_DEPTH: i32 = 0;

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        self.weights.make_ready();
        keys::make_ready();
        vec![self.clone(); workers]
    }

    #[inline]
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights {
            killer: 1 << 17,
            countermove: 1 << 16,
            history: 1 << 14,
            continuation: 1 << 14,
        }
    }

    fn begin(&mut self, game: &Chess) {
        if let Some(tables) = &mut self.tables {
            tables.begin(game);
        }
    }

    #[inline]
    fn evaluate(&mut self, game: &Chess) -> i32 {
        evaluation::evaluate(game, self.weights.get(), &mut self.memory)
    }

    #[inline]
    fn expand(&mut self, game: &Chess, node: &Node, out: &mut MoveList<Move>) {
        game.moves(out);
        for ranked in out.as_mut_slice() {
            ranked.rank = self.rank(game, ranked.mv, node.depth);
        }
    }

    #[inline]
    fn rank(&mut self, game: &Chess, mv: Move, _depth: i32) -> i32 {
        if is_noise(game, mv) { rank_of_noise(game, mv) } else { 0 }
    }

    #[inline]
    fn is_quiet(&self, game: &Chess, mv: Move) -> bool {
        !is_noise(game, mv)
    }

    /// The piece and where it goes.
    #[inline]
    fn kind(&self, game: &Chess, mv: Move) -> u32 {
        let piece = game.board().piece_on(mv.from).map_or(0, |piece| piece as u32);
        piece << 6 | mv.to as u32
    }

    /// A side that is not in check is not mated before it has moved; tables may know more.
    #[inline]
    fn bounds(&mut self, game: &Chess, _window: Window) -> Bounds {
        if let Some(tables) = &mut self.tables
            && let Some(known) = tables.known(game)
        {
            return known;
        }
        let lower = if game.in_check() { Score::loss_in(0) } else { Score::loss_in(2) };
        Bounds { lower, upper: Score::win_in(1) }
    }

    /// With the clock of the fifty moves where it may decide; exactly where tables know whether it does.
    #[inline]
    fn key(&self, game: &Chess) -> NodeKey {
        let clock = game.board().halfmove_clock();
        let is_tabled = self.tables.as_ref().is_some_and(|tables| tables.may_hold(game.board()));
        let told = if is_tabled { clock } else { told(clock) };
        node_key(game.key(), told)
    }

    #[inline]
    fn key_after(&self, game: &Chess, mv: Move) -> Option<NodeKey> {
        if self.tables.is_some() {
            return None;
        }
        let (key, begins) = keys::key_after(game, mv)?;
        let clock = if begins { 0 } else { (game.board().halfmove_clock() + 1).min(MOST_CALM) };
        Some(node_key(key, told(clock)))
    }

    fn correction(&self) -> i32 {
        40
    }

    fn proof_numbers(&self) -> Option<i32> {
        Some(300)
    }

    /// The pawns, the pieces of each side, and where the kings and minor pieces stand.
    #[inline]
    fn aspects(&self, game: &Chess) -> Aspects {
        let board = game.board();
        let sides = Color::ALL.map(|side| board.colors(side));
        let hash = |side: usize, kinds: &[Piece]| {
            kinds.iter().fold(side as u64, |hash, &kind| {
                let set = board.pieces(kind) & sides[side];
                (hash.rotate_left(29) ^ set.0).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            })
        };
        let of_both = |kinds| hash(0, kinds) ^ hash(1, kinds).rotate_left(32);
        [of_both(&[Piece::Pawn]), hash(0, &PIECES), hash(1, &PIECES), of_both(&MINOR)].map(mix)
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut options = self.weights.options();
        options.push(OptionSpec {
            name: SYZYGY.into(),
            about: match &self.tables {
                None => {
                    "Syzygy tables: their folder, several with : between (on Windows ;), or none"
                        .into()
                }
                Some(tables) => format!("Syzygy tables: {}", tables.about()),
            },
            kind: OptionKind::File(vec![NONE.into()]),
            default: NONE.into(),
            value: self.tables.as_ref().map_or(NONE, |tables| tables.folders()).into(),
        });
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        OptionSpec::check(&self.options(), name, value)?;
        if !name.eq_ignore_ascii_case(SYZYGY) {
            self.weights.set_option(name, value)?;
            self.memory.clear();
            return Ok(());
        }
        let unusable = |message| OptionError::Unusable { name: SYZYGY.into(), message };
        self.tables = match value {
            NONE => None,
            folders => Some(Box::new(InUse::open(folders).map_err(unusable)?)),
        };
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        self.weights.fingerprint() ^ self.tables.as_ref().map_or(0, |tables| tables.check())
    }

    fn tbhits(&self) -> u64 {
        self.tables.as_ref().map_or(0, |tables| tables.hits())
    }

    fn uses_tables(&self) -> bool {
        self.tables.is_some()
    }

    /// Captures that lose nothing and may reach the window, and promotions; in check everything.
    fn noisy(&mut self, game: &Chess, node: &Node, out: &mut MoveList<Move>) {
        if game.in_check() {
            return self.expand(game, node, out);
        }
        let board = game.board();
        let side = board.side_to_move();
        let last = match side {
            Color::White => Rank::Seventh,
            Color::Black => Rank::Second,
        };
        let short = node.estimate.map_or(0, |points| node.window().alpha.raw() - points);
        let enemies = board.colors(!side);
        let in_passing = game.passing().map_or(BitBoard::EMPTY, |file| {
            cozy_chess::Square::new(file, Rank::Sixth.relative_to(side)).bitboard()
        });
        if board.halfmove_clock() >= 100 || game.is_dead() {
            return;
        }
        board.generate_moves(|mut moves| {
            if moves.piece != Piece::Pawn {
                moves.to &= enemies;
            } else if moves.from.rank() != last {
                moves.to &= enemies | in_passing;
            }
            for mv in moves {
                if mv.promotion.is_some_and(|piece| piece != Piece::Queen) {
                    continue;
                }
                let passing = game.takes_in_passing(mv);
                let most = captured(board, mv, passing)
                    + mv.promotion.map_or(0, |_| WORTH[Piece::Queen as usize]);
                // Not even with something to spare.
                if most + 180 < short {
                    continue;
                }
                let rank = rank_of_noise(game, mv);
                if rank >= 0 {
                    out.push_ranked(mv, rank);
                }
            }
            false
        });
    }

    #[inline]
    fn forced(&mut self, game: &Chess) -> bool {
        game.in_check()
    }

    #[inline]
    fn null_move(&mut self, game: &mut Chess, node: &Node) -> Option<NullMove<Chess>> {
        let beta = node.window().beta.raw();
        let over = node.estimate? - beta;
        if node.depth < 2 || over < 0 || !has_pieces(game) {
            return None;
        }
        let before = game.passed()?;
        let before = std::mem::replace(game, before);
        let null = NullMove::new(before, 2 + node.depth / 3 + (over / 200).min(3));
        let deep = node.depth - 1 - null.reduction;
        Some(if node.depth >= 12 { null.verified_at(deep) } else { null })
    }

    fn undo_null(&mut self, game: &mut Chess, undo: Chess) {
        *game = undo;
    }

    #[inline]
    fn reduction(&self, game: &Chess, node: &Node, candidate: &Candidate<Move>) -> i32 {
        if game.in_check() {
            return -1;
        }
        let mut plies = late_move_reduction(node.depth, candidate.index);
        if plies == 0 || is_noise(game, candidate.mv) {
            return 0;
        }
        plies += i32::from(!node.improving) - i32::from(node.pv);
        plies -= i32::from(checks(game, candidate.mv));
        (plies - candidate.history / 12_288).max(0)
    }

    #[inline]
    fn prune(&self, game: &Chess, node: &Node, candidate: &Candidate<Move>) -> bool {
        let depth = node.depth;
        if node.pv || depth > 8 || game.in_check() {
            return false;
        }
        let Some(estimate) = node.estimate else { return false };
        let mv = candidate.mv;
        if is_noise(game, mv) {
            return depth <= 5 && !gains(game.board(), mv, game.takes_in_passing(mv), -100 * depth);
        }
        if checks(game, mv) {
            return depth <= 4 && !gains(game.board(), mv, false, -50 * depth);
        }
        let late = (3 + depth * depth) / (2 - i32::from(node.improving));
        candidate.index as i32 > late
            || estimate + 90 + 80 * depth <= node.window().alpha.raw()
            || (depth <= 4 && !gains(game.board(), mv, false, -50 * depth))
    }

    #[inline]
    fn reduction_without_hash_move(&self, _game: &Chess, node: &Node) -> i32 {
        i32::from(node.depth >= 4)
    }

    #[inline]
    fn singular(&self, _game: &Chess, node: &Node) -> Option<Singular> {
        let known = node.table?;
        let asks = node.depth >= SINGULAR && known.depth >= node.depth - 3;
        asks.then(|| Singular { depth: (node.depth - 1) / 2, margin: 2 * node.depth })
    }

    #[inline]
    fn futility(&self, game: &Chess, node: &Node) -> Option<i32> {
        let close = node.depth <= 7 && !game.in_check();
        close.then(|| 80 * (node.depth - i32::from(node.improving)))
    }
}
