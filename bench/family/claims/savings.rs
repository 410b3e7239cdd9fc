//! Claims about what NegaScout saves.

use super::Claim;
use super::experiment::Quantity;
use super::grounds::Ground;
use super::tested::*;

pub(super) const TABLE: Tested = Tested {
    claim: Claim {
        name: "table",
        says: "With a transposition table NegaScout visits 20 to 30 % fewer nodes than \
               alpha-beta.",
        source: "Cao Thanh Tung, \"The Nega-Scout algorithm in game trees\" (article in Vietnamese), after \
                 A. Reinefeld",
    },
    parts: &[Part {
        grounds: GAMES,
        compare: &[compare(
            real!("negascout"),
            real!("alpha-beta"),
            Quantity::Visits,
            from(0.70, 0.80),
        )],
        share: 1.0,
    }],
    culprit: None,
};

pub(super) const DEPTH: Tested = Tested {
    claim: Claim {
        name: "depth",
        says: "NegaScout is worse than alpha-beta below depth 3, and better from 20 to 60 moves \
               a node.",
        source: "Cao Thanh Tung, \"The Nega-Scout algorithm in game trees\" (article in Vietnamese), after \
                 A. Reinefeld",
    },
    parts: &[
        Part {
            grounds: &[
                Ground::Synthetic("20,2,best=random"),
                Ground::Synthetic("40,2,best=random"),
                Ground::Synthetic("40,2,best=60"),
            ],
            compare: &[leaves("negascout", "alpha-beta", MORE)],
            share: 5.0,
        },
        Part {
            grounds: &[
                Ground::Synthetic("20,4,best=random"),
                Ground::Synthetic("60,4,best=random"),
                Ground::Synthetic("20,4,best=60"),
                Ground::Synthetic("60,4,best=60"),
                Ground::Synthetic("20,5,best=random"),
                Ground::Synthetic("40,5,best=60"),
            ],
            compare: &[leaves("negascout", "alpha-beta", LESS)],
            share: 1.0,
        },
        Part {
            grounds: &[Ground::Synthetic("2,8,best=random"), Ground::Synthetic("5,6,best=random")],
            compare: &[leaves("negascout", "alpha-beta", None)],
            share: 5.0,
        },
    ],
    culprit: None,
};

pub(super) const SHALLOW: Tested = Tested {
    claim: Claim {
        name: "shallow",
        says: "Shallow subtrees are better left to alpha-beta.",
        source: "Cao Thanh Tung, \"The Nega-Scout algorithm in game trees\" (article in Vietnamese): \
                 alpha-beta for subtrees of MaxDepth - 3; after A. Reinefeld",
    },
    parts: &[
        Part {
            grounds: GAMES,
            compare: &[
                leaves(real!("negascout-shallow=1"), real!("negascout"), LESS),
                leaves(real!("negascout-shallow=2"), real!("negascout"), LESS),
                leaves(real!("negascout-shallow=3"), real!("negascout"), LESS),
                leaves(real!("negascout-revisit=2"), real!("negascout"), LESS),
            ],
            share: 1.0,
        },
        Part {
            grounds: &[Ground::Synthetic("20,5,best=random"), Ground::Synthetic("20,5,best=60")],
            compare: &[
                leaves("negascout-shallow=1", "negascout", LESS),
                leaves("negascout-shallow=2", "negascout", LESS),
                leaves("negascout-shallow=3", "negascout", LESS),
                leaves("negascout-revisit=2", "negascout", LESS),
                compare("negascout-shallow=2", "negascout", Quantity::Seconds, None),
            ],
            share: 1.0,
        },
    ],
    culprit: None,
};

pub(super) const HALF: Tested = Tested {
    claim: Claim {
        name: "half",
        says: "NegaScout is up to 50 % faster than alpha-beta.",
        source: "\"NegaScout\", a hobby page in Russian (uCoz), unsigned and undated: \"believed to give up to \
                 50 %\"; tested as half as fast again, two thirds of the leaves",
    },
    parts: &[Part {
        grounds: &[
            Ground::Synthetic("20,5,best=random"),
            Ground::Synthetic("20,5,best=50"),
            Ground::Synthetic("20,5,best=80"),
            Ground::Synthetic("20,5,best=95"),
            Ground::Synthetic("60,4,best=80"),
            Ground::Synthetic("10,8,best=80"),
            Ground::Synthetic("60,5,best=random"),
            Ground::Synthetic("30,6,best=40"),
            Ground::Synthetic("20,6,steps=10"),
            Ground::Synthetic("20,6,random=1000"),
        ],
        compare: &[leaves("negascout", "alpha-beta", from(0.0, 0.67))],
        share: 0.5,
    }],
    culprit: None,
};

pub(super) const TENTH: Tested = Tested {
    claim: Claim {
        name: "tenth",
        says: "In a real program NegaScout is 5 to 10 % faster than alpha-beta, sometimes slower.",
        source: "\"NegaScout\", a hobby page in Russian (uCoz), unsigned and undated: \"in my program 5 to \
                 10 %, in some positions a little slower\"",
    },
    parts: &[
        // Time is measured where the code is compiled for the tree: games are searched through boxes.
        Part {
            grounds: &[
                Ground::Synthetic("10,7,best=60"),
                Ground::Synthetic("20,5,best=80"),
                Ground::Synthetic("30,5,best=80"),
            ],
            compare: &[compare(
                real!("negascout"),
                real!("alpha-beta"),
                Quantity::Seconds,
                from(0.90, 1.10),
            )],
            share: 1.0,
        },
        Part {
            grounds: GAMES,
            compare: &[leaves(real!("negascout"), real!("alpha-beta"), None)],
            share: 1.0,
        },
    ],
    culprit: None,
};

pub(super) const PRINTED: Tested = Tested {
    claim: Claim {
        name: "printed",
        says: "The program printed with that figure of 5 to 10 % is NegaScout.",
        source: "\"NegaScout\", a hobby page in Russian (uCoz), unsigned and undated; its program searches \
                 every move of one side with the open window first, and tests a variable that it never set",
    },
    parts: &[Part {
        grounds: &[
            OTHELLO,
            CONNECT_FOUR,
            KALAH,
            Ground::Synthetic("20,5,best=80"),
            Ground::Synthetic("20,5,best=random"),
        ],
        compare: &[
            wrong("mistake-printed", NONE_WRONG),
            leaves("mistake-printed", "alpha-beta-sides", None),
            leaves("negascout-sides", "alpha-beta-sides", None),
            leaves("mistake-printed", "negascout-sides", from(0.0, 1.0)),
        ],
        share: 1.0,
    }],
    culprit: Some("mistake-printed"),
};

pub(super) const ORDERING: Tested = Tested {
    claim: Claim {
        name: "ordering",
        says: "Move ordering decides: the better it is, the more NegaScout saves over alpha-beta.",
        source: "T. Marsland and M. Campbell, 1982; A. Reinefeld, 1989",
    },
    parts: &[
        Part {
            grounds: &[
                Ground::Synthetic("20,5,best=random"),
                Ground::Synthetic("20,5,best=20"),
                Ground::Synthetic("20,5,best=40"),
                Ground::Synthetic("20,5,best=60"),
            ],
            compare: &[leaves("negascout", "alpha-beta", None)],
            share: 1.0,
        },
        // What random order saves is about 27 %: better orders should save more.
        Part {
            grounds: &[
                Ground::Synthetic("20,5,best=80"),
                Ground::Synthetic("20,5,best=90"),
                Ground::Synthetic("20,5,best=95"),
            ],
            compare: &[leaves("negascout", "alpha-beta", from(0.0, 0.73))],
            share: 1.0,
        },
        Part {
            grounds: &[Ground::Synthetic("20,5,best=100")],
            compare: &[leaves("negascout", "alpha-beta", None)],
            share: 1.0,
        },
        Part {
            grounds: GAMES,
            compare: &[
                leaves("negascout", "alpha-beta", None),
                leaves(real!("negascout"), real!("alpha-beta"), None),
            ],
            share: 1.0,
        },
    ],
    culprit: None,
};
