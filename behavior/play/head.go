package play

import "math"

// down sets how far the head looks down.
func (r *Run) down(o *Order) {
	o.HeadDown = r.Args["pitch"].Float - HeadPitch
}

func (s *Skills) lookAhead(r *Run, _ *View, o *Order) {
	r.down(o)
	o.HeadYaw = r.Args["yaw"].Float
}

func (s *Skills) lookAround(r *Run, v *View, o *Order) {
	r.down(o)
	o.HeadYaw = r.Args["yaw"].Float * math.Sin(2*math.Pi*v.Now.Seconds()/r.Args["sweep"].Float)
}

func (s *Skills) lookAtBall(_ *Run, v *View, o *Order) {
	o.HeadDown = 0
	if v.Ball.Known {
		o.HeadYaw = math.Atan2(v.Ball.LocalY, v.Ball.LocalX)
	}
}

// lookForPlace turns the head where the covariance of the pose shrinks most.
func (s *Skills) lookForPlace(r *Run, _ *View, o *Order) {
	r.down(o)
	o.HeadYaw = s.Look(r.Args["yaw"].Float)
}

// scan searches from side to side, beginning where the ball was seen last.
func (s *Skills) scan(r *Run, v *View, o *Order) {
	r.down(o)
	start := 0.0
	if r.Args["from"].String != "ahead" && (v.World.Ball.Known || v.Ball.Known) {
		start = max(-0.8, min(0.8, math.Atan2(v.Ball.LocalY, v.Ball.LocalX)))
	}
	o.HeadYaw = start + r.Args["yaw"].Float*math.Sin(2*math.Pi*v.Now.Seconds()/r.Args["sweep"].Float)
	if v.Rules.Set {
		o.HeadYaw = 0.9 * math.Sin(2*math.Pi*v.Now.Seconds()/3)
	}
}
