package referee

import (
	"math"
	"time"
)

// An Observer computes truth from poses, and from contacts if they are reported. Without contacts, touches follow from
// changes of the ball's velocity beside a robot, and arms, holding, pushing and stance are not detected. The zero value
// has no observations.
type Observer struct {
	truth  Truth
	seen   bool
	ball   Ball
	vx, vy float64 // of the ball, m/s
	robots map[ID]observed
}

// observed is the observer's memory of a robot.
type observed struct {
	x, y, theta float64
	moved       time.Duration // time of its last movement
	headYaw     float64
	headMoved   time.Duration // time of the last turn of its head
	lean        float64
	rises       time.Duration // time of the last turn of its trunk
}

// Sight is a robot as it is seen from outside.
type Sight struct {
	ID
	X, Y, Theta float64
	Fallen      bool
	Rises       bool // it gets up

	HeadKnown bool
	HeadYaw   float64 // rad, from ahead
	Lean      float64 // rad, of the trunk
	Stance    float64 // m, as in Robot; 0: not known
	Cover     float64
	AtPost    bool
}

// Meetings holds the touches since the last moment.
type Meetings struct {
	Touches  []Touch // Deflection is filled in
	Contacts []Contact
}

// How touches and walks are recognised from poses.
const (
	touchReach = 0.25 // m between robot and ball
	touchJump  = 0.15 // m/s by which the ball's velocity changes; rolling loses less in 0.1 s
	walkPause  = 500 * time.Millisecond
	walkMove   = 0.005 // m
	walkTurn   = 0.05  // rad
	riseTurn   = 0.02  // rad by which the trunk of a robot that gets up turns between two moments
	risePause  = time.Second
	headTurn   = 0.002 // rad
	headPause  = 2 * time.Second
	looksAt    = 0.45 // rad, between the ball and where the head looks
	cameSpeed  = 0.3  // m/s of a ball that comes to a robot; with a slower ball, the touching robot plays it
	upsetLean  = 0.3  // rad of the trunk from which on a robot that is touched stumbles
)

// Observe returns the truth of a moment. It is valid until the next call. Robots whose head is unknown count as looking.
// met is nil if contacts are not reported.
func (o *Observer) Observe(now time.Duration, ball Ball, robots []Sight, met *Meetings) *Truth {
	if o.robots == nil {
		o.robots = map[ID]observed{}
	}
	if now < o.truth.Time {
		o.seen, o.robots = false, map[ID]observed{}
	}
	dt := (now - o.truth.Time).Seconds()
	o.truth.Time, o.truth.Ball = now, ball
	o.truth.Robots, o.truth.Touches, o.truth.Contacts = o.truth.Robots[:0], o.truth.Touches[:0], o.truth.Contacts[:0]
	for _, s := range robots {
		if !s.known() {
			continue
		}
		last, ok := o.robots[s.ID]
		if !ok || math.Hypot(s.X-last.x, s.Y-last.y) > walkMove || math.Abs(math.Remainder(s.Theta-last.theta, 2*math.Pi)) > walkTurn {
			last.x, last.y, last.theta, last.moved = s.X, s.Y, s.Theta, now
		}
		if !ok || math.Abs(s.HeadYaw-last.headYaw) > headTurn {
			last.headYaw, last.headMoved = s.HeadYaw, now
		}
		if ok && math.Abs(s.Lean-last.lean) > riseTurn {
			last.rises = now
		}
		last.lean = s.Lean
		o.robots[s.ID] = last
		o.truth.Robots = append(o.truth.Robots, Robot{
			ID: s.ID, X: s.X, Y: s.Y, Theta: s.Theta, Fallen: s.Fallen, GettingUp: s.Rises || s.Fallen && last.rises > 0 && now-last.rises < risePause, Looks: looks(&s, &ball, now-last.headMoved),
			Walking: ok && now-last.moved < walkPause, Stance: s.Stance, Cover: s.Cover, AtPost: s.AtPost,
		})
	}
	switch {
	case met != nil:
		o.meet(met, robots)
	case o.seen && dt > 0:
		o.touch((ball.X-o.ball.X)/dt, (ball.Y-o.ball.Y)/dt)
	}
	if met != nil && o.seen && dt > 0 {
		o.vx, o.vy = (ball.X-o.ball.X)/dt, (ball.Y-o.ball.Y)/dt
	}
	o.ball, o.seen = ball, true
	return &o.truth
}

// touch adds the touch of the nearest robot when the ball's velocity has changed.
func (o *Observer) touch(vx, vy float64) {
	jump, slower := math.Hypot(vx-o.vx, vy-o.vy), math.Hypot(vx, vy) < math.Hypot(o.vx, o.vy)
	o.vx, o.vy = vx, vy
	if jump < touchJump {
		return
	}
	var nearest *Robot
	least := touchReach
	for i := range o.truth.Robots {
		r := &o.truth.Robots[i]
		if d := min(r.distance(o.truth.Ball.X, o.truth.Ball.Y), r.distance(o.ball.X, o.ball.Y)); d <= least {
			nearest, least = r, d
		}
	}
	if nearest != nil {
		o.truth.Touches = append(o.truth.Touches, Touch{ID: nearest.ID, Deflection: slower})
	}
}

// looks reports whether a robot has moved its head lately, or looks at the ball.
func looks(s *Sight, ball *Ball, still time.Duration) bool {
	if !s.HeadKnown || still < headPause {
		return true
	}
	toBall := math.Atan2(ball.Y-s.Y, ball.X-s.X) - s.Theta
	return math.Abs(math.Remainder(toBall-s.HeadYaw, 2*math.Pi)) < looksAt
}

// meet adds reported contacts. A ball that came fast to a robot was deflected by it.
func (o *Observer) meet(met *Meetings, robots []Sight) {
	for _, t := range met.Touches {
		r := o.robot(t.ID)
		if r == nil {
			continue
		}
		t.Deflection = math.Hypot(o.vx, o.vy) > cameSpeed && o.vx*(r.X-o.truth.Ball.X)+o.vy*(r.Y-o.truth.Ball.Y) > 0
		o.truth.Touches = append(o.truth.Touches, t)
	}
	for _, c := range met.Contacts {
		a, b := o.robot(c.A), o.robot(c.B)
		if a == nil || b == nil {
			continue
		}
		o.truth.Contacts = append(o.truth.Contacts, c)
		if c.A.Side != c.B.Side {
			a.Pushed, b.Pushed = true, true
		}
		for i := range robots {
			if s := &robots[i]; s.Lean > upsetLean && !s.Fallen {
				a.Unstable, b.Unstable = a.Unstable || s.ID == a.ID, b.Unstable || s.ID == b.ID
			}
		}
	}
}

// robot returns a robot of the moment, nil for none.
func (o *Observer) robot(id ID) *Robot {
	for i := range o.truth.Robots {
		if o.truth.Robots[i].ID == id {
			return &o.truth.Robots[i]
		}
	}
	return nil
}
