package localization

import (
	"math"

	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// View is the part of the ground that a camera sees.
type View struct {
	WidthRad float64 // horizontal opening angle
	NearM    float64
	FarM     float64 // distance up to which features are found
	HeightM  float64 // height of the camera
	TiltDev  float64 // rad
}

// LookYaw returns the head's yaw, within ±limit, from which the visible features would reduce the pose's covariance most,
// for a head that nothing else needs. previous is the last chosen yaw, which has less weight, so that the head turns on.
func LookYaw(m *field.Map, p plane.Pose, cov plane.Cov3, v View, limit, previous float64) float64 {
	return bestYaw(m, p, cov, v, limit, func(yaw float64) float64 {
		if math.Abs(yaw-previous) < v.WidthRad/2 {
			return 0.5
		}
		return 1
	})
}

// views holds a number for each yaw that is tried.
type views [13]float64

// bestYaw returns the yaw with the largest gain, times what worth returns for it.
func bestYaw(m *field.Map, p plane.Pose, cov plane.Cov3, v View, limit float64, worth func(yaw float64) float64) float64 {
	var yaws, gains views
	for i := range yaws {
		yaws[i] = limit * (2*float64(i)/float64(len(yaws)-1) - 1)
	}
	inform(&gains, &yaws, m, p, cov, v)
	best, most := 0.0, math.Inf(-1)
	for i, yaw := range yaws {
		gain := gains[i] * worth(yaw)
		gain *= 1 - 0.2*math.Abs(yaw)/math.Pi // of equal views, the one ahead
		if gain > most {
			best, most = yaw, gain
		}
	}
	return best
}

// inform adds, for each yaw, the information of the visible features: the part of the pose's variance at the feature that
// its measurement would remove.
func inform(gains, yaws *views, m *field.Map, p plane.Pose, cov plane.Cov3, v View) {
	frame := p.Frame()
	for i := range m.Points {
		l := &m.Points[i]
		x, y := frame.Local(l.X, l.Y)
		d := math.Hypot(x, y)
		if d < v.NearM || d > v.FarM {
			continue
		}
		bearing := math.Atan2(y, x)
		radial := v.TiltDev * (d*d/v.HeightM + v.HeightM)
		measured := radial*radial + 0.02*d*0.02*d
		prior := cov.XX + cov.YY + d*d*cov.TT
		gain := prior * prior / (prior + measured) * (1 - d/(1.5*v.FarM))
		for k, yaw := range yaws {
			if math.Abs(plane.Angle(bearing-yaw)) <= 0.45*v.WidthRad {
				gains[k] += gain
			}
		}
	}
}
