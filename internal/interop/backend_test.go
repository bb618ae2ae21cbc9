//go:build !rclgo

package interop

// backendName is the title of the table.
func backendName() string { return "Cyclone DDS, the default" }

// answering are the peers whose services answer our requests.
func answering() []dds { return theRMWs() }

// leftOut reports whether our side lacks a type on this machine.
func leftOut(string) bool { return false }

// weAreFast reports whether our side is Fast DDS.
func weAreFast() bool { return false }
