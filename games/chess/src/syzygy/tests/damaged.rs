//! Files that are missing, damaged, or made to be so.

use super::*;

#[test]
fn what_cannot_be_used_is_refused_in_one_line_that_names_it() {
    let refused = |folders: &str| TableSet::open(folders).expect_err("refused");
    let own = Folder::new();
    let name = own.0.to_string_lossy().into_owned();
    assert!(refused("/no/such/folder").starts_with("/no/such/folder: "));
    assert!(refused(&name).ends_with("no Syzygy tables (files such as KQvK.rtbw) in it"));
    assert_eq!(refused(":;".get(..1).expect("a colon")), "no folder is named");
    let whole = std::fs::read(folder().join("KQvK.rtbw")).expect("a file");
    for (bytes, why) in [
        (&whole[..0], "it is cut off, or not a Syzygy table"),
        (&whole[..100], "it is cut off, or not a Syzygy table"),
        (&whole[..80], "it is cut off, or not a Syzygy table"),
        (&[0; 80], "it is not a Syzygy table of that kind"),
    ] {
        std::fs::write(own.0.join("KQvK.rtbw"), bytes).expect("written");
        let line = refused(&name);
        assert!(line.contains("KQvK.rtbw: ") && !line.contains('\n'), "{line}");
        assert!(line.ends_with(why) || line.contains("damaged"), "{} bytes: {line}", bytes.len());
    }
    // The table of other pieces.
    std::fs::write(own.0.join("KQvK.rtbw"), &whole).expect("written");
    std::fs::write(own.0.join("KRvK.rtbw"), &whole).expect("written");
    assert!(refused(&name).ends_with("KRvK.rtbw: it is not of the pieces that its name says"));
    // Other files are none of its business.
    std::fs::remove_file(own.0.join("KRvK.rtbw")).expect("removed");
    std::fs::write(own.0.join("KKvK.rtbw"), "").expect("written");
    std::fs::write(own.0.join("notes.txt"), "").expect("written");
    assert!(TableSet::open(&name).is_ok());
    let mut player = Player::default();
    let error = player.set_option("syzygy", "/no/such/folder").expect_err("refused");
    assert!(error.to_string().starts_with("option syzygy: /no/such/folder: "), "{error}");
    assert!(!Knowledge::<Chess>::uses_tables(&player));
}

#[test]
fn of_several_folders_each_adds_its_tables_and_what_is_missing_is_unknown() {
    let own = Folder::new();
    for file in ["KQvK.rtbw", "KQvK.rtbz"] {
        std::fs::copy(folder().join(file), own.0.join(file)).expect("copied");
    }
    let alone = TableSet::open(&own.0.to_string_lossy()).expect("tables");
    let (rook, queen) =
        (read("8/8/8/8/4k3/8/3R4/K7 w - - 0 1"), read("8/8/8/8/4k3/8/3Q4/K7 w - - 0 1"));
    assert_eq!(alone.result(&rook), None);
    assert!(alone.result(&queen).is_some());
    let between = if cfg!(windows) { ';' } else { ':' };
    let both = format!("{}{between}{}", own.0.display(), folder().display());
    assert!(TableSet::open(&both).expect("tables").result(&rook).is_some());
    let castles = read("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(set().result(&castles), None, "rights to castle are in no table");
}

/// Asks everything of a file that may be damaged. Gives how often there was an answer.
fn ask_all(table: &Table, kind: Kind, games: &[Chess]) -> usize {
    let answers = games.iter().map(|game| {
        let sets = sets_of(game.board());
        let second = game.board().side_to_move() == cozy_chess::Color::Black;
        match kind {
            Kind::Results => usize::from(table.result(&sets, second).is_ok()),
            Kind::Distances => {
                let found =
                    [-2, -1, 1, 2].map(|result| table.distance(&sets, second, result).is_ok());
                found.into_iter().filter(|is| *is).count()
            }
        }
    });
    answers.sum()
}

#[test]
fn damaged_files_are_refused_or_give_answers_and_nothing_worse() {
    let own = Folder::new();
    let (mut refused, mut asked, mut failed) = (0, 0, 0);
    let known = known();
    for name in ["KQvK", "KRvKR", "KPvK", "KPPvK", "KNNvK", "KQvKR", "KPvKP"] {
        let of = Material::of_name(name).expect("a name");
        let is_of = |game: &Chess| {
            let found = Material::of(&sets_of(game.board()));
            found == of || found == of.exchanged()
        };
        let games = known.iter().map(|(game, ..)| game.clone()).filter(is_of);
        let games: Vec<Chess> = games.collect();
        assert!(games.len() > 5, "{name}");
        for kind in Kind::ALL {
            let file = format!("{name}.{}", kind.extension());
            let Ok(whole) = std::fs::read(folder().join(&file)) else { continue };
            let path = own.0.join(&file);
            let table = Table::open(&folder().join(&file), kind, of, &Room::of(0));
            let all = ask_all(&table.expect("a table"), kind, &games);
            for number in 0..60u64 {
                let mut bytes = whole.clone();
                let mut random = mix(number ^ mix(of.men() as u64 ^ bytes.len() as u64));
                let mut next = |below: usize| {
                    random = mix(random);
                    (random % below as u64) as usize
                };
                if number % 6 == 5 {
                    // Cut, to a length that a file may have.
                    let blocks = next(bytes.len() / 64 + 1);
                    bytes.truncate(64 * blocks + 16);
                }
                // Most of what can go wrong is in the header.
                let upto = if number % 2 == 0 { bytes.len().min(200) } else { bytes.len() };
                for _ in 0..1 + number % 5 {
                    let (at, to) = (next(upto), next(256) as u8);
                    bytes[at] = to;
                }
                std::fs::write(&path, &bytes).expect("written");
                match Table::open(&path, kind, of, &Room::of(1 << 20)) {
                    Err(_) => refused += 1,
                    Ok(table) => {
                        asked += 1;
                        failed += usize::from(ask_all(&table, kind, &games) < all);
                    }
                }
            }
        }
    }
    assert!(refused > 100 && asked > 200 && failed > 0, "{refused} {asked} {failed}");
}

#[test]
fn a_file_that_turns_out_to_be_damaged_is_set_aside() {
    let own = Folder::new();
    for file in ["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KRvK.rtbw"] {
        std::fs::copy(folder().join(file), own.0.join(file)).expect("copied");
    }
    let path = own.0.join("KPvK.rtbw");
    let mut bytes = std::fs::read(&path).expect("a file");
    let lists = bytes.len() / 2;
    bytes[lists..].fill(255);
    std::fs::write(&path, bytes).expect("written");
    let set = TableSet::open(&own.0.to_string_lossy()).expect("whole by its header");
    let mut unknown = 0;
    each("KPK", 31, |game| unknown += usize::from(set.result(&game).is_none()));
    assert!(unknown > 5_000, "{unknown}");
    assert!(set.result(&read("8/8/8/8/4k3/8/3Q4/K7 w - - 0 1")).is_some(), "others are used");
}

/// A file of distances whose map has two bytes for each value, made of one that has one.
fn widened(narrow: &[u8]) -> Vec<u8> {
    // Of KRvKR: magic number, flags, order and pieces, flags of the part; of these the codes and symbols follow.
    let part = 10;
    let lengths = usize::from(narrow[part + 8] - narrow[part + 9]) + 1;
    let count = part + 10 + 2 * lengths;
    let symbols = usize::from(u16::from_le_bytes([narrow[count], narrow[count + 1]]));
    let map = count + 2 + 3 * symbols + (symbols & 1);
    let mut wide = narrow[..map].to_vec();
    wide[part] |= 16;
    let mut at = map;
    for _ in 0..4 {
        let values = &narrow[at + 1..at + 1 + usize::from(narrow[at])];
        for value in [narrow[at]].iter().chain(values) {
            wide.extend(u16::from(*value).to_le_bytes());
        }
        at += 1 + values.len();
    }
    at += at & 1;
    let blocks = u32::from_le_bytes([4, 5, 6, 7].map(|place| narrow[part + place]));
    let data = narrow.len() - 16 - ((blocks as usize) << narrow[part + 1]);
    let data = data / 64 * 64;
    let positions = THREE as usize * 61;
    let listed = blocks as usize + usize::from(narrow[part + 3]);
    let lists = 6 * positions.div_ceil(1 << narrow[part + 2]) + 2 * listed;
    wide.extend(&narrow[at..at + lists]);
    wide.resize(wide.len().next_multiple_of(64), 0);
    wide.extend(&narrow[data..]);
    wide
}

#[test]
fn maps_of_two_bytes_and_distances_in_plies_are_read() {
    let own = Folder::new();
    let whole = std::fs::read(folder().join("KRvKR.rtbz")).expect("a file");
    let of = Material::of_name("KRvKR").expect("a name");
    let open = |name: &str, bytes: &[u8]| {
        let path = own.0.join(name);
        std::fs::write(&path, bytes).expect("written");
        Table::open(&path, Kind::Distances, of, &Room::of(0)).expect("a table")
    };
    let (narrow, wide) = (open("narrow", &whole), open("wide", &widened(&whole)));
    let mut in_plies = whole.clone();
    in_plies[10] |= 4 | 8;
    let in_plies = open("in plies", &in_plies);
    let mut seen = 0;
    for (game, result, _) in known() {
        let sets = sets_of(game.board());
        if Material::of(&sets) != of || result == 0 {
            continue;
        }
        let second = game.board().side_to_move() == cozy_chess::Color::Black;
        let ask = |table: &Table| {
            table.distance(&sets, second, result).map_err(|fault| fault.to_string())
        };
        let Ok(Some(Stored { plies, is_rounded: true })) = ask(&narrow) else { continue };
        seen += 1;
        assert_eq!(ask(&wide), Ok(Some(Stored { plies, is_rounded: true })), "{game:?}");
        assert_eq!(ask(&in_plies), Ok(Some(Stored { plies: plies / 2, is_rounded: false })));
    }
    assert!(seen > 5, "{seen}");
}
