package localization

import (
	"math"

	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// View is what a camera sees of the ground at once.
type View struct {
	WidthRad float64 // horizontal opening angle
	NearM    float64
	FarM     float64 // how far features are found
	HeightM  float64 // of the camera
	TiltDev  float64 // rad
}

// LookYaw returns the head's yaw, within ±limit, from which the features that are seen would reduce the pose's covariance most:
// where the head looks when nothing else needs it. Previous is the yaw that was chosen last, which is worth less, so
// that the head comes round.
func LookYaw(m *field.Map, p plane.Pose, cov plane.Cov3, v View, limit, previous float64) float64 {
	return bestYaw(m, p, cov, v, limit, func(yaw float64) float64 {
		if math.Abs(yaw-previous) < v.WidthRad/2 {
			return 0.5
		}
		return 1
	})
}

// bestYaw returns the yaw with the largest gain, times what worth returns for it.
func bestYaw(m *field.Map, p plane.Pose, cov plane.Cov3, v View, limit float64, worth func(yaw float64) float64) float64 {
	const steps = 12
	best, most := 0.0, math.Inf(-1)
	for i := range steps + 1 {
		yaw := limit * (2*float64(i)/steps - 1)
		gain := information(m, p, cov, v, yaw) * worth(yaw)
		gain *= 1 - 0.2*math.Abs(yaw)/math.Pi // of equal views, the one ahead
		if gain > most {
			best, most = yaw, gain
		}
	}
	return best
}

// information returns how much the features in sight at a yaw would tell: for each, the part of the pose's variance at
// the feature that its measurement would remove.
func information(m *field.Map, p plane.Pose, cov plane.Cov3, v View, yaw float64) float64 {
	sum := 0.0
	for i := range m.Points {
		l := &m.Points[i]
		x, y := p.Local(l.X, l.Y)
		d := math.Hypot(x, y)
		if d < v.NearM || d > v.FarM || math.Abs(plane.Angle(math.Atan2(y, x)-yaw)) > 0.45*v.WidthRad {
			continue
		}
		radial := v.TiltDev * (d*d/v.HeightM + v.HeightM)
		measured := radial*radial + 0.02*d*0.02*d
		prior := cov.XX + cov.YY + d*d*cov.TT
		sum += prior * prior / (prior + measured) * (1 - d/(1.5*v.FarM))
	}
	return sum
}
