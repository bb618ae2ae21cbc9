package getup

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
)

// trunk holds the orientation of the trunk: how far it leans forward, and how far it is rolled to its right side, rad.
type trunk struct{ lean, roll float64 }

// trunkOf returns the orientation of the trunk from the measured angles of the body.
func trunkOf(state *nao.State) trunk {
	up := Up(state.Angles)
	return trunk{math.Atan2(-up.X, up.Z), math.Asin(min(max(up.Y, -1), 1))}
}

// balance counteracts rotation and lean of the trunk with the ankles, and keeps the center of mass above the soles with
// the hips and ankles.
type balance struct {
	rate  [2]float64 // smoothed rates of roll and pitch, rad/s
	share float64    // 0 to 1: fraction of the corrections that is applied
	shift float64    // requested shift of the centre of mass by the legs, m
}

// Constants of the balance.
const (
	balanceSmooth = 0.4  // weight of the newest rate
	balanceIn     = 0.2  // time to apply the corrections in full, s
	balanceMost   = 0.15 // largest correction by the rates, rad
	shiftMost     = 0.25 // largest shift of each joint, rad
)

// sense updates the rates.
func (b *balance) sense(state *nao.State, on bool, dtSec float64) {
	for i := range b.rate {
		if w := state.Gyroscope[i]; si.IsFinite(w) {
			b.rate[i] += balanceSmooth * (w - b.rate[i])
		}
	}
	if change := dtSec / balanceIn; on {
		b.share = min(b.share+change, 1)
	} else {
		b.share = max(b.share-change, 0)
	}
}

// step adds to the targets of the ankles and hips. ahead is the distance of the center of mass in front of its desired
// place, m.
func (b *balance) step(cfg *Config, t trunk, ahead, dtSec float64, out *nao.Joints) {
	if b.share == 0 || !si.IsFinite(t.lean) || !si.IsFinite(t.roll) {
		b.shift = 0
		return
	}
	if si.IsFinite(ahead) {
		b.shift = min(max(b.shift+cfg.ComRate*ahead*dtSec, -shiftMost), shiftMost)
	}
	most := b.share * balanceMost
	pitch := min(max(b.share*(cfg.GyroGain*b.rate[1]+cfg.LeanGain*t.lean), -most), most)
	side := min(max(b.share*cfg.GyroGain*b.rate[0], -most), most)
	hip := b.share * b.shift
	add(out, nao.LAnklePitch, pitch)
	add(out, nao.RAnklePitch, pitch)
	add(out, nao.LHipPitch, hip)
	add(out, nao.RHipPitch, hip)
	add(out, nao.LAnkleRoll, side)
	add(out, nao.RAnkleRoll, side)
}

// add adds to a joint's target, within its range.
func add(out *nao.Joints, j nao.Joint, v float64) { out[j] = j.Clamp(out[j] + v) }

// comAhead returns the distance of the center of mass in front of the middle of the ankles, m, from the measured joints
// and angles.
func comAhead(state *nao.State) float64 {
	left, right := nao.SoleInTorso(nao.LeftLeg, &state.Position), nao.SoleInTorso(nao.RightLeg, &state.Position)
	p := r3.Sub(nao.CoM(&state.Position), r3.Scale(0.5, r3.Add(left.P, right.P)))
	x := nao.RollPitchYaw(state.Angles[0], state.Angles[1], 0)
	return x.Rotate(p).X
}

// compensation makes strong joints move farther if others are weak. The lag of a joint is its requested position some
// cycles ago minus its present position; its neighbors compensate a part of the lag ("Stand Up, NAO!", arXiv
// 2510.02129).
type compensation struct {
	past  [delayCycles]nao.Joints // past requests; the oldest is at index next
	next  int
	full  int
	lacks nao.Joints // smoothed lags, rad
	share float64    // 0 to 1: fraction of the compensation that is applied
}

// delayCycles is the time from a request to its measurement.
const delayCycles = 3

// lackSmooth is the weight of the newest lag.
const lackSmooth = 0.3

// sense stores the request of the last cycle, and compares the measurement with an older request.
func (k *compensation) sense(state *nao.State, request *nao.Command) {
	old := &k.past[k.next]
	for j := range k.lacks {
		lack := old[j] - state.Position[j]
		if k.full < delayCycles || request.Stiffness[j] < 0.5 || !si.IsFinite(lack) {
			lack = 0
		}
		k.lacks[j] += lackSmooth * (lack - k.lacks[j])
	}
	*old = request.Position
	k.next = (k.next + 1) % delayCycles
	k.full = min(k.full+1, delayCycles)
}

// worst returns the leg joint with the largest lag, and the lag.
func (k *compensation) worst() (worst nao.Joint, lack float64) {
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		if v := k.lacks[j]; math.Abs(v) > math.Abs(lack) {
			worst, lack = j, v
		}
	}
	return worst, lack
}

// helpers lists which joints compensate the lag of which others while the robot rises on its feet. If a knee stays too
// bent, the trunk is too far back; bending hip and ankle corrects this. If the legs stay turned outwards, the hips bend
// by cos 45° of the lag.
var helpers = [...]struct {
	weak, helper nao.Joint
	part         float64
}{
	{nao.LKneePitch, nao.LHipPitch, 0.5},
	{nao.LKneePitch, nao.LAnklePitch, 0.5},
	{nao.RKneePitch, nao.RHipPitch, 0.5},
	{nao.RKneePitch, nao.RAnklePitch, 0.5},
	{nao.LHipYawPitch, nao.LHipPitch, 0.7},
	{nao.LHipYawPitch, nao.RHipPitch, 0.7},
	{nao.LHipPitch, nao.LAnklePitch, 0.3},
	{nao.RHipPitch, nao.RAnklePitch, 0.3},
	{nao.LAnklePitch, nao.LHipPitch, 0.5},
	{nao.RAnklePitch, nao.RHipPitch, 0.5},
}

// add adds the helpers' parts to the targets while on is true.
func (k *compensation) add(gain float64, on bool, dtSec float64, out *nao.Joints) {
	const most = 0.7 // largest compensation, rad
	if change := dtSec / balanceIn; on {
		k.share = min(k.share+change, 1)
	} else {
		k.share = max(k.share-change, 0)
	}
	gain *= k.share
	for _, h := range &helpers {
		add(out, h.helper, min(max(gain*h.part*k.lacks[h.weak], -most), most))
	}
}
