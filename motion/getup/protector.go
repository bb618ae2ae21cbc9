package getup

import (
	"math"
	"time"

	"gonao/motion/slot"
	"gonao/nao"
)

// How a fall is made soft.
const (
	curlSec      = 0.30 // time to the posture that protects the robot in a fall
	softIn       = 0.06 // s until the joints are soft
	armStiffness = 0.20 // while falling: enough to get there, not to break a gear
	legStiffness = 0.15
	neckStiff    = 0.35
	softSec      = 1.0 // then the robot gets limp
	limpIn       = 0.3
)

// FallProtector moves the robot into a curled posture and makes it soft. The zero value is ready.
type FallProtector struct {
	begun bool
	begin time.Duration
	last  float64 // s since the begin, of the step before
	from  nao.Joints
	to    nao.Joints
	at    nao.Joints // commanded last
	stiff nao.Joints
	side  FallSide
}

// Begin starts to protect from a fall to a side, from the commanded posture on.
func (p *FallProtector) Begin(side FallSide, command *nao.Command) {
	*p = FallProtector{from: command.Position, at: command.Position, to: bearing(side), stiff: command.Stiffness, side: side}
}

// BeginAsIs begins to make the joints soft where they are commanded: a dive is meant, and its arms shall stay stretched.
func (p *FallProtector) BeginAsIs(side FallSide, command *nao.Command) {
	p.Begin(side, command)
	p.to = command.Position
}

// bearing returns the posture that bears a fall to a side best: knees bent, arms bent beside
// the trunk, and the head away from the ground.
func bearing(side FallSide) nao.Joints {
	j := nao.StandPosture()
	for _, hip := range [...]nao.Joint{nao.LHipPitch, nao.RHipPitch} {
		j[hip] = -0.6
	}
	for _, knee := range [...]nao.Joint{nao.LKneePitch, nao.RKneePitch} {
		j[knee] = 1.2
	}
	for _, ankle := range [...]nao.Joint{nao.LAnklePitch, nao.RAnklePitch} {
		j[ankle] = -0.6
	}
	j[nao.LElbowRoll], j[nao.RElbowRoll] = -0.8, 0.8
	switch side {
	case Front:
		j[nao.HeadPitch] = -0.6
		j[nao.LShoulderPitch], j[nao.RShoulderPitch] = 1.0, 1.0
		j[nao.LShoulderRoll], j[nao.RShoulderRoll] = 0.4, -0.4
	case Back:
		j[nao.HeadPitch] = 0.5
		j[nao.LShoulderPitch], j[nao.RShoulderPitch] = 1.3, 1.3
		j[nao.LShoulderRoll], j[nao.RShoulderRoll] = 0.3, -0.3
	case Left, Right:
		j[nao.LShoulderPitch], j[nao.RShoulderPitch] = 1.3, 1.3
		j[nao.LShoulderRoll], j[nao.RShoulderRoll] = 0.1, -0.1
	}
	return j
}

// Step writes the next command of every joint. It allocates nothing.
func (p *FallProtector) Step(state *nao.State, out *nao.Command) {
	if !p.begun {
		p.begun, p.begin = true, state.Time
	}
	past := max((state.Time - p.begin).Seconds(), 0)
	dtSec := past - p.last
	p.last = past
	share := slot.Ease(past / curlSec)
	for j := range nao.Joint(nao.NumJoints) {
		stiff := low(j)
		if past > softSec {
			stiff *= max(1-(past-softSec)/limpIn, 0)
		}
		soften := min(past/softIn, 1)
		out.Stiffness[j] = min(max(p.stiff[j]+soften*(stiff-p.stiff[j]), 0), 1)
		at := p.from[j] + share*(p.to[j]-p.from[j])
		if q := state.Position[j]; out.Stiffness[j] == 0 && !math.IsNaN(q) && !math.IsInf(q, 0) {
			p.at[j] = j.Clamp(q) // limp: the command is where the joint is
			out.Position[j] = p.at[j]
			continue
		}
		reach := j.MaxSpeed() * min(dtSec, 3*nao.CyclePeriod.Seconds())
		p.at[j] = j.Clamp(min(max(at, p.at[j]-reach), p.at[j]+reach))
		out.Position[j] = p.at[j]
	}
}

// low returns a joint's stiffness in a fall.
func low(j nao.Joint) float64 {
	switch {
	case j == nao.HeadYaw || j == nao.HeadPitch:
		return neckStiff
	case j >= nao.LHipYawPitch && j <= nao.RAnkleRoll:
		return legStiffness
	default:
		return armStiffness
	}
}
