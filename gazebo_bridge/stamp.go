package gazebobridge

import (
	"errors"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

var errNoStamp = errors.New("message without a time: its header has no stamp")

// stampOf returns the time in a message's header without decoding the rest: Gazebo sends the joints
// at every step of its physics, and most of these messages are not used.
func stampOf(data []byte) (time.Duration, error) {
	header, err := field(data, 1)
	if err != nil {
		return 0, err
	}
	stamp, err := field(header, 1)
	if err != nil {
		return 0, err
	}
	var t time.Duration
	for len(stamp) > 0 {
		number, kind, n := protowire.ConsumeTag(stamp)
		if n < 0 {
			return 0, protowire.ParseError(n)
		}
		stamp = stamp[n:]
		if kind == protowire.VarintType && (number == 1 || number == 2) {
			v, n := protowire.ConsumeVarint(stamp)
			if n < 0 {
				return 0, protowire.ParseError(n)
			}
			unit := time.Second
			if number == 2 {
				unit = time.Nanosecond
			}
			t += time.Duration(v) * unit
			stamp = stamp[n:]
			continue
		}
		if n = protowire.ConsumeFieldValue(number, kind, stamp); n < 0 {
			return 0, protowire.ParseError(n)
		}
		stamp = stamp[n:]
	}
	return t, nil
}

// field returns the first field of a number that holds bytes.
func field(data []byte, wanted protowire.Number) ([]byte, error) {
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		data = data[n:]
		if number == wanted && kind == protowire.BytesType {
			value, n := protowire.ConsumeBytes(data)
			if n < 0 {
				return nil, protowire.ParseError(n)
			}
			return value, nil
		}
		if n = protowire.ConsumeFieldValue(number, kind, data); n < 0 {
			return nil, protowire.ParseError(n)
		}
		data = data[n:]
	}
	return nil, errNoStamp
}
