package gzmsgs

import (
	"strings"
	"time"

	"google.golang.org/protobuf/proto"
)

// Generation selects the package name that a server uses for the messages.
type Generation uint8

// The generations.
const (
	Ignition Generation = iota // Fortress and before: ignition.msgs
	Gz                         // Garden, Harmonic and later: gz.msgs
)

var prefixes = [...]string{Ignition: "ignition.msgs.", Gz: "gz.msgs."}

// String returns the package of the messages.
func (g Generation) String() string { return strings.TrimSuffix(prefixes[g], ".") }

// Type returns the type name of a message, such as ignition.msgs.Double.
func (g Generation) Type(m proto.Message) string { return g.Named(Name(m)) }

// Named returns the type name of a message by its short name, such as Double.
func (g Generation) Named(short string) string { return prefixes[g] + short }

// Name returns the short name of a message, such as Double.
func Name(m proto.Message) string { return string(m.ProtoReflect().Descriptor().Name()) }

// Split splits a type name of either generation; ok is false for any other.
func Split(typeName string) (g Generation, short string, ok bool) {
	for g, prefix := range prefixes {
		if short, ok := strings.CutPrefix(typeName, prefix); ok && short != "" {
			return Generation(g), short, true
		}
	}
	return 0, "", false
}

// Same reports whether two type names mean the same message, whatever their generation.
func Same(a, b string) bool {
	if a == b {
		return true
	}
	_, shortA, okA := Split(a)
	_, shortB, okB := Split(b)
	return okA && okB && shortA == shortB
}

// Duration returns a time of Gazebo, measured from the world's start.
func (t *Time) Duration() time.Duration {
	return time.Duration(t.GetSec())*time.Second + time.Duration(t.GetNsec())
}

// TimeOf returns a time as a message of Gazebo.
func TimeOf(d time.Duration) *Time {
	return &Time{Sec: int64(d / time.Second), Nsec: int32(d % time.Second)}
}

// StampOf returns the header of a message at a time.
func StampOf(d time.Duration) *Header { return &Header{Stamp: TimeOf(d)} }
