//! What programs of all protocols have in common: a process that is started again after a fault.

use plyglot_open::{Position, Stop};

use super::process::{Process, goes_on};
use crate::matches::player::turn::{Choice, Fault, FaultKind, Player, PlayerError, Trouble, Turn};

/// How a program is spoken to.
pub(super) trait Conversation: Send {
    /// Starts the program, and hears that it speaks the protocol.
    fn greeted(&mut self, stop: &Stop) -> Result<Process, Trouble>;

    /// Begins a game, or goes on from an opening.
    fn begun(&mut self, process: &mut Process, at: &Position, stop: &Stop) -> Result<(), Trouble>;

    /// Asks for a move.
    fn asked(&mut self, process: &mut Process, turn: &Turn<'_>) -> Result<Choice, Trouble>;
}

struct ProgramPlayer<C> {
    conversation: C,
    /// `None` after a fault; it is started anew.
    process: Option<Process>,
}

/// Starts the program. One that cannot play at all is a mistake of the user and not a fault in each game.
pub(super) fn player(
    mut conversation: impl Conversation + 'static,
) -> Result<Box<dyn Player>, PlayerError> {
    let process = match conversation.greeted(&Stop::default()) {
        Ok(process) => Some(process),
        Err(Trouble::Fault(fault)) => return Err(PlayerError::Program(fault.message)),
        Err(Trouble::Stopped | Trouble::Resigned) => None,
    };
    Ok(Box::new(ProgramPlayer { conversation, process }))
}

impl<C: Conversation> Player for ProgramPlayer<C> {
    fn begin(&mut self, start: &Position, stop: &Stop) -> Result<(), Trouble> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.conversation.greeted(stop)?,
        };
        self.conversation.begun(&mut process, start, stop)?;
        self.process = Some(process);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Trouble> {
        let Some(mut process) = self.process.take() else {
            return Err(Fault::new(FaultKind::Crash, "the program does not run").into());
        };
        let asked = self.conversation.asked(&mut process, turn);
        if goes_on(&asked) {
            self.process = Some(process);
        }
        asked
    }
}
