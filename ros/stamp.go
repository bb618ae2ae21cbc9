package ros

import (
	"time"

	builtininterfaces "gonao/msgs/builtin_interfaces"
)

// Stamp returns t in the form that messages carry. Time zero of a simulation is time.Unix(0, 0).
func Stamp(t time.Time) builtininterfaces.Time {
	return builtininterfaces.Time{Sec: int32(t.Unix()), Nanosec: uint32(t.Nanosecond())}
}

// StampTime returns the time of a message's stamp.
func StampTime(s builtininterfaces.Time) time.Time {
	return time.Unix(int64(s.Sec), int64(s.Nanosec))
}

// SinceEpoch returns t as a duration since time zero, time.Unix(0, 0): the form of time in the rooms.
func SinceEpoch(t time.Time) time.Duration { return t.Sub(time.Unix(0, 0)) }

// FromEpoch returns the time that is d after time zero. It is the inverse of [SinceEpoch].
func FromEpoch(d time.Duration) time.Time { return time.Unix(0, int64(d)) }

// EpochStamp returns the stamp of the time that is d after time zero.
func EpochStamp(d time.Duration) builtininterfaces.Time { return Stamp(FromEpoch(d)) }

// StampSinceEpoch returns the duration from time zero to a message's stamp.
func StampSinceEpoch(s builtininterfaces.Time) time.Duration { return SinceEpoch(StampTime(s)) }
