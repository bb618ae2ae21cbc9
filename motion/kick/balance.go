package kick

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// balance corrects the plan by measurements of the body, for a left standing foot.
//
// The standing ankle moves the centre of pressure after the capture
// point ξ = c + ċ/ω of the linear inverted pendulum, ω² = g/h, as in Englsberger's
// and others' capture point control: p = p₀ + k (ξ − ξ₀). It also turns against the torso's rates: on soft ground the
// delay of the motors cancels most of the damping by k.
type balance struct {
	comX, comY float64 // commanded less measured centre of mass at the beginning, m
	gyro       [2]float64
	last       r3.Vec // centre of mass over the sole, level axes, m
	speed      r3.Vec
	known      bool
	offX, offY float64    // of the capture point from the plan, m
	copX, copY float64    // wanted shift of the centre of pressure, m
	tilt       [2]float64 // roll and pitch of the standing sole since the kick began, rad
	level      [2]float64 // its roll and pitch at the beginning
	angles     [2]float64 // of the torso, from the gyroscope and the body's own filter, rad
}

const (
	mostShift = 0.03 // m
	lowPass   = 0.4  // share of a new rate
	mostCopX  = 0.1  // m; on ground that sinks, the sole tilts under the ankle, and much of the turn is lost
	mostCopY  = 0.06
	tiltPass  = 0.5 // share of a new tilt
)

// begin returns the channels with the centre of mass where the body measures it: on a slope, or on joints that sag, it is not where the command
// has it. The difference stays until the weight comes back.
func (b *balance) begin(cfg *Config, leg nao.Leg, state *nao.State, command *channels) channels {
	side := 1.0
	if leg == nao.RightLeg {
		side = -1
	}
	com := overSole(leg, &state.Position, state.Angles)
	at := *command
	b.comX = cfg.OffsetX * limit(command[comX]-com.X, mostShift)
	b.comY = cfg.OffsetY * limit(command[comY]-side*com.Y, mostShift)
	at[comX] -= b.comX
	at[comY] -= b.comY
	return at
}

// step compares the measured posture with the plan and its speed.
func (b *balance) step(cfg *Config, leg nao.Leg, state *nao.State, plan, speed *channels, dtSec float64) {
	side := 1.0
	if leg == nao.RightLeg {
		side = -1
	}
	b.sense(cfg, state, dtSec)
	com := overSole(leg, &state.Position, b.angles)
	com.Y *= side
	sin, cos := math.Sincos(plan[footYaw] / 2) // of the torso over the sole
	com.X, com.Y = cos*com.X-sin*com.Y, sin*com.X+cos*com.Y
	roll, pitch := side*state.Gyroscope[0], state.Gyroscope[1]
	b.gyro[0] += lowPass * (side*cfg.GyroRoll*(cos*roll-sin*pitch) - b.gyro[0])
	b.gyro[1] += lowPass * (cfg.GyroPitch*(sin*roll+cos*pitch) - b.gyro[1])
	b.feel(leg, state)
	if !b.known || dtSec <= 0 {
		b.known, b.last = true, com
	} else {
		b.speed = r3.Add(b.speed, r3.Scale(lowPass, r3.Sub(r3.Scale(1/dtSec, r3.Sub(com, b.last)), b.speed)))
		b.last = com
	}
	tau := math.Sqrt(max(com.Z, 0.1) / gravity)
	b.offX = com.X - plan[comX] + tau*(b.speed.X-speed[comX])
	b.offY = com.Y - plan[comY] + tau*(b.speed.Y-speed[comY])
	b.copX = limit(cfg.CaptureGain*b.offX, mostCopX)
	b.copY = limit(cfg.CaptureGain*b.offY, mostCopY)
}

// sense updates the torso's angles: the gyroscope moves them at once, and the body's own filter, which lags by some cycles on
// some bodies, corrects them within Config.AngleSec.
func (b *balance) sense(cfg *Config, state *nao.State, dtSec float64) {
	if !b.known {
		b.angles = state.Angles
		return
	}
	share := min(dtSec/max(cfg.AngleSec, 1e-3), 1)
	for i := range b.angles {
		moved := b.angles[i] + dtSec*state.Gyroscope[i]
		b.angles[i] = moved + share*(state.Angles[i]-moved)
	}
}

// feel measures how far the standing sole has tilted, from the body's angles and the leg's joints: ground that sinks by 5 mm
// under a standing robot tilts it by 6° per N m.
func (b *balance) feel(leg nao.Leg, state *nao.State) {
	sole := nao.RollPitchYaw(b.angles[0], b.angles[1], 0).Mul(nao.SoleInTorso(1-leg, &state.Position))
	roll, pitch, _ := sole.RollPitchYaw()
	if !b.known {
		b.level = [2]float64{roll, pitch}
	}
	b.tilt[0] += tiltPass * (roll - b.level[0] - b.tilt[0])
	b.tilt[1] += tiltPass * (pitch - b.level[1] - b.tilt[1])
}

// settled reports whether the capture point is where the plan has it.
func (b *balance) settled(cfg *Config) bool {
	return math.Abs(b.offX) <= cfg.SettleM && math.Abs(b.offY) <= cfg.SettleM
}

// overSole returns the measured centre of mass over the sole that does not kick, in level
// axes of the torso's yaw.
func overSole(kick nao.Leg, position *nao.Joints, angles [2]float64) r3.Vec {
	sole := nao.SoleInTorso(1-kick, position)
	level := nao.RollPitchYaw(angles[0], angles[1], 0)
	return level.Rotate(r3.Sub(nao.CoM(position), sole.P))
}

// correct moves the plan's centre of mass by a share of the difference at the beginning.
func (b *balance) correct(at *channels, share float64) {
	at[comX] += share * b.comX
	at[comY] += share * b.comY
}

// ankle turns the standing ankle against the torso's rates, and so that the centre of
// pressure goes where it is wanted: its moment bends the ankle's compliance. The ground's
// compliance comes in series, and is not known: the ankle follows a part of the sole's tilt,
// as if the ground were that much harder.
func (b *balance) ankle(cfg *Config, leg nao.Leg, share float64, q *nao.Joints) {
	j := first(1 - leg)
	single := max(2*share-1, 0)
	side := 1.0
	if leg == nao.RightLeg {
		side = -1
	}
	perM := nao.TotalMass() * gravity * cfg.Compliance
	pitch, roll := j+3, j+4
	q[pitch] = pitch.Clamp(q[pitch] + single*(b.gyro[1]+perM*b.copX+cfg.TiltGain*limit(b.tilt[1], cfg.TiltMost)))
	q[roll] = roll.Clamp(q[roll] + single*(b.gyro[0]-side*perM*b.copY+cfg.TiltGain*limit(b.tilt[0], cfg.TiltMost)))
}

func limit(v, most float64) float64 { return min(max(v, -most), most) }
