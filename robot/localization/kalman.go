package localization

import (
	"math"

	"gonao/robot/percepts/plane"
)

// The state of a hypothesis: the pose, and the error of the camera's tilt, which all features of an image share and which
// lasts for some images. Without the last two, a filter treats correlated errors as many independent ones.
const (
	iX = iota
	iY
	iTheta
	iPitch
	iRoll
	states
)

// hypothesis is a Kalman filter with its weight.
type hypothesis struct {
	mean      [states]float64
	cov       [states][states]float64
	logWeight float64
	injected  bool // from pairs of features, and not yet the best
}

func (h *hypothesis) pose() plane.Pose {
	return plane.Pose{X: h.mean[iX], Y: h.mean[iY], Theta: h.mean[iTheta]}
}

func (h *hypothesis) cov3() plane.Cov3 {
	c := &h.cov
	return plane.Cov3{XX: c[0][0], XY: c[0][1], XT: c[0][2], YY: c[1][1], YT: c[1][2], TT: c[2][2]}
}

// deviation returns the larger standard deviation of the place, m.
func (h *hypothesis) deviation() float64 { return math.Sqrt(max(h.cov[0][0], h.cov[1][1])) }

// set places the hypothesis.
func (h *hypothesis) set(p plane.Pose, devM, headingDev float64) {
	*h = hypothesis{mean: [states]float64{p.X, p.Y, plane.Angle(p.Theta)}}
	h.cov[iX][iX], h.cov[iY][iY], h.cov[iTheta][iTheta] = devM*devM, devM*devM, headingDev*headingDev
}

// predict moves the pose by the odometry d in base_footprint, and forgets the tilt. qM and qT are the variances of the
// place and of the heading that the movement adds; keep is the share of the tilt that remains.
func (h *hypothesis) predict(d plane.Pose, qM, qT, keep, tiltVar float64) {
	sin, cos := math.Sincos(h.mean[iTheta])
	mx, my := cos*d.X-sin*d.Y, sin*d.X+cos*d.Y
	h.mean[iX] += mx
	h.mean[iY] += my
	h.mean[iTheta] = plane.Angle(h.mean[iTheta] + d.Theta)
	h.mean[iPitch] *= keep
	h.mean[iRoll] *= keep
	// P = F P Fᵀ + Q, F = 1 except dx/dθ = −my, dy/dθ = mx, and the tilt's decay.
	c := &h.cov
	for j := range states {
		c[iX][j] -= my * c[iTheta][j]
		c[iY][j] += mx * c[iTheta][j]
	}
	for i := range states {
		c[i][iX] -= my * c[i][iTheta]
		c[i][iY] += mx * c[i][iTheta]
	}
	for i := iPitch; i < states; i++ {
		for j := range states {
			c[i][j] *= keep
			c[j][i] *= keep
		}
		c[i][i] += (1 - keep*keep) * tiltVar
	}
	c[iX][iX] += qM
	c[iY][iY] += qM
	c[iTheta][iTheta] += qT
}

// scalar updates with one number: its derivative by the state, its innovation and its variance.
func (h *hypothesis) scalar(row *[states]float64, innovation, variance float64) {
	var ph [states]float64
	s := variance
	for i := range states {
		for j := range states {
			ph[i] += h.cov[i][j] * row[j]
		}
		s += row[i] * ph[i]
	}
	for i := range states {
		k := ph[i] / s
		h.mean[i] += k * innovation
		for j := range states {
			h.cov[i][j] -= k * ph[j]
		}
	}
	h.mean[iTheta] = plane.Angle(h.mean[iTheta])
}

// variance returns row P rowᵀ.
func (h *hypothesis) variance(row *[states]float64) float64 { return h.covariance(row, row) }

// covariance returns a P bᵀ.
func (h *hypothesis) covariance(a, b *[states]float64) float64 {
	s := 0.0
	for i := range states {
		t := 0.0
		for j := range states {
			t += h.cov[i][j] * b[j]
		}
		s += a[i] * t
	}
	return s
}

// tilted returns the derivatives of a point on the ground, seen from height above it, by the camera's pitch and roll:
// a ray turned by them meets the ground elsewhere.
func tilted(x, y, height float64) (dxPitch, dyPitch, dxRoll, dyRoll float64) {
	return -(x*x/height + height), -x * y / height, x * y / height, y*y/height + height
}
