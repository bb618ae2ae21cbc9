package kick

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// balance corrects the plan by what the body measures. In the left foot's view.
type balance struct {
	comX, comY  float64 // m
	roll, pitch float64 // of the torso, rad
	gyro        [2]float64
}

const (
	mostShift = 0.025 // m
	mostLean  = 0.12  // rad
	lowPass   = 0.4   // share of a new rate
)

// step looks at the measured posture.
func (b *balance) step(cfg *Config, leg nao.Leg, state *nao.State, plan *channels, phase Phase, dtSec float64) {
	side := 1.0
	if leg == nao.RightLeg {
		side = -1
	}
	b.gyro[0] += lowPass * (cfg.GyroRoll*state.Gyroscope[0] - b.gyro[0])
	b.gyro[1] += lowPass * (cfg.GyroPitch*state.Gyroscope[1] - b.gyro[1])
	if phase == Hitting {
		return // faster than what is measured
	}
	single := max(2*plan[weight]-1, 0)
	if phase == Returning || phase == Standing {
		single = 0
	}
	x_TS := nao.SoleInTorso(1-leg, &state.Position)
	level := nao.RollPitchYaw(state.Angles[0], state.Angles[1], 0)
	com := level.Rotate(r3.Sub(nao.CoM(&state.Position), x_TS.P))
	gain := cfg.ComGain * dtSec * single
	b.comX = limit(b.comX+gain*(plan[comX]-com.X), mostShift)
	b.comY = limit(b.comY+gain*(plan[comY]-side*com.Y), mostShift)
	gain = cfg.LeanGain * dtSec * single
	b.roll = limit(b.roll+gain*(plan[leanRoll]-side*state.Angles[0]), mostLean)
	b.pitch = limit(b.pitch+gain*(plan[leanPitch]-state.Angles[1]), mostLean)
	if single == 0 {
		keep := max(1-4*dtSec, 0)
		b.comX, b.comY, b.roll, b.pitch = keep*b.comX, keep*b.comY, keep*b.roll, keep*b.pitch
	}
}

// correct moves the plan, by a share of what was found.
func (b *balance) correct(at *channels, share float64) {
	at[comX] += share * b.comX
	at[comY] += share * b.comY
	at[leanRoll] += share * b.roll
	at[leanPitch] += share * b.pitch
}

// ankle turns the standing ankle against the torso's rates.
func (b *balance) ankle(leg nao.Leg, share float64, q *nao.Joints) {
	j := first(1 - leg)
	single := max(2*share-1, 0)
	pitch, roll := j+3, j+4
	q[pitch] = pitch.Clamp(q[pitch] + single*b.gyro[1])
	q[roll] = roll.Clamp(q[roll] + single*b.gyro[0])
}

func limit(v, most float64) float64 { return min(max(v, -most), most) }
