package play

import (
	"math"
	"time"

	"gonao/robot/localization"
)

// turn turns the head to a yaw and to the pitch of the argument.
func (r *Run) turn(o *Order, yaw float64) {
	o.Looks, o.HeadYaw, o.HeadPitch = true, yaw, r.Args["pitch"].Float
}

func (s *Skills) lookAhead(r *Run, _ *View, o *Order) { r.turn(o, r.Args["yaw"].Float) }

// lookAround sweeps from the middle to the left, to the right and back; every second sweep looks farther down.
func (s *Skills) lookAround(r *Run, v *View, o *Order) {
	const farther = 0.2
	share := (v.Now - r.began).Seconds() / r.Args["sweep"].Float
	if n := r.Args["times"].Int; n > 0 && share >= float64(n) {
		r.end(succeeded)
		return
	}
	r.turn(o, r.Args["yaw"].Float*math.Sin(2*math.Pi*share))
	if int(share)%2 == 1 {
		o.HeadPitch += farther
	}
}

// Figures of the head that looks at the ball.
const (
	eyeHeight  = 0.5   // watch looks at the ball, if there is one; otherwise the head stays where it is.
	opticalTop = 0.021 // rad that the upper camera looks down with the head level
	highest    = -0.3  // rad
	lowest     = 0.45  // rad
)

// watch looks at the ball, if there is one; else the head stays where it is.
func (v *View) watch(o *Order) {
	if b := v.Ball; b.Known {
		pitch := math.Atan2(eyeHeight, math.Hypot(b.LocalX, b.LocalY)) - opticalTop
		o.Looks, o.HeadYaw, o.HeadPitch = true, math.Atan2(b.LocalY, b.LocalX), min(max(pitch, highest), lowest)
	}
}

// When the head looks beside the ball.
const (
	glanceAt  = 2200 * time.Millisecond
	glanceFor = 700 * time.Millisecond
	glanceYaw = 0.75 // rad
	mostYaw   = 1.3  // rad
	farBall   = 0.8  // m
)

// glance looks at the ball, and for the sake of the pose sometimes beside a ball that is far.
func (v *View) glance(o *Order) {
	v.watch(o)
	if b := v.Ball; !b.Own || b.Age > 1 || b.Distance < farBall || v.Now%glanceAt > glanceFor {
		return
	}
	side := glanceYaw
	if v.Now%(2*glanceAt) >= glanceAt {
		side = -glanceYaw
	}
	o.HeadYaw, o.HeadPitch = min(max(o.HeadYaw+side, -mostYaw), mostYaw), 0.1
}

// lookForPlace turns the head where the covariance of the pose shrinks most.
func (s *Skills) lookForPlace(r *Run, v *View, o *Order) {
	r.turn(o, localization.LookYaw(v.Field, v.Pose, v.Cov, s.Body.Sight, r.Args["yaw"].Float, v.HeadYaw))
}

// scan searches from side to side, beginning where the ball was seen last.
func (s *Skills) scan(r *Run, v *View, o *Order) {
	start := 0.0
	if r.Args["from"].String != "ahead" && (v.World.Ball.Known || v.Ball.Known) {
		start = max(-0.8, min(0.8, math.Atan2(v.Ball.LocalY, v.Ball.LocalX)))
	}
	r.turn(o, start+r.Args["yaw"].Float*math.Sin(2*math.Pi*v.Now.Seconds()/r.Args["sweep"].Float))
	if v.Rules.Set {
		o.HeadYaw = 0.9 * math.Sin(2*math.Pi*v.Now.Seconds()/3)
	}
}
