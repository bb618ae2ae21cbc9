package motionreport

import (
	"math"

	"gonao/motion"
)

// Errors of odometry, as one standard deviation. The shares were measured in the profile real over ten seeds and courses
// of 11 m (0.7 to 4.5 % of the way) and of 4 m (1.3 to 5.4° of heading); the errors of a turn and a fall are conservative
// guesses.
const (
	offPerM      = 0.04 // m per m walked
	offYawPerM   = 0.02 // rad per m walked
	offYawPerRad = 0.05 // rad per rad turned
	offFall      = 0.3  // m, of a robot that falls and gets up
	offYawFall   = 0.5  // rad, as nothing counts its turn while it lies
	offSpeed     = 0.05 // m/s
	offTurn      = 0.1  // rad/s
	notMeasured  = 1e6  // for height, roll and pitch
)

// covariance estimates how wrong odometry is by now, from the way and the falls since the start.
type covariance struct {
	last    motion.Odometry
	way     float64 // m
	turned  float64 // rad
	falls   int
	started bool
}

// step adds a cycle of odometry. Only a walk adds to the error: a robot that stands sways.
func (d *covariance) step(o motion.Odometry, walking bool, falls int) {
	if d.started && walking {
		d.way += math.Hypot(o.X-d.last.X, o.Y-d.last.Y)
		d.turned += math.Abs(math.Remainder(o.Yaw-d.last.Yaw, 2*math.Pi))
	}
	d.last, d.started, d.falls = o, true, falls
}

// pose fills in the covariance of x, y, z, roll, pitch and yaw, m² and rad².
func (d *covariance) pose(out *[36]float64) {
	fell := float64(d.falls)
	xy := square(offPerM*d.way) + fell*square(offFall)
	yaw := square(offYawPerM*d.way+offYawPerRad*d.turned) + fell*square(offYawFall)
	diagonal(out, xy+1e-6, yaw+1e-6)
}

// twist fills in the covariance of the velocities.
func (*covariance) twist(out *[36]float64) { diagonal(out, square(offSpeed), square(offTurn)) }

func diagonal(out *[36]float64, xy, yaw float64) {
	for i, v := range [6]float64{xy, xy, notMeasured, notMeasured, notMeasured, yaw} {
		out[7*i] = v
	}
}

func square(v float64) float64 { return v * v }
