package worldmodel

import (
	"math"

	"gonao/robot/percepts/plane"
)

// kalman is a Kalman filter of a place and a velocity on the ground: x, y, vx, vy.
type kalman struct {
	mean [4]float64
	cov  [4][4]float64
}

// at returns a filter at a place, with velocity 0 and its deviation.
func at(x, y float64, c plane.Cov2, speedDev float64) kalman {
	k := kalman{mean: [4]float64{x, y}}
	k.cov[0][0], k.cov[0][1], k.cov[1][0], k.cov[1][1] = c.XX, c.XY, c.XY, c.YY
	k.cov[2][2], k.cov[3][3] = speedDev*speedDev, speedDev*speedDev
	return k
}

func (k *kalman) place() plane.Cov2 {
	return plane.Cov2{XX: k.cov[0][0], XY: k.cov[0][1], YY: k.cov[1][1]}
}

// predict moves the place by the velocity. The speed decreases by deceleration; accel is the deviation of other changes.
func (k *kalman) predict(dt, deceleration, accel float64) {
	keep, mean := 1.0, dt
	if s := math.Hypot(k.mean[2], k.mean[3]); deceleration > 0 && s > 1e-9 {
		rolls := min(dt, s/deceleration) // s, until it stops
		keep = (s - deceleration*rolls) / s
		mean = rolls * (1 + keep) / 2
	}
	k.mean[0] += mean * k.mean[2]
	k.mean[1] += mean * k.mean[3]
	k.mean[2] *= keep
	k.mean[3] *= keep
	// P = F P Fᵀ + Q with F = [1 mean; 0 keep] for each axis.
	for a := range 2 {
		for j := range 4 {
			k.cov[a][j] += mean * k.cov[a+2][j]
			k.cov[a+2][j] *= keep
		}
	}
	for a := range 2 {
		for j := range 4 {
			k.cov[j][a] += mean * k.cov[j][a+2]
			k.cov[j][a+2] *= keep
		}
	}
	q := accel * accel
	for a := range 2 {
		k.cov[a][a] += q*dt*dt*dt*dt/4 + 4e-6*dt // odometry slips
		k.cov[a][a+2] += q * dt * dt * dt / 2
		k.cov[a+2][a] += q * dt * dt * dt / 2
		k.cov[a+2][a+2] += q * dt * dt
	}
}

// innovation returns the squared deviation of a measured place, and the logarithm of its density.
func (k *kalman) innovation(x, y float64, r plane.Cov2) (d2, logDensity float64) {
	s := k.place().Add(r)
	d2 = s.Mahalanobis2(x-k.mean[0], y-k.mean[1])
	return d2, -0.5*d2 - 0.5*math.Log(s.XX*s.YY-s.XY*s.XY) - math.Log(2*math.Pi)
}

// update uses a measured place.
func (k *kalman) update(x, y float64, r plane.Cov2) {
	s := k.place().Add(r)
	det := s.XX*s.YY - s.XY*s.XY
	ex, ey := x-k.mean[0], y-k.mean[1]
	var gain [4][2]float64
	for i := range 4 {
		a, b := k.cov[i][0], k.cov[i][1]
		gain[i] = [2]float64{(a*s.YY - b*s.XY) / det, (b*s.XX - a*s.XY) / det}
		k.mean[i] += gain[i][0]*ex + gain[i][1]*ey
	}
	rowX, rowY := k.cov[0], k.cov[1]
	for i := range 4 {
		for j := range 4 {
			k.cov[i][j] -= gain[i][0]*rowX[j] + gain[i][1]*rowY[j]
		}
	}
}

// mix returns the mixture of two filters as one, with weight w of the first.
func mix(a, b *kalman, w float64) kalman {
	var k kalman
	var da, db [4]float64
	for i := range 4 {
		k.mean[i] = w*a.mean[i] + (1-w)*b.mean[i]
		da[i], db[i] = a.mean[i]-k.mean[i], b.mean[i]-k.mean[i]
	}
	for i := range 4 {
		for j := range 4 {
			k.cov[i][j] = w*(a.cov[i][j]+da[i]*da[j]) + (1-w)*(b.cov[i][j]+db[i]*db[j])
		}
	}
	return k
}
