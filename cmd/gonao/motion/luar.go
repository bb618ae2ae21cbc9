package motion

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonao/hfsm/lua"
	"gonao/motion/slot"
	"gonao/nao"
)

// luarServos lists the joints of a NAO in the order of Luar's keyframes. The 13th is the right HipYawPitch, which a
// NAO does not have: one motor turns both hips.
var luarServos = [...]nao.Joint{
	nao.HeadYaw, nao.HeadPitch,
	nao.LShoulderPitch, nao.LShoulderRoll, nao.LElbowYaw, nao.LElbowRoll,
	nao.LHipYawPitch, nao.LHipRoll, nao.LHipPitch, nao.LKneePitch, nao.LAnklePitch, nao.LAnkleRoll,
	noServo, nao.RHipRoll, nao.RHipPitch, nao.RKneePitch, nao.RAnklePitch, nao.RAnkleRoll,
	nao.RShoulderPitch, nao.RShoulderRoll, nao.RElbowYaw, nao.RElbowRoll,
}

// noServo marks a servo that is not a joint.
const noServo = nao.Joint(nao.NumJoints)

// luarPrelude defines what Luar's keyframes use besides plain Lua: vectors. The files multiply them to turn degrees
// into radians.
const luarPrelude = `
local class = {}
vector = {new = function(t) return setmetatable(t, class) end}
local function filled(n, v)
	local out = {}
	for i = 1, n do out[i] = v end
	return vector.new(out)
end
vector.ones = function(n) return filled(n or 1, 1) end
vector.zeros = function(n) return filled(n or 1, 0) end
local function each(a, b, f)
	local out = {}
	if type(a) == "number" then
		for i = 1, #b do out[i] = f(a, b[i]) end
	elseif type(b) == "number" then
		for i = 1, #a do out[i] = f(a[i], b) end
	else
		for i = 1, #a do out[i] = f(a[i], b[i]) end
	end
	return vector.new(out)
end
class.__mul = function(a, b) return each(a, b, function(x, y) return x * y end) end
class.__div = function(a, b) return each(a, b, function(x, y) return x / y end) end
class.__add = function(a, b) return each(a, b, function(x, y) return x + y end) end
class.__sub = function(a, b) return each(a, b, function(x, y) return x - y end) end
class.__unm = function(a) return each(a, -1, function(x, y) return x * y end) end
`

// readLuar reads a file of Luar's keyframes (km_*.lua). The file runs in the sandbox of skills and returns servos,
// and keyframes of angles in rad, durations in s and stiffnesses. With fit, readLuar changes what the joints cannot
// do.
func readLuar(file string, data []byte, fit bool) (*slot.Motion, []string, error) {
	value, err := lua.Evaluate(file, data, luarPrelude, lua.Options{})
	if err != nil {
		return nil, nil, err
	}
	top, ok := value.(map[string]any)
	if !ok {
		return nil, nil, fmt.Errorf("%s: expected a file that returns a table with servos and keyframes", file)
	}
	servos, ok := numbers(top["servos"])
	if !ok || len(servos) == 0 || len(servos) > len(luarServos) || isDarwin(servos) {
		return nil, nil, fmt.Errorf("%s: servos: %d numbers: expected the %d of a NAO, or some of them (a DARwIn has 20)", file, len(servos), len(luarServos))
	}
	joints, notes := make([]nao.Joint, len(servos)), []string(nil)
	for i, n := range servos {
		if n != math.Trunc(n) || n < 1 || int(n) > len(luarServos) || slices.Contains(servos[:i], n) {
			return nil, nil, fmt.Errorf("%s: servos[%d] %g: expected 1 to %d, each once", file, i+1, n, len(luarServos))
		}
		if joints[i] = luarServos[int(n)-1]; joints[i] == noServo {
			notes = append(notes, fmt.Sprintf("%s: servo %g, RHipYawPitch, is omitted: one motor turns both hips, and servo 7 commands it", file, n))
		}
	}
	list, ok := top["keyframes"].([]any)
	if !ok || len(list) == 0 {
		return nil, nil, fmt.Errorf("%s: keyframes: expected a list", file)
	}
	frames := make([]slot.PosFrame, len(list))
	for i, item := range list {
		if frames[i], err = luarFrame(item, joints); err != nil {
			return nil, nil, fmt.Errorf("%s: frame %d: %w", file, i+1, err)
		}
	}
	m, more, err := slot.PosFrames(file, frames, fit)
	return m, append(notes, more...), err
}

// isDarwin reports whether servos are the complete set of a DARwIn, which numbers its joints differently.
func isDarwin(servos []float64) bool {
	const joints = 20
	for i, n := range servos {
		if n != float64(i+1) {
			return false
		}
	}
	return len(servos) == joints
}

// luarFrame reads one keyframe.
func luarFrame(item any, joints []nao.Joint) (f slot.PosFrame, err error) {
	frame, ok := item.(map[string]any)
	if !ok {
		return f, errors.New("expected a table with angles and duration")
	}
	angles, ok := numbers(frame["angles"])
	if !ok || len(angles) != len(joints) {
		return f, fmt.Errorf("angles: expected %d numbers, one for each servo", len(joints))
	}
	stiffnesses := frame["stiffnesses"]
	if stiffnesses == nil {
		stiffnesses = frame["stiffness"]
	}
	stiff, ok := numbers(stiffnesses)
	if stiffnesses != nil && (!ok || len(stiff) != len(joints)) {
		return f, fmt.Errorf("stiffnesses: expected %d numbers, one for each servo", len(joints))
	}
	sec, ok := luarNumber(frame["duration"])
	if !ok {
		return f, errors.New("duration: expected a number of seconds")
	}
	f.Millis = sec * 1000
	for j := range f.Deg {
		f.Deg[j], f.Stiffness[j] = math.NaN(), math.NaN()
	}
	for i, j := range joints {
		if j == noServo {
			continue
		}
		f.Deg[j] = angles[i] * 180 / math.Pi
		if stiff != nil {
			f.Stiffness[j] = stiff[i]
		}
	}
	return f, nil
}

// numbers returns a list of numbers, or false if v is not one.
func numbers(v any) ([]float64, bool) {
	list, ok := v.([]any)
	if !ok {
		return nil, false
	}
	out := make([]float64, len(list))
	for i, item := range list {
		if out[i], ok = luarNumber(item); !ok || math.IsNaN(out[i]) || math.IsInf(out[i], 0) {
			return nil, false
		}
	}
	return out, true
}

// luarNumber returns a number of Lua, which is an int64 if it is whole.
func luarNumber(v any) (float64, bool) {
	if n, ok := v.(int64); ok {
		return float64(n), true
	}
	n, ok := v.(float64)
	return n, ok
}
