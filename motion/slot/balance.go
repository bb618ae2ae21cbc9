package slot

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
)

// Support is the foot over which a slot keeps the centre of mass.
type Support uint8

// The feet.
const (
	NoSupport Support = iota // no balance: the angles of the file alone
	LeftSupport
	RightSupport
)

// String returns the word of motion files.
func (s Support) String() string { return [...]string{"none", "left", "right"}[s] }

// other returns the other foot.
func (s Support) other() Support {
	switch s {
	case LeftSupport:
		return RightSupport
	case RightSupport:
		return LeftSupport
	default:
		return NoSupport
	}
}

// leg returns the leg that bears.
func (s Support) leg() nao.Leg {
	if s == LeftSupport {
		return nao.LeftLeg
	}
	return nao.RightLeg
}

// The numbers of the balance, found in the profile real.
const (
	balanceComeSec = 1.5   // time in which the wanted place moves from the file's to over the foot
	balanceRate    = 0.7   // 1/s, of the integrals
	balanceAheadM  = 0.015 // the centre of mass over the foot, ahead of the ankle
	balanceAtOnce  = 1.0   // share of an error that is answered at once
	balanceLegM    = 0.22  // movement of the centre of mass per angle of the leg, per rad
	balanceMostRad = 0.25  // limit of each integral
	balanceLean    = 0.2   // 1/s, of the integral of the torso's angles
	balanceGyroX   = 0.06  // s, ankle roll over the torso's rate
	balanceGyroY   = 0.06  // s, ankle pitch
	balanceSmooth  = 0.4   // share of a new rate
	balanceFadeSec = 0.7   // time in which it fades out without a foot
	balanceFastSec = 0.45  // in shorter slots the integrals rest
)

// balance adds angles to the legs, so that the centre of mass stays over the bearing foot of a robot whose joints are not
// at their commanded angles. It uses the measured angles and the torso's lean. It moves both legs alike, hip against
// ankle, so that the torso stays upright; the ankles counteract the torso's rates.
type balance struct {
	state   *nao.State // state of this step; may be nil
	leg     nao.Leg
	share   float64    // 0 to 1: how far it has come in
	x, y    float64    // angles of the legs, rad: they move the centre of mass ahead, and to the left
	now     [2]float64 // proportional part of x and y, rad
	roll    float64    // angle of the hips, rad
	pitch   float64
	rate    [2]float64
	applied nao.Joints // added to the command in the last step, rad
}

// step updates the integrals with the state of this step. nominal is where the joints would be without the balance.
func (b *balance) step(support Support, fast bool, nominal *nao.Joints, dtSec float64) {
	s := b.state
	if s == nil || support == NoSupport {
		keep := max(1-dtSec/balanceFadeSec, 0)
		b.share, b.x, b.y, b.roll, b.pitch = max(b.share-dtSec/balanceFadeSec, 0), keep*b.x, keep*b.y, keep*b.roll, keep*b.pitch
		return
	}
	b.leg = support.leg()
	for i := range b.rate {
		if w := s.Gyroscope[i]; si.IsFinite(w) {
			b.rate[i] += balanceSmooth * (w - b.rate[i])
		}
	}
	b.share = min(b.share+dtSec/balanceComeSec, 1)
	is := overSole(b.leg, &s.Position, s.Angles[0], s.Angles[1])
	roll, pitch := leanOver(b.leg, nominal)
	want := overSole(b.leg, nominal, roll, pitch)
	dx := want.X + b.share*(balanceAheadM-want.X) - is.X
	dy := (1-b.share)*want.Y - is.Y
	if fast || !si.IsFinite(dx) || !si.IsFinite(dy) || !si.IsFinite(s.Angles[0]) || !si.IsFinite(s.Angles[1]) {
		return
	}
	limit := func(v float64) float64 { return min(max(v, -balanceMostRad), balanceMostRad) }
	b.x = limit(b.x + balanceRate*dtSec*dx/balanceLegM)
	b.y = limit(b.y + balanceRate*dtSec*dy/balanceLegM)
	b.now[0] += balanceSmooth * (balanceAtOnce*dx/balanceLegM - b.now[0])
	b.now[1] += balanceSmooth * (balanceAtOnce*dy/balanceLegM - b.now[1])
	b.roll = limit(b.roll + balanceLean*dtSec*(roll-s.Angles[0]))
	b.pitch = limit(b.pitch + balanceLean*dtSec*(pitch-s.Angles[1]))
}

// leanOver returns how the torso leans when the sole is flat on the ground, rad.
func leanOver(leg nao.Leg, q *nao.Joints) (roll, pitch float64) {
	up := nao.SoleInTorso(leg, q).Rotate(r3.Vec{Z: 1})
	return math.Atan2(up.Y, up.Z), math.Atan2(-up.X, math.Hypot(up.Y, up.Z))
}

// overSole returns the centre of mass over a sole, in level axes, m.
func overSole(leg nao.Leg, q *nao.Joints, roll, pitch float64) r3.Vec {
	sole := nao.SoleInTorso(leg, q)
	return nao.RollPitchYaw(roll, pitch, 0).Rotate(r3.Sub(nao.CoM(q), sole.P))
}

// offsets returns the angles to add to the nominal ones.
func (b *balance) offsets() (add nao.Joints) {
	x, y := b.x+b.share*b.now[0], b.y+b.share*b.now[1]
	if b.x == 0 && b.y == 0 && b.roll == 0 && b.pitch == 0 && b.share == 0 {
		return add
	}
	for _, at := range [2]nao.Joint{nao.LHipRoll, nao.RHipRoll} {
		add[at] = -y   // roll of the hip
		add[at+1] = x  // pitch
		add[at+3] = -x // pitch of the ankle
		add[at+4] = y  // roll
	}
	first := nao.LHipRoll
	if b.leg == nao.RightLeg {
		first = nao.RHipRoll
	}
	add[first] -= b.roll
	add[first+1] -= b.pitch
	add[first+3] += b.share * balanceGyroY * b.rate[1]
	add[first+4] += b.share * balanceGyroX * b.rate[0]
	return add
}

// liftedM is how much higher a sole is than the other one when its foot counts as lifted.
const liftedM = 0.008

// Balanced returns the motion with the bearing foot set in each slot: the foot that stays on the ground when the other is
// lifted, also in the slot before. Slots on both feet have none. lifts is false when no slot lifts a foot.
func (m *Motion) Balanced() (balanced *Motion, lifts bool) {
	out := *m
	out.Slots = append([]Slot(nil), m.Slots...)
	q := nao.StandPosture()
	for i := range out.Slots {
		for _, t := range out.Slots[i].Targets {
			q[t.Joint] = t.Angle
		}
		left, right := nao.SoleInTorso(nao.LeftLeg, &q).P.Z, nao.SoleInTorso(nao.RightLeg, &q).P.Z
		s := &out.Slots[i].Support
		switch {
		case left > right+liftedM:
			*s = RightSupport
		case right > left+liftedM:
			*s = LeftSupport
		default:
			*s = NoSupport
			continue
		}
		lifts = true
		if i > 0 && out.Slots[i-1].Support == NoSupport {
			out.Slots[i-1].Support = *s
		}
	}
	return &out, lifts
}
