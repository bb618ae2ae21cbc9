package sim3d

import (
	"math"
	"strconv"

	"gonao/internal/si"
	"gonao/nao"
)

// joint is a hinge of the model.
type joint struct {
	perceptor, effector string
	joint               nao.Joint
	sign                float64 // factor from the NAO's angle to the model's
}

// secondHip is the perceptor of the right hip's own yaw and pitch. The NAO moves it together with the left one.
const secondHip = "rlj1"

// hinges lists the joints of the model. Its pitch joints have the opposite sign, except for HipYawPitch.
var hinges = [...]joint{
	{"hj1", "he1", nao.HeadYaw, 1},
	{"hj2", "he2", nao.HeadPitch, -1},
	{"laj1", "lae1", nao.LShoulderPitch, -1},
	{"laj2", "lae2", nao.LShoulderRoll, 1},
	{"laj3", "lae3", nao.LElbowYaw, 1},
	{"laj4", "lae4", nao.LElbowRoll, 1},
	{"llj1", "lle1", nao.LHipYawPitch, 1},
	{"llj2", "lle2", nao.LHipRoll, 1},
	{"llj3", "lle3", nao.LHipPitch, -1},
	{"llj4", "lle4", nao.LKneePitch, -1},
	{"llj5", "lle5", nao.LAnklePitch, -1},
	{"llj6", "lle6", nao.LAnkleRoll, 1},
	{"raj1", "rae1", nao.RShoulderPitch, -1},
	{"raj2", "rae2", nao.RShoulderRoll, 1},
	{"raj3", "rae3", nao.RElbowYaw, 1},
	{"rlj1", "rle1", nao.LHipYawPitch, 1},
	{"rlj2", "rle2", nao.RHipRoll, 1},
	{"rlj3", "rle3", nao.RHipPitch, -1},
	{"rlj4", "rle4", nao.RKneePitch, -1},
	{"rlj5", "rle5", nao.RAnklePitch, -1},
	{"rlj6", "rle6", nao.RAnkleRoll, 1},
	{"raj4", "rae4", nao.RElbowRoll, 1},
}

// byPerceptor maps names of perceptors to indexes in hinges.
var byPerceptor = func() map[string]int {
	m := map[string]int{}
	for i, h := range hinges {
		m[h.perceptor] = i
	}
	return m
}()

const (
	cycleSec = 0.020
	// topSpeed is the highest speed at which the server turns a joint: 7.035° per cycle.
	topSpeed = 7.035 * math.Pi / 180 / cycleSec
	// share is the share of the way to the target that a joint moves in one cycle.
	share = 0.8
)

// motors converts the model's angles into the NAO's, and targets into speeds.
type motors struct {
	angle [len(hinges)]float64 // sensed angle with the NAO's sign, rad
	speed [len(hinges)]float64 // speed sent last, rad/s; it acts in the cycle that is being simulated
}

// sense sets the angle of a hinge and of the NAO's joint from the angle that the server reports for a perceptor, in
// degrees. It returns false for an unknown perceptor.
func (m *motors) sense(perceptor []byte, deg float64, state *nao.State) bool {
	i, known := byPerceptor[string(perceptor)]
	if !known {
		return false
	}
	h := &hinges[i]
	m.angle[i] = h.sign * deg * si.Degree
	if h.perceptor != secondHip {
		state.Position[h.joint] = m.angle[i]
	}
	return true
}

// drive computes speeds towards the command's targets and appends the effectors. A joint with stiffness 0 keeps
// still, since the model has no limp motors.
func (m *motors) drive(to []byte, c *nao.Command) []byte {
	for i, h := range hinges {
		speed := 0.0
		if c.Stiffness[h.joint] > 0 {
			ahead := m.angle[i] + m.speed[i]*cycleSec // angle at which the new speed begins to act
			speed = min(max(share*(c.Position[h.joint]-ahead)/cycleSec, -topSpeed), topSpeed)
		}
		m.speed[i] = speed
		to = append(to, '(')
		to = append(to, h.effector...)
		to = append(to, ' ')
		to = strconv.AppendFloat(to, h.sign*speed, 'f', 4, 64)
		to = append(to, ')')
	}
	return to
}
