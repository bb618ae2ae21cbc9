package referee

import (
	"math"
	"time"
)

// An Observer makes truth of poses alone, where nobody reports contacts: touches follow from a ball whose velocity changes
// beside a robot. Arms, holding, pushing and stance are not seen. The zero value has seen nothing.
type Observer struct {
	truth  Truth
	seen   bool
	ball   Ball
	vx, vy float64 // of the ball, m/s
	robots map[ID]observed
}

// observed is what is remembered of a robot.
type observed struct {
	x, y, theta float64
	moved       time.Duration // when it moved last
}

// Sight is a robot as it is seen from outside.
type Sight struct {
	ID
	X, Y, Theta float64
	Fallen      bool
	Rises       bool // it gets up
}

// How touches and walks are told from poses.
const (
	touchReach = 0.25 // m between robot and ball
	touchJump  = 0.15 // m/s by which the ball's velocity changes; rolling loses less in 0.1 s
	walkPause  = 500 * time.Millisecond
	walkMove   = 0.005 // m
	walkTurn   = 0.05  // rad
)

// Observe returns the truth of a moment. It is valid until the next call. Robots count as looking, since nobody sees that.
func (o *Observer) Observe(now time.Duration, ball Ball, robots []Sight) *Truth {
	if o.robots == nil {
		o.robots = map[ID]observed{}
	}
	if now < o.truth.Time {
		o.seen, o.robots = false, map[ID]observed{}
	}
	dt := (now - o.truth.Time).Seconds()
	o.truth.Time, o.truth.Ball = now, ball
	o.truth.Robots, o.truth.Touches = o.truth.Robots[:0], o.truth.Touches[:0]
	for _, s := range robots {
		if !s.known() {
			continue
		}
		last, ok := o.robots[s.ID]
		if !ok || math.Hypot(s.X-last.x, s.Y-last.y) > walkMove || math.Abs(math.Remainder(s.Theta-last.theta, 2*math.Pi)) > walkTurn {
			last = observed{s.X, s.Y, s.Theta, now}
			o.robots[s.ID] = last
		}
		o.truth.Robots = append(o.truth.Robots, Robot{
			ID: s.ID, X: s.X, Y: s.Y, Theta: s.Theta, Fallen: s.Fallen, GettingUp: s.Rises, Looks: true, Walking: ok && now-last.moved < walkPause,
		})
	}
	if o.seen && dt > 0 {
		o.touch((ball.X-o.ball.X)/dt, (ball.Y-o.ball.Y)/dt)
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
