package lola

import (
	"fmt"
	"math"

	"github.com/tinylib/msgp/msgp"
)

// Decode reads one frame. Keys may come in any order; missing keys keep their values, unknown keys are
// skipped; numbers may be floats, integers or booleans. A wrong length or a number that is not finite
// is an error that names the key, and then s is unchanged.
func (s *Sensors) Decode(frame []byte) error {
	next := *s
	n, b, err := msgp.ReadMapHeaderBytes(frame)
	if err != nil {
		return fmt.Errorf("sensor frame: expected a map: %w", err)
	}
	for range n {
		var key []byte
		if key, b, err = msgp.ReadStringZC(b); err != nil {
			return fmt.Errorf("sensor frame: expected a key: %w", err)
		}
		if b, err = next.field(key, b); err != nil {
			return fmt.Errorf("sensor frame: %s: %w", key, err)
		}
	}
	*s = next
	return nil
}

// Decode reads one frame as [Sensors.Decode] does. (The two do not share the loop
// through an interface: next would have to live on the heap.)
func (c *Commands) Decode(frame []byte) error {
	next := *c
	n, b, err := msgp.ReadMapHeaderBytes(frame)
	if err != nil {
		return fmt.Errorf("command frame: expected a map: %w", err)
	}
	for range n {
		var key []byte
		if key, b, err = msgp.ReadStringZC(b); err != nil {
			return fmt.Errorf("command frame: expected a key: %w", err)
		}
		if b, err = next.field(key, b); err != nil {
			return fmt.Errorf("command frame: %s: %w", key, err)
		}
	}
	*c = next
	return nil
}

// field reads the value of a key at the head of b and returns the bytes after it.
func (s *Sensors) field(key, b []byte) (rest []byte, err error) {
	var floats []float32
	seen := Keys(0)
	switch string(key) {
	case "RobotConfig":
		s.Seen |= KeyRobotConfig
		return readStrings(b, &s.RobotConfig)
	case "Status":
		s.Seen |= KeyStatus
		return readArray(b, s.Status[:], toUint8)
	case "Accelerometer":
		floats, seen = s.Accelerometer[:], KeyAccelerometer
	case "Angles":
		floats, seen = s.Angles[:], KeyAngles
	case "Battery":
		floats, seen = s.Battery[:], KeyBattery
	case "Current":
		floats, seen = s.Current[:], KeyCurrent
	case "FSR":
		floats, seen = s.FSR[:], KeyFSR
	case "Gyroscope":
		floats, seen = s.Gyroscope[:], KeyGyroscope
	case "Position":
		floats, seen = s.Position[:], KeyPosition
	case "Sonar":
		floats, seen = s.Sonar[:], KeySonar
	case "Stiffness":
		floats, seen = s.Stiffness[:], KeyStiffness
	case "Temperature":
		floats, seen = s.Temperature[:], KeyTemperature
	case "Touch":
		floats, seen = s.Touch[:], KeyTouch
	default:
		return msgp.Skip(b)
	}
	s.Seen |= seen
	return readArray(b, floats, toFloat32)
}

// field reads the value of a key at the head of b and returns the bytes after it.
func (c *Commands) field(key, b []byte) (rest []byte, err error) {
	var floats []float32
	switch string(key) {
	case "Sonar":
		return readArray(b, c.Sonar[:], toBool)
	case "Position":
		floats = c.Position[:]
	case "Stiffness":
		floats = c.Stiffness[:]
	case "REar":
		floats = c.REar[:]
	case "LEar":
		floats = c.LEar[:]
	case "Chest":
		floats = c.Chest[:]
	case "LEye":
		floats = c.LEye[:]
	case "REye":
		floats = c.REye[:]
	case "LFoot":
		floats = c.LFoot[:]
	case "RFoot":
		floats = c.RFoot[:]
	case "Skull":
		floats = c.Skull[:]
	default:
		return msgp.Skip(b)
	}
	return readArray(b, floats, toFloat32)
}

func toFloat32(v float64) float32 { return float32(v) }
func toBool(v float64) bool       { return v > 0.5 }
func toUint8(v float64) uint8     { return uint8(min(max(v, 0), 255)) }

// readArray reads an array of exactly len(out) numbers.
func readArray[T any](b []byte, out []T, convert func(float64) T) ([]byte, error) {
	n, b, err := msgp.ReadArrayHeaderBytes(b)
	if err != nil {
		return b, fmt.Errorf("expected an array: %w", err)
	}
	if int(n) != len(out) {
		return b, fmt.Errorf("expected %d numbers, got %d", len(out), n)
	}
	for i := range out {
		var v float64
		if v, b, err = readNumber(b); err != nil {
			return b, fmt.Errorf("[%d]: %w", i, err)
		}
		out[i] = convert(v)
	}
	return b, nil
}

// readNumber reads a float, an integer or a boolean. A value that is not finite as a float32 is an
// error.
func readNumber(b []byte) (v float64, rest []byte, err error) {
	switch msgp.NextType(b) {
	case msgp.Float32Type:
		var f float32
		f, rest, err = msgp.ReadFloat32Bytes(b)
		v = float64(f)
	case msgp.Float64Type:
		v, rest, err = msgp.ReadFloat64Bytes(b)
	case msgp.IntType:
		var n int64
		n, rest, err = msgp.ReadInt64Bytes(b)
		v = float64(n)
	case msgp.UintType:
		var n uint64
		n, rest, err = msgp.ReadUint64Bytes(b)
		v = float64(n)
	case msgp.BoolType:
		var on bool
		on, rest, err = msgp.ReadBoolBytes(b)
		if on {
			v = 1
		}
	default:
		return 0, b, fmt.Errorf("expected a number, got %v", msgp.NextType(b))
	}
	if err != nil {
		return 0, b, err
	}
	if math.IsNaN(v) || math.Abs(v) > math.MaxFloat32 {
		return 0, b, fmt.Errorf("expected a finite number, got %v", v)
	}
	return v, rest, nil
}

// readStrings reads the robot's four ids. They hardly ever change, and only a
// change allocates.
func readStrings(b []byte, out *[4]string) ([]byte, error) {
	n, b, err := msgp.ReadArrayHeaderBytes(b)
	if err != nil {
		return b, fmt.Errorf("expected an array: %w", err)
	}
	if int(n) != len(out) {
		return b, fmt.Errorf("expected %d strings, got %d", len(out), n)
	}
	for i := range out {
		var text []byte
		if text, b, err = msgp.ReadStringZC(b); err != nil {
			return b, fmt.Errorf("[%d]: %w", i, err)
		}
		if out[i] != string(text) {
			out[i] = string(text)
		}
	}
	return b, nil
}
