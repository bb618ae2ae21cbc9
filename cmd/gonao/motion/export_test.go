package motion

// ErrNotWritten ends a recording whose postures are not wanted.
var ErrNotWritten = errNotWritten
