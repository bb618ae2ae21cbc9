package ros

import (
	"time"

	builtininterfaces "gonao/msgs/builtin_interfaces"
)

// Stamp is t as a message has it. Time zero of a simulation is time.Unix(0, 0).
func Stamp(t time.Time) builtininterfaces.Time {
	return builtininterfaces.Time{Sec: int32(t.Unix()), Nanosec: uint32(t.Nanosecond())}
}

// StampTime is a message's stamp as a time.
func StampTime(s builtininterfaces.Time) time.Time {
	return time.Unix(int64(s.Sec), int64(s.Nanosec))
}
