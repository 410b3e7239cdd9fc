//! The files of weights of a training: as the game's option takes them, while it goes on.

use std::io::Write;
use std::path::Path;

use plyglot_eval::net::{NetFile, NetWeights, Selectivity, Views};
use plyglot_eval::{About, WeightFile, Weights};

use crate::train::error::TrainError;
use crate::train::training::{Kind, Training};

/// Weights as the game's option takes them.
pub(crate) struct Held {
    pub(crate) value: String,
    /// The file that the value names, where it is no word.
    _file: Option<tempfile::NamedTempFile>,
}

impl Training<'_> {
    /// Weights, or those of the beginning. Where there are none, patterns and nets that stand alone say nothing, and a
    /// net that adds to what the game estimates leaves it as it is.
    pub(crate) fn held(&self, file: Option<&[u8]>) -> Result<Held, TrainError> {
        let word = |word: &str| Ok(Held { value: word.into(), _file: None });
        let nothing;
        let file = match (file, self.first, self.kind) {
            (Some(file), ..) => file,
            (None, Some(first), _) => return word(first),
            (None, None, Kind::Net(plan)) if plan.adds => {
                return word(self.game.facts().base.value);
            }
            (None, None, Kind::Net(plan)) => {
                let rows = Views::new(&self.game.inputs()?).rows();
                let weights = NetWeights {
                    width: plan.width,
                    bounds: Vec::new(),
                    scale: 1,
                    adds: false,
                    bias: vec![0; plan.width],
                    rows: vec![0; rows * plan.width],
                    output: vec![0; 2 * plan.width],
                    output_bias: vec![0],
                };
                nothing = self.net_file(weights, About::default())?;
                &nothing
            }
            (None, None, Kind::Patterns) => {
                let layout = self.layout()?;
                let zero = Weights::zero(layout, layout.units());
                nothing = self.file(zero, About::default())?;
                &nothing
            }
        };
        let failed = |error| TrainError::Output { path: self.output.into(), error };
        let folder = self.output.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let mut beside = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
        beside.write_all(file).map_err(failed)?;
        let value = beside.path().to_string_lossy().into_owned();
        Ok(Held { value, _file: Some(beside) })
    }

    /// The bytes of a file of patterns.
    pub(crate) fn file(&self, weights: Weights, about: About) -> Result<Vec<u8>, TrainError> {
        let about = About { game: self.game.facts().kept_as.clone(), ..about };
        Ok(WeightFile { about, features: self.layout()?.hash(), weights }.to_bytes())
    }

    /// The bytes of a file of a net.
    pub(crate) fn net_file(
        &self,
        weights: NetWeights,
        about: About,
    ) -> Result<Vec<u8>, TrainError> {
        let about = About { game: self.game.facts().kept_as.clone(), ..about };
        let inputs = self.inputs_hash(weights.adds)?;
        let selectivity = self.first_selectivity();
        Ok(NetFile { about, inputs, weights, selectivity }.to_bytes())
    }

    /// What the net with which the first round plays leaves out: so do those that follow on it, which would else meet it
    /// with a handicap.
    fn first_selectivity(&self) -> Selectivity {
        self.first_net().map(|net| net.selectivity).unwrap_or_default()
    }

    /// The net with which the first round plays, if weights are given and are one.
    pub(crate) fn first_net(&self) -> Option<NetFile> {
        let read;
        let file = match self.first? {
            "built-in" => self.game.facts().net,
            // A word for other weights, or what the game refuses.
            path => {
                read = WeightFile::bytes_at(Path::new(path)).ok()?;
                &read
            }
        };
        NetFile::from_bytes(file).ok()
    }
}
