//go:build !rclgo

package interop

// backend is what carries our side.
const backend = "cyclone"

// backendName heads the table.
func backendName() string { return backend }

// answering are the peers whose services answer ours.
func answering() []dds { return []dds{onCyclone} }

// leftOut tells whether our side cannot speak a type on this machine.
func leftOut(string) bool { return false }

// weAreFast tells whether our side is Fast DDS.
func weAreFast() bool { return false }
