//! Claims about windows and re-searches.

use super::Claim;
use super::experiment::Quantity;
use super::grounds::Ground;
use super::tested::*;

pub(super) const GUIDE: Tested = Tested {
    claim: Claim {
        name: "guide",
        says: "The beta of the re-search should be the node's alpha.",
        source: "\"Optimising an Othello AI in depth: a guide to implementing NegaScout correctly\" (web \
                 article in Chinese, unsigned)",
    },
    parts: &[Part {
        grounds: &[
            OTHELLO,
            KALAH,
            Ground::Synthetic("20,5,best=50"),
            Ground::Synthetic("20,4,best=random"),
        ],
        compare: &[wrong("mistake-guide", NONE_WRONG), leaves("mistake-guide", "negascout", None)],
        share: 1.0,
    }],
    culprit: Some("mistake-guide"),
};

pub(super) const NULL_WINDOW: Tested = Tested {
    claim: Claim {
        name: "null-window",
        says: "A null window is (alpha, alpha + 1): a wider one is wrong or costs more.",
        source: "A. Reinefeld, \"An improvement to the Scout tree-search algorithm\", ICCA Journal 6(4), 1983, \
                 for integer values; \"why alpha + 1 and not alpha + 2\" is asked by \"NegaScout\", a \
                 hobby page in Russian (uCoz), unsigned and undated",
    },
    parts: &[Part {
        grounds: &[OTHELLO, Ground::Synthetic("20,5,best=80"), Ground::Synthetic("8,7,random=5")],
        compare: &[
            wrong("mistake-wide=2", SOME_WRONG),
            wrong("mistake-wide=8", SOME_WRONG),
            wrong("negascout-wide=2", NONE_WRONG),
            leaves("negascout-wide=2", "negascout", None),
            leaves("negascout-wide=8", "negascout", MORE),
        ],
        share: 1.0,
    }],
    culprit: Some("mistake-wide=2"),
};

pub(super) const EVEN: Tested = Tested {
    claim: Claim {
        name: "even",
        says: "Where all values are even, (alpha, alpha + 2) loses nothing.",
        source: "follows from the definition of the null window; Othello programs do so",
    },
    parts: &[Part {
        grounds: &[Ground::Endgame { empties: 9 }],
        compare: &[
            wrong("mistake-wide=2", NONE_WRONG),
            leaves("mistake-wide=2", "negascout", from(0.99, 1.01)),
            // Not part of the claim: a step that is too wide shows that mistakes would be seen.
            wrong("mistake-wide=4", None),
        ],
        share: 1.0,
    }],
    culprit: None,
};

pub(super) const LAST_PLIES: Tested = Tested {
    claim: Claim {
        name: "last-plies",
        says: "A re-search is never needed on the last two plies.",
        source: "A. Reinefeld, \"An improvement to the Scout tree-search algorithm\", ICCA Journal 6(4), 1983 \
                 (`d <= 2`); his page of 1999 has `d < maxdepth - 1`; Cao Thanh Tung, \"The Nega-Scout \
                 algorithm in game trees\" (article in Vietnamese)",
    },
    parts: &[Part {
        grounds: &[
            OTHELLO,
            Ground::ConnectFour { plies: 8, depth: 8 },
            Ground::Synthetic("20,5,best=random"),
            Ground::Synthetic("4,7,random=3"),
        ],
        compare: &[
            wrong("negascout-last=1", NONE_WRONG),
            wrong("negascout-last=2", NONE_WRONG),
            leaves("negascout-last=1", "negascout", None),
            leaves("negascout-last=2", "negascout", None),
            wrong("negascout-last=3", None),
        ],
        share: 1.0,
    }],
    culprit: Some("negascout-last=3"),
};

pub(super) const ASPIRATION: Tested = Tested {
    claim: Claim {
        name: "aspiration",
        says: "A window around the last score saves leaves; one that is too narrow costs more than \
               it saves, and one that is too wide saves nothing.",
        source: "G. Baudet, 1978; D. Eppstein, \"Variants of alpha-beta search\", lecture notes of UC Irvine \
                 (ICS 180, 1990s)",
    },
    parts: &[Part {
        grounds: GAMES,
        compare: &[
            leaves(real!("aspiration=1"), real!("negascout"), MORE),
            leaves(real!("aspiration=2"), real!("negascout"), None),
            leaves(real!("aspiration=4"), real!("negascout"), None),
            leaves(real!("aspiration=8"), real!("negascout"), None),
            leaves(real!("aspiration=16"), real!("negascout"), LESS),
            leaves(real!("aspiration=32"), real!("negascout"), None),
            leaves(real!("aspiration=64"), real!("negascout"), None),
            leaves(real!("aspiration=128"), real!("negascout"), None),
            leaves(real!("aspiration=256"), real!("negascout"), from(0.995, 1.005)),
            leaves(real!("aspiration-gradual=4"), real!("negascout"), None),
            leaves(real!("aspiration-gradual=16"), real!("negascout"), None),
            leaves(real!("aspiration-aside=16"), real!("negascout"), None),
            compare(real!("aspiration=1"), "", Quantity::Passes, None),
            compare(real!("aspiration=4"), "", Quantity::Passes, None),
            compare(real!("aspiration=16"), "", Quantity::Passes, None),
            compare(real!("aspiration=64"), "", Quantity::Passes, None),
            compare(real!("aspiration-gradual=4"), "", Quantity::Passes, None),
        ],
        share: 1.0,
    }],
    culprit: None,
};
