//! Claims about what a search remembers.

use super::Claim;
use super::experiment::Quantity;
use super::grounds::Ground;
use super::tested::*;

pub(super) const REFUTATION: Tested = Tested {
    claim: Claim {
        name: "refutation",
        says: "Refutation memory saves about 8 % of the leaves at depth 7 with 30 moves a node.",
        source: "Cao Thanh Tung, \"The Nega-Scout algorithm in game trees\" (article in Vietnamese), after \
                 A. Reinefeld; the idea: A. Reinefeld, J. Schaeffer, T. Marsland, 1985",
    },
    parts: &[
        Part {
            grounds: &[
                Ground::Synthetic("30,7,best=60"),
                Ground::Synthetic("30,7,best=80"),
                Ground::Synthetic("30,7,ordered=2"),
                Ground::Synthetic("30,7,steps=10"),
            ],
            compare: &[leaves("negascout-refutation", "negascout", from(0.90, 0.94))],
            share: 0.5,
        },
        Part {
            grounds: &[
                Ground::Synthetic("30,7,best=random"),
                Ground::Synthetic("30,7,random=1000"),
            ],
            compare: &[leaves("negascout-refutation", "negascout", from(0.90, 0.94))],
            share: 0.25,
        },
        Part {
            grounds: &[Ground::Synthetic("30,5,best=random"), Ground::Synthetic("30,5,steps=10")],
            compare: &[leaves("negascout-refutation", "negascout", from(0.90, 0.94))],
            share: 1.0,
        },
    ],
    culprit: None,
};

pub(super) const MTD_F: Tested = Tested {
    claim: Claim {
        name: "mtd-f",
        says: "MTD(f) visits 5 to 10 % fewer leaves than aspiration NegaScout, in 3 to 6 passes \
               an iteration.",
        source: "A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, 1996 (MTD(f)); D. Eppstein, \"Variants of \
                 alpha-beta search\", lecture notes of UC Irvine (ICS 180, 1990s)",
    },
    parts: &[Part {
        grounds: GAMES,
        compare: &[
            leaves(real!("mtd-f"), real!("aspiration=16"), from(0.90, 0.95)),
            compare(real!("mtd-f"), "", Quantity::Passes, from(3.0, 6.0)),
            compare(real!("mtd-bisect"), "", Quantity::Passes, None),
            compare(real!("mtd-high"), "", Quantity::Passes, None),
            compare(real!("mtd-low"), "", Quantity::Passes, None),
            leaves(real!("mtd-bisect"), real!("aspiration=16"), None),
            leaves(real!("mtd-high"), real!("aspiration=16"), None),
            leaves(real!("mtd-low"), real!("aspiration=16"), None),
        ],
        share: 1.0,
    }],
    culprit: None,
};

pub(super) const FAIL_SOFT: Tested = Tested {
    claim: Claim {
        name: "fail-soft",
        says: "Fail-soft raises the table's cut-offs over fail-hard.",
        source: "J. Fishburn, 1983; D. Eppstein, \"Variants of alpha-beta search\", lecture notes of UC Irvine \
                 (ICS 180, 1990s)",
    },
    parts: &[Part {
        grounds: GAMES,
        compare: &[
            compare(real!("alpha-beta"), real!("alpha-beta-hard"), Quantity::TableShare, MORE),
            compare(real!("alpha-beta"), real!("alpha-beta-hard"), Quantity::Visits, LESS),
        ],
        share: 1.0,
    }],
    culprit: None,
};
