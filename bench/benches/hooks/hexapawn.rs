//! The game of the guide.

#![allow(unreachable_pub, unused_imports)] // a page of the guide, public there, names what it needs by itself

include!("../../../search/check/src/guide/hexapawn/rules.rs");
include!("../../../search/check/src/guide/hexapawn/knowledge.rs");
