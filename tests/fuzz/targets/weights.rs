//! Files of weights: whatever the bytes are, reading ends with an error value or with weights that are written as they
//! were read; and whatever numbers a net holds, its game refuses it or searches with it.
#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;
use plyglot_eval::WeightFile;
use plyglot_eval::net::NetFile;
use plyglot_games::catalogue::builtin;
use plyglot_open::{Ask, Config, DoorError, Limits};
use plyglot_search::hash::Fnv;

/// A net of the catalogue, small and of a game whose estimates are quick.
const NET: &[u8] = include_bytes!("../../../games/pieces/data/breakthrough-net.weights");

/// A whole file as far as its frame goes, around any header and any numbers.
fn framed(version: u8, header: &[u8], packed: &[u8]) -> Vec<u8> {
    let mut bytes = b"plyglot weights\n".to_vec();
    bytes.extend(u32::from(version).to_le_bytes());
    for part in [header, packed] {
        bytes.extend((part.len() as u32).to_le_bytes());
        bytes.extend(part);
    }
    let mut check = Fnv::default();
    check.bytes(&bytes);
    bytes.extend(check.0.to_le_bytes());
    bytes
}

/// Reads a file as either kind; what is read is written so that it reads the same.
fn read(bytes: &[u8]) {
    match WeightFile::from_bytes(bytes) {
        Ok(file) => {
            let again = WeightFile::from_bytes(&file.to_bytes()).expect("its own bytes");
            assert_eq!((again.features, again.weights), (file.features, file.weights));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match NetFile::from_bytes(bytes) {
        Ok(file) => {
            let again = NetFile::from_bytes(&file.to_bytes()).expect("its own bytes");
            assert_eq!((again.inputs, again.weights), (file.inputs, file.weights));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The net with other numbers, which the bytes give: a place, then what is there and behind it.
fn patched(data: &[u8]) -> NetFile {
    let mut file = NetFile::from_bytes(NET).expect("a net of the catalogue");
    let weights = &mut file.weights;
    let [kind, high, low, patch @ ..] = data else { return file };
    let place = usize::from(*high) << 8 | usize::from(*low);
    let words = patch.chunks_exact(2).map(|word| i16::from_le_bytes([word[0], word[1]]));
    let put = |numbers: &mut [i16]| {
        let place = place % numbers.len();
        numbers[place..].iter_mut().zip(words).for_each(|(number, word)| *number = word);
    };
    match kind % 5 {
        0 => put(&mut weights.rows),
        1 => put(&mut weights.bias),
        2 => weights.output.iter_mut().zip(patch).for_each(|(number, &byte)| *number = byte as i8),
        3 => weights
            .output_bias
            .iter_mut()
            .zip(patch.chunks_exact(4))
            .for_each(|(bias, bytes)| *bias = i32::from_le_bytes(bytes.try_into().expect("four bytes"))),
        _ => {
            let bytes: [u8; 4] = std::array::from_fn(|at| patch.get(at).copied().unwrap_or(0));
            weights.scale = i32::from_le_bytes(bytes);
        }
    }
    file
}

fuzz_target!(|data: &[u8]| {
    let [kind, rest @ ..] = data else { return };
    match kind % 3 {
        0 => read(rest),
        1 => {
            let [version, length, rest @ ..] = rest else { return };
            let length = usize::from(*length).min(rest.len());
            let (header, packed) = rest.split_at(length);
            read(&framed(version % 3, header, packed));
        }
        _ => {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("net.weights");
            fs::write(&path, patched(rest).to_bytes()).expect("the file");
            let path = path.to_str().expect("a path of text");
            let game = builtin().open("breakthrough").expect("a game of the catalogue");
            let game = match game.with(&[("weights", path)]) {
                Ok(game) => game,
                Err(error) => {
                    assert!(!matches!(error, DoorError::Panicked(_)), "{error}");
                    return;
                }
            };
            let mut engine = game.engine(&Config::single(1 << 12), None).expect("a small engine");
            let start = game.start().expect("a start");
            let limits = Limits { nodes: Some(200), ..Limits::default() };
            engine.run(&Ask::new(&start, &limits)).expect("a search");
        }
    }
});
