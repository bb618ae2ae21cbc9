package nao

import "math"

// yawSlack is how far a sole may be turned from its target to count as exact, rad.
const yawSlack = 1e-7

// LegsIK returns the angles of both legs that bring the soles to their poses in the torso, with the
// one motor that turns both hips. exact is true when both soles are at their targets. Where the two
// need different HipYawPitch, both keep their position and normal, and the yaw errors about the
// normals are shared: the sum of their squares is the least. Out of reach, each leg is as with
// [LegIK].
func LegsIK(left_T, right_T Pose) (j LegPair, exact bool) {
	return LegsIKShared(left_T, right_T, 0.5)
}

// LegsIKShared is [LegsIK] with the weight of the left foot's squared yaw error, from
// 0 to 1; the right foot's has the rest. 1 turns the left foot exactly and the right one follows, as
// suits a left foot that stands. It allocates nothing.
func LegsIKShared(left_T, right_T Pose, weightLeft float64) (j LegPair, exact bool) {
	w := min(max(weightLeft, 0), 1)
	left, _ := LegYaw(LeftLeg, left_T)
	right, _ := LegYaw(RightLeg, right_T)
	hip := LHipYawPitch.Clamp(w*left + (1-w)*right)
	if math.IsNaN(hip) {
		hip = 0
	}
	if math.Abs(left-right) >= yawSlack {
		hip = sharedYaw(left_T, right_T, hip, w)
	}
	var leftOK, rightOK bool
	j[LeftLeg], leftOK = LegIK(LeftLeg, left_T, hip)
	j[RightLeg], rightOK = LegIK(RightLeg, right_T, hip)
	exact = leftOK && rightOK && math.Abs(soleYaw(j[LeftLeg].Sole(LeftLeg), left_T)) < yawSlack &&
		math.Abs(soleYaw(j[RightLeg].Sole(RightLeg), right_T)) < yawSlack
	return j, exact
}

// sharedYaw returns the HipYawPitch with the least weighted sum of squares of the feet's yaw errors:
// Gauss-Newton from the weighted mean, which is nearly right already, as a foot's yaw depends on the
// motor almost linearly.
func sharedYaw(left_T, right_T Pose, hip, w float64) float64 {
	const steps = 4
	last := hip + 0.01 // rad, for the first slopes
	lastL, lastR := yawError(LeftLeg, left_T, last), yawError(RightLeg, right_T, last)
	for range steps {
		l, r := yawError(LeftLeg, left_T, hip), yawError(RightLeg, right_T, hip)
		if math.Abs(hip-last) < 1e-9 {
			break
		}
		dl, dr := (l-lastL)/(hip-last), (r-lastR)/(hip-last)
		curvature := w*dl*dl + (1-w)*dr*dr
		if !(curvature > 1e-3) { // a foot on edge: its yaw does not depend on the motor
			break
		}
		last, lastL, lastR = hip, l, r
		hip = LHipYawPitch.Clamp(hip - (w*l*dl+(1-w)*r*dr)/curvature)
	}
	return hip
}

// yawError returns the angle by which a sole with the right position and normal is turned too far
// about it, rad, positive counter-clockwise.
func yawError(leg Leg, sole_T Pose, hipYawPitch float64) float64 {
	a, _ := LegIK(leg, sole_T, hipYawPitch)
	return soleYaw(a.Sole(leg), sole_T)
}

// soleYaw returns the turn about its normal from a wanted sole to another one, rad.
func soleYaw(got, want Pose) float64 {
	r := want.Inverse().Mul(got).R
	return math.Atan2(r[3], r[0])
}
