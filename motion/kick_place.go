package motion

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gonao/internal/si"
	"gonao/motion/kick"
)

// Where a ball may lie for a kick, and where it is met best, m in the robot's frame.
const (
	kickNearX, kickFarX  = 0.10, 0.27
	kickAside            = 0.18
	kickBestX, kickBestY = 0.175, 0.075 // for a forward kick
	sideBestX, sideBestY = 0.118, 0.212 // for a kick to a side, on that side
	zoneLowX, zoneHighX  = 0.155, 0.19
	zoneLowY, zoneHighY  = 0.052, 0.12
	sideZone             = 0.022 // about the best place of an oblique kick
	firstAsideM          = 0.05  // farther from it aside, the robot first steps aside
	clearX               = 0.2   // with the ball this far ahead, no foot touches it
	forwardRad           = 0.6   // a kick up to here is a forward one
	obliqueRad           = 1.75  // up to here, a kick to a side
	ballHoldSec          = 0.5   // time for which a measured ball is valid
	smoothBall           = 0.2   // part of a new measurement
	rolledM              = 0.04  // a ball measured so far away has rolled there
	alignTries           = 4     // ways to a better place
	alignSec             = 6.0   // longest time for each
	alignShare           = 0.35  // share of the walk's top speed
)

// kickPlace is where the ball of a kick lies, and how the robot comes to stand right before it. The ball and the kick's
// direction are kept in the frame of the odometry.
type kickPlace struct {
	known bool
	ball  Odometry // Yaw is the kick's direction
	began Odometry // pose of the robot when the kick began

	measured   [2]float64 // the ball in the robot's frame, m
	measuredAt time.Duration
	fresh      bool // a measurement has come

	tries   int
	again   bool // the engine refused the place where the robot stands
	walking bool
	since   time.Duration
}

// checkPlace returns nil for a ball that a kick reaches, after some steps if need be, and otherwise an error with where to stand.
func checkPlace(r KickRequest) error {
	direction := math.Remainder(r.Direction, 2*math.Pi)
	switch {
	case r.BallX == 0 && r.BallY == 0 || math.Abs(direction) > obliqueRad:
		return nil
	case r.BallX >= kickNearX && r.BallX <= kickFarX && math.Abs(r.BallY) <= kickAside:
		return nil
	}
	x, y := bestPlace(direction, r.BallY)
	if math.Abs(direction) > forwardRad && math.Hypot(r.BallX-x, r.BallY-y) < kickAside {
		return nil
	}
	return fmt.Errorf("%w: ball at (%.2f, %.2f) m: expected %.2f to %.2f m ahead and at most %.2f m aside; "+
		"stand where it is %.2f m ahead and %.2f m aside: walk_to x %.2f, y %.2f",
		ErrUnreachable, r.BallX, r.BallY, kickNearX, kickFarX, kickAside, x, math.Abs(y), r.BallX-x, r.BallY-y)
}

// bestPlace returns the best place of the ball for a kick in a direction: in front of the foot of its side for a forward
// kick, otherwise beside the robot on the side of the direction.
func bestPlace(direction, ballY float64) (x, y float64) {
	if math.Abs(direction) <= forwardRad {
		return kickBestX, math.Copysign(kickBestY, ballY)
	}
	sin := min(math.Abs(math.Sin(direction)), 1)
	x = kickBestX + sin*sin*(sideBestX-kickBestX)
	return x, math.Copysign(kickBestY+sin*(sideBestY-kickBestY), direction)
}

// begin stores where the ball of a request lies.
func (k *kickPlace) begin(c *core, r KickRequest, here Odometry) {
	measured, at, fresh := k.measured, k.measuredAt, k.fresh
	*k = kickPlace{measured: measured, measuredAt: at, fresh: fresh && c.sinceSec(at) < ballHoldSec}
	if r.BallX != 0 || r.BallY != 0 {
		k.known = true
		k.ball = ahead(here, r.BallX, r.BallY, r.Direction)
		k.fresh = false // the request is the newest
	}
}

// set stores a measurement of the ball in the robot's frame.
func (k *kickPlace) set(c *core, x, y float64) error {
	if !si.IsFinite(x) || !si.IsFinite(y) {
		return fmt.Errorf("%w: ball at (%g, %g) m: expected finite numbers", ErrBadGoal, x, y)
	}
	k.measured, k.measuredAt, k.fresh = [2]float64{x, y}, c.now, true
	return nil
}

// look updates the ball with a fresh measurement of a robot that stands or walks at here.
func (k *kickPlace) look(here Odometry) {
	if !k.fresh || !k.known {
		return
	}
	k.fresh = false
	at := ahead(here, k.measured[0], k.measured[1], 0)
	dx, dy := at.X-k.ball.X, at.Y-k.ball.Y
	gain := smoothBall
	if math.Hypot(dx, dy) > rolledM {
		gain = 1
	}
	k.ball.X += gain * dx
	k.ball.Y += gain * dy
}

// measure updates the ball with a fresh measurement of a robot that kicks, and stands where it began.
func (k *kickPlace) measure(c *core) {
	if c.sinceSec(k.measuredAt) < ballHoldSec {
		k.look(k.began)
	}
}

// align walks to where the ball is met well. It reports whether the kick may begin: the robot stands, and the ball lies
// right, is not known, or has been walked to often enough.
func (k *kickPlace) align(c *core, engine walker) bool {
	here := engine.Odometry()
	k.look(here)
	if k.walking {
		if !engine.Arrived() && c.sinceSec(k.since) < alignSec {
			return false
		}
		k.walking = false
	}
	if k.known && k.tries < alignTries && (k.again || !k.liesRight(here)) {
		if engine.Standing() && !engine.Settled() {
			return false // the place is not sure yet
		}
		at := seenFrom(k.ball, here)
		x, y := bestPlace(at.Yaw, at.Y)
		if math.Abs(at.Yaw) > forwardRad && math.Abs(at.Y-y) > firstAsideM {
			x = max(x, clearX)
		}
		if engine.StepTo(at.X-x, at.Y-y, 0, alignShare) == nil {
			k.tries++
			k.again, k.walking, k.since = false, true, c.now
			return false
		}
	}
	engine.Stop()
	return engine.Settled()
}

// stepAgain reports whether the robot makes one more step after the engine refused a kick: the ball lies slightly out of
// reach, or the soles are not beside each other.
func (k *kickPlace) stepAgain(err error) bool {
	k.again = k.known && k.tries < alignTries && (errors.Is(err, kick.ErrUnreachable) || errors.Is(err, kick.ErrNotStanding))
	return k.again
}

// liesRight reports whether a kick from here meets the ball well. Kicks backwards are not stepped for.
func (k *kickPlace) liesRight(here Odometry) bool {
	at := seenFrom(k.ball, here)
	switch direction := math.Abs(at.Yaw); {
	case direction > obliqueRad:
		return true
	case direction > forwardRad:
		x, y := bestPlace(at.Yaw, at.Y)
		return math.Abs(at.X-x) <= sideZone && math.Abs(at.Y-y) <= sideZone
	}
	y := math.Abs(at.Y)
	return at.X >= zoneLowX && at.X <= zoneHighX && y >= zoneLowY && y <= zoneHighY
}

// aim writes the ball's place and the direction as the robot sees them from here into the request.
func (k *kickPlace) aim(r *KickRequest, here Odometry) {
	k.began = here
	if !k.known {
		return
	}
	at := seenFrom(k.ball, here)
	r.BallX, r.BallY, r.Direction = at.X, at.Y, at.Yaw
}
