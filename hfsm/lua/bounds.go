package lua

// bounds keeps library functions and operators from doing much in one instruction: they charge the meter for their work,
// and create no long strings.
type bounds struct {
	meter *meter
	opts  Options
}

// operators are the functions that stand for operators in rewritten texts.
type operators struct{ *bounds }

// stringLibrary is the library string.
type stringLibrary struct{ *bounds }

// tableLibrary is the library table.
type tableLibrary struct{ *bounds }
