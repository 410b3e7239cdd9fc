//! Texts, structs and results from and for C.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::ptr;

use crate::failure::{Failure, Status, c_text};

/// A text; `None` of a null pointer.
///
/// # Safety
/// The pointer is null, or of a text that ends with NUL and that nothing changes while `'a` lasts.
pub(super) unsafe fn text<'a>(text: *const c_char, name: &str) -> Result<Option<&'a str>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not null, and the caller promises the rest.
    let bytes = unsafe { CStr::from_ptr(text) };
    let refused = |error| {
        let said = format_args!("`{name}` is not UTF-8: {error}");
        Failure::new(Status::PLYGLOT_NOT_UTF8, said)
    };
    bytes.to_str().map(Some).map_err(refused)
}

/// A text that must be there.
///
/// # Safety
/// As [`text`].
pub(super) unsafe fn needed_text<'a>(of: *const c_char, name: &str) -> Result<&'a str, Failure> {
    // SAFETY: as the caller promises.
    let text = unsafe { text(of, name) }?;
    text.ok_or_else(|| Failure::null(name))
}

/// Structs whose first field is their size in bytes, and of which all bytes 0 are a value: fields that are added later come
/// last, and are 0 where a program does not know them.
///
/// # Safety
/// The first field is a `usize`, and all bytes 0 are a value of the type.
pub(super) unsafe trait Measured: Copy {
    /// What C calls it.
    const NAME: &'static str;
    /// The size that it had first.
    const FIRST: usize;
}

/// The size that a struct says it has, if it may have it.
///
/// # Safety
/// The pointer is not null, and points to at least a `usize`.
unsafe fn size<T: Measured>(of: *const T) -> Result<usize, Failure> {
    // SAFETY: the first field of every such struct; alignment is not relied on.
    let size = unsafe { of.cast::<usize>().read_unaligned() };
    let (name, ours) = (T::NAME, size_of::<T>());
    if (T::FIRST..=ours).contains(&size) {
        return Ok(size);
    }
    let hint = match size > ours {
        true => "the header is of a later version than the library, or the field is not set",
        false => "set it to sizeof of the struct",
    };
    let said = format_args!("the field `size` of {name} is {size} and not {ours}: {hint}");
    Err(Failure::new(Status::PLYGLOT_SIZE, said))
}

/// A copy of a struct, what it does not have 0.
///
/// # Safety
/// The pointer is null, or of as many bytes as its field `size` says, which nothing changes meanwhile.
pub(super) unsafe fn sized<T: Measured>(of: *const T, name: &str) -> Result<T, Failure> {
    if of.is_null() {
        return Err(Failure::null(name));
    }
    let mut own = MaybeUninit::<T>::zeroed();
    // SAFETY: it is not null; it has as many bytes as it says, no more than the own struct; and all bytes 0 are a value of
    // it, so that those that were not written are, too.
    unsafe {
        let size = size(of)?;
        ptr::copy_nonoverlapping(of.cast::<u8>(), own.as_mut_ptr().cast::<u8>(), size);
        Ok(own.assume_init())
    }
}

/// Writes a struct, as much of it as its place has by its field `size`, which stays.
///
/// # Safety
/// As [`sized`], of a place that may be written.
pub(super) unsafe fn write_sized<T: Measured>(
    value: &T,
    to: *mut T,
    name: &str,
) -> Result<(), Failure> {
    if to.is_null() {
        return Err(Failure::null(name));
    }
    // SAFETY: it is not null and has as many bytes as it says, no more than the value; the size itself is not written.
    unsafe {
        let (size, first) = (size::<T>(to)?, size_of::<usize>());
        let from = ptr::from_ref(value).cast::<u8>().add(first);
        ptr::copy_nonoverlapping(from, to.cast::<u8>().add(first), size - first);
    }
    Ok(())
}

/// Makes a result and gives it away, to a place that need not be set; nothing is made where there is no place for it.
pub(super) fn give<T>(
    out: Option<&mut MaybeUninit<*mut T>>,
    made: impl FnOnce() -> Result<T, Failure>,
) -> Result<(), Failure> {
    let place = out.ok_or_else(|| Failure::null("out"))?;
    place.write(ptr::null_mut());
    place.write(Box::into_raw(Box::new(made()?)));
    Ok(())
}

/// The same of a text.
pub(super) fn give_text(
    out: Option<&mut MaybeUninit<*mut c_char>>,
    made: impl FnOnce() -> Result<String, Failure>,
) -> Result<(), Failure> {
    let place = out.ok_or_else(|| Failure::null("out"))?;
    place.write(ptr::null_mut());
    place.write(c_text(&made()?).into_raw());
    Ok(())
}

/// A handle that must be there.
pub(super) fn needed<'a, T>(handle: Option<&'a T>, name: &str) -> Result<&'a T, Failure> {
    handle.ok_or_else(|| Failure::null(name))
}
