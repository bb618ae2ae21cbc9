package lola

import "github.com/tinylib/msgp/msgp"

// Append appends the frame as the robot's firmware writes it: the same order of
// keys, single floats, and 896 bytes with ids of the usual lengths.
func (s *Sensors) Append(dst []byte) []byte {
	dst = msgp.AppendMapHeader(dst, 13)
	dst = msgp.AppendString(dst, "RobotConfig")
	dst = msgp.AppendArrayHeader(dst, uint32(len(s.RobotConfig)))
	for _, text := range s.RobotConfig {
		dst = msgp.AppendString(dst, text)
	}
	dst = appendFloats(dst, "Accelerometer", s.Accelerometer[:])
	dst = appendFloats(dst, "Angles", s.Angles[:])
	dst = appendFloats(dst, "Battery", s.Battery[:])
	dst = appendFloats(dst, "Current", s.Current[:])
	dst = appendFloats(dst, "FSR", s.FSR[:])
	dst = appendFloats(dst, "Gyroscope", s.Gyroscope[:])
	dst = appendFloats(dst, "Position", s.Position[:])
	dst = appendFloats(dst, "Sonar", s.Sonar[:])
	dst = appendFloats(dst, "Stiffness", s.Stiffness[:])
	dst = appendFloats(dst, "Temperature", s.Temperature[:])
	dst = appendFloats(dst, "Touch", s.Touch[:])
	dst = msgp.AppendString(dst, "Status")
	dst = msgp.AppendArrayHeader(dst, uint32(len(s.Status)))
	for _, v := range s.Status {
		dst = msgp.AppendUint8(dst, v)
	}
	return dst
}

// Append appends the frame with all keys.
func (c *Commands) Append(dst []byte) []byte {
	dst = msgp.AppendMapHeader(dst, 11)
	dst = appendFloats(dst, "Position", c.Position[:])
	dst = appendFloats(dst, "Stiffness", c.Stiffness[:])
	dst = appendFloats(dst, "REar", c.REar[:])
	dst = appendFloats(dst, "LEar", c.LEar[:])
	dst = appendFloats(dst, "Chest", c.Chest[:])
	dst = appendFloats(dst, "LEye", c.LEye[:])
	dst = appendFloats(dst, "REye", c.REye[:])
	dst = appendFloats(dst, "LFoot", c.LFoot[:])
	dst = appendFloats(dst, "RFoot", c.RFoot[:])
	dst = appendFloats(dst, "Skull", c.Skull[:])
	dst = msgp.AppendString(dst, "Sonar")
	dst = msgp.AppendArrayHeader(dst, uint32(len(c.Sonar)))
	for _, on := range c.Sonar {
		dst = msgp.AppendBool(dst, on)
	}
	return dst
}

func appendFloats(dst []byte, key string, values []float32) []byte {
	dst = msgp.AppendString(dst, key)
	dst = msgp.AppendArrayHeader(dst, uint32(len(values)))
	for _, v := range values {
		dst = msgp.AppendFloat32(dst, v)
	}
	return dst
}
