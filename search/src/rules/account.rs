//! Where the time of a search's threads went: what a report says of it, as plain values.
//!
//! Each node that a thread visited has one cause, and each unit of time in which a thread visited none has one, so
//! that together they are threads times time, exactly. What is exact and what is attributed by a rule is
//! said at each [`Cause`]; how it is found out stands in `shared/account/`.

use crate::rules::node::Expected;

/// Declares [`Cause`].
macro_rules! causes {
    ($($(#[doc = $about:literal])* $cause:ident: $name:literal,)+) => {
        /// What a thread's time went into.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Cause {
            $($(#[doc = $about])* $cause,)+
        }

        impl Cause {
            /// All of them, in the order in which they are shown.
            pub const ALL: [Cause; Cause::COUNT] = [$(Cause::$cause),+];

            /// How many there are.
            pub const COUNT: usize = [$($name),+].len();

            /// The name of each, in files too, in the order of [`Cause::ALL`].
            pub const NAMES: [&'static str; Cause::COUNT] = [$($name),+];
        }
    };
}

causes! {
    /// What the answer rests on, visited for the first time: the moves of every node on which a depth that was
    /// finished, or an answered question of a solve, rests, through the table too. That a bound rests on what was
    /// last searched at its position is a rule; entries do not say who left them.
    Useful: "useful",
    /// The same position to the same depth in the same window as another thread at that time, which ended
    /// first (or began first, where neither ended).
    AtOnce: "at_once",
    /// The same in a piece that cannot be divided: the nodes of a leaf solver, searches within a node that no worker
    /// claims (ProbCut's), and what is smaller than a claim where others were at all that was left.
    Piece: "piece",
    /// Searched before, and its entry is gone from the table.
    Lost: "lost",
    /// Searched before, and an entry of the position is there that did not answer: of a reduced search, mostly.
    Shallow: "shallow",
    /// Below a node that was cut off or that another thread answered meanwhile, the root included; or below one that
    /// others were at too, where the answer came to rest on theirs.
    Vain: "vain",
    /// In a window of the root that failed, and was of no use to the one after it.
    Window: "window",
    /// At a depth of the root that no worker finished, and of no use to those that were.
    Depth: "depth",
    /// Took part and had nothing to do.
    Waiting: "waiting",
    /// Was not called yet.
    Uncalled: "uncalled",
}

/// Nodes of one depth and kind by what they were for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountRow {
    /// How deep the node was to be searched at which they were visited, in plies: the claim that they belong
    /// to, or the root.
    pub depth: u32,
    /// What that node was expected to be.
    pub kind: Expected,
    /// Nodes for each cause, in the order of [`Cause::ALL`].
    pub nodes: [u64; Cause::COUNT],
}

/// Where the time of a search's threads went, in nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Threads times the virtual time to the end of the search, a node for each unit of it; of real threads, whose
    /// waiting is not known in nodes, the nodes alone.
    pub whole: u64,
    /// Nodes by depth and kind, the deepest first.
    pub rows: Vec<AccountRow>,
    /// [`Cause::Waiting`]; 0 of real threads.
    pub waiting: u64,
    /// [`Cause::Uncalled`]; 0 of real threads.
    pub uncalled: u64,
    /// The longest chain of nodes of which each waits for the one before it, if there were a thread for every claim:
    /// the first move of a node before the others, those side by side, depth after depth. An estimate.
    pub span: u64,
    /// False if the search was too long for all of it to be told apart: what is smaller than the claims that were is
    /// then taken together with these.
    pub complete: bool,
}

impl Account {
    /// What went into a cause.
    pub fn total(&self, cause: Cause) -> u64 {
        match cause {
            Cause::Waiting => self.waiting,
            Cause::Uncalled => self.uncalled,
            _ => self.rows.iter().map(|row| row.nodes[cause as usize]).sum(),
        }
    }

    /// Nodes that another thread searched too, or that were searched before.
    pub fn repeated(&self) -> u64 {
        let causes = [Cause::AtOnce, Cause::Piece, Cause::Lost, Cause::Shallow];
        causes.into_iter().map(|cause| self.total(cause)).sum()
    }
}
