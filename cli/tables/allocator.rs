//! Large arrays go back to the system as soon as they are freed: [`gives_back`].
//!
//! The C library keeps freed memory for what is asked for next, and takes ever larger arrays from there, too: what stays
//! between them makes holes, and after some classes the program takes more than they ever did together (draughts with
//! five pieces and `--memory 128M`: 158 MiB, and 127 with a fixed limit, by which each large array has pages of its own).
//!
//! Cost: fresh pages for each large array, a few milliseconds for 16 MiB.

/// From how many bytes on an array has pages of its own.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: i32 = 1 << 20;

/// Sees to it, where the C library can be told so. Called before there are other threads that allocate.
pub(super) fn gives_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the call takes two numbers, and changes only how memory is allocated from now on. If it is refused,
    // everything stays as it is.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
    }
}
