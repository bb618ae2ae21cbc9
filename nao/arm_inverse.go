package nao

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// ArmIK returns the angles that bring a hand to a position in the torso, m. It solves for three
// joints: shoulder pitch and roll and elbow roll. The yaws of elbow and wrist, rad, are the caller's
// choice; the elbow's yaw determines where the elbow points.
//
// ok is false when no angles within the joints' ranges reach the position; then the hand is as near
// to it as turning any one of the three joints can bring it. It allocates nothing.
//
// In closed form: the elbow's roll follows from the distance of shoulder and hand, the shoulder's
// roll from the height over the x-z plane, and the shoulder's pitch from the rest. Each of the first
// two has two solutions; the first pair within the ranges is returned.
func ArmIK(arm Arm, hand_T r3.Vec, elbowYaw, wristYaw float64) (a ArmAngles, ok bool) {
	first := arm.firstJoint()
	fixed := ArmAngles{ElbowYaw: (first + 2).Clamp(elbowYaw), WristYaw: (first + 4).Clamp(wristYaw)}
	asAsked := math.Abs(fixed.ElbowYaw-elbowYaw)+math.Abs(fixed.WristYaw-wristYaw) <= limitSlack
	if !finite(hand_T) || math.IsNaN(fixed.ElbowYaw+fixed.WristYaw) {
		a, _ = ArmAngles{}.within(arm)
		return a, false
	}
	least := math.Inf(1)
	for _, elbow := range [...]float64{-1, 1} {
		for _, roll := range [...]float64{1, -1} {
			candidate, reached := fixed.solve(arm, hand_T, elbow, roll)
			candidate, inside := candidate.within(arm)
			if reached && inside {
				return candidate, asAsked
			}
			if off := r3.Norm(r3.Sub(candidate.Hand(arm), hand_T)); off < least {
				least, a = off, candidate
			}
		}
	}
	return a.approach(arm, hand_T), false
}

// solve returns one of the four solutions, chosen by two signs.
func (a ArmAngles) solve(arm Arm, hand_T r3.Vec, elbowSign, rollSign float64) (ArmAngles, bool) {
	p := r3.Sub(hand_T, arm.ShoulderInTorso())
	upper, hand := arm.chain(a.WristYaw)
	// |p|² = |upper|² + |hand|² + 2·upper·(Rx(yaw)·Rz(roll)·hand), linear in sine and cosine of the roll.
	axis := Rotation(r3.Vec{X: 1}, -a.ElbowYaw).Rotate(upper) // upper in the elbow's turned frame
	onCos := axis.X*hand.X + axis.Y*hand.Y
	onSin := axis.Y*hand.X - axis.X*hand.Y
	rest := (r3.Norm2(p)-r3.Norm2(upper)-r3.Norm2(hand))/2 - axis.Z*hand.Z
	reached := math.Abs(rest) <= math.Hypot(onCos, onSin)+1e-12
	a.ElbowRoll = math.Remainder(math.Atan2(onSin, onCos)+elbowSign*arccos(rest/math.Hypot(onCos, onSin)), 2*math.Pi)

	u := Rotation(r3.Vec{X: 1}, a.ElbowYaw).Rotate(Rotation(r3.Vec{Z: 1}, a.ElbowRoll).Rotate(hand))
	u = r3.Add(upper, u)
	flat := math.Hypot(u.X, u.Y)
	reached = reached && math.Abs(p.Y) <= flat+1e-12
	// p.Y = flat·cos(roll + atan2(u.Y, u.X) - π/2)
	a.ShoulderRoll = math.Remainder(math.Pi/2-math.Atan2(u.Y, u.X)-rollSign*arccos(p.Y/flat), 2*math.Pi)
	w := Rotation(r3.Vec{Z: 1}, a.ShoulderRoll).Rotate(u)
	a.ShoulderPitch = math.Remainder(math.Atan2(p.X, p.Z)-math.Atan2(w.X, w.Z), 2*math.Pi)
	return a, reached
}

// approach turns one joint after the other so that the hand comes as near to the position as that
// joint alone can bring it; no turn increases the distance.
func (a ArmAngles) approach(arm Arm, hand_T r3.Vec) ArmAngles {
	const sweeps = 30
	p := r3.Sub(hand_T, arm.ShoulderInTorso())
	upper, hand := arm.chain(a.WristYaw)
	first := arm.firstJoint()
	yaw := Rotation(r3.Vec{X: 1}, a.ElbowYaw)
	for range sweeps {
		u := r3.Add(upper, yaw.Rotate(Rotation(r3.Vec{Z: 1}, a.ElbowRoll).Rotate(hand)))
		w := Rotation(r3.Vec{Z: 1}, a.ShoulderRoll).Rotate(u)
		a.ShoulderPitch = first.nearestTurn(math.Atan2(p.X, p.Z) - math.Atan2(w.X, w.Z))
		p_S := Rotation(r3.Vec{Y: 1}, -a.ShoulderPitch).Rotate(p)
		a.ShoulderRoll = (first + 1).nearestTurn(math.Atan2(p_S.Y, p_S.X) - math.Atan2(u.Y, u.X))
		p_E := r3.Sub(Rotation(r3.Vec{Z: 1}, -a.ShoulderRoll).Rotate(p_S), upper)
		p_E = Rotation(r3.Vec{X: 1}, -a.ElbowYaw).Rotate(p_E)
		a.ElbowRoll = (first + 3).nearestTurn(math.Atan2(p_E.Y, p_E.X) - math.Atan2(hand.Y, hand.X))
	}
	return a
}

// nearestTurn returns the angle of the joint's range that is nearest to one in rad, on
// the circle.
func (j Joint) nearestTurn(rad float64) float64 {
	low, high := j.Range()
	rad = (low+high)/2 + math.Remainder(rad-(low+high)/2, 2*math.Pi)
	return j.Clamp(rad)
}

func arccos(x float64) float64 { return math.Acos(min(max(x, -1), 1)) }
