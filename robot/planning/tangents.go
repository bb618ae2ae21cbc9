package planning

import (
	"errors"
	"math"

	"gonao/internal/declared"
	"gonao/robot/percepts/plane"
)

// Numbers of circles and of states of the search. Start and goal are circles of radius 0.
const (
	circles   = MaxObstacles
	fromStart = 2 * circles // instead of the circle that a tangent comes from
	perCircle = 2 * (2*circles + 1)
	allStates = circles * perCircle
	none      = int32(-1)
)

// circle is an obstacle where it will be.
type circle struct{ x, y, r float64 }

// state is a moment of the search: the robot has just reached a circle by a tangent.
type state struct {
	cost   float64 // m, so far
	angle  float64 // at which it has reached the circle
	x, y   float64
	parent int32
	open   bool
	closed bool
}

// Tangents is our Planner. It keeps its memory between plans and is not safe for concurrent use.
type Tangents struct {
	cfg     Config
	circles [circles]circle
	count   int
	states  [allStates]state
	used    [allStates]int32
	uses    int
	heap    frontier
	free    [circles][2][circles][2]int8 // of tangents: 0 unknown, 1 free, −1 blocked
	first   Plan                         // of the first pass
}

// NewTangents returns a planner.
func NewTangents(c Config) (*Tangents, error) {
	if err := declared.Check(&c); err != nil {
		return nil, err
	}
	return &Tangents{cfg: c}, nil
}

var errNotFinite = errors.New("planning: start, goal or an obstacle is not finite")

// Plan fills a plan. It does not allocate.
func (t *Tangents) Plan(r *Request, p *Plan) error {
	p.Count, p.Length, p.Side, p.Tight, p.Blocked, p.Dodges, p.Goal = 0, 0, Straight, false, false, false, r.Goal
	if !r.Start.Finite() || !r.Goal.Finite() {
		return errNotFinite
	}
	moving := false
	for i := range r.Obstacles {
		o := &r.Obstacles[i]
		if !plane.Finite(o.X, o.Y, o.Radius, o.VX, o.VY) {
			return errNotFinite
		}
		moving = moving || o.VX != 0 || o.VY != 0
	}
	if !moving {
		t.plan(r, p, nil)
		return nil
	}
	// Where the robot passes a moving obstacle follows from the way, and the way from where it passes: two passes.
	t.plan(r, &t.first, nil)
	t.plan(r, p, &t.first)
	t.dodge(r, p)
	return nil
}

// plan plans with the obstacles where they will be when the robot goes along another plan.
func (t *Tangents) plan(r *Request, p *Plan, along *Plan) {
	for _, scale := range [3]float64{1, 0.8, 0.6} {
		t.place(r, along, scale)
		if t.search(r, p) {
			p.Tight = scale < 1
			return
		}
	}
	p.Goal, p.Blocked, p.Side = r.Goal, true, Straight
	d := r.Start.Distance(r.Goal)
	p.Parts[0] = Part{FromX: r.Start.X, FromY: r.Start.Y, ToX: r.Goal.X, ToY: r.Goal.Y, Length: d}
	p.Count, p.Length = 1, d
}

// place sets the circles. Circles that contain the start or the goal are made smaller.
func (t *Tangents) place(r *Request, along *Plan, scale float64) {
	t.count = 0
	for i := range r.Obstacles {
		o := &r.Obstacles[i]
		c := circle{o.X, o.Y, o.Radius * scale}
		if o.VX != 0 || o.VY != 0 {
			c.r += t.cfg.Clearance * scale
			seconds := t.passing(r, o, along)
			if seconds > 0.5 && math.Hypot(o.X-r.Start.X, o.Y-r.Start.Y) < t.cfg.NearM {
				t.add(r, circle{o.X, o.Y, o.Radius * scale})
			}
			c.x += o.VX * seconds
			c.y += o.VY * seconds
		}
		t.add(r, c)
	}
	t.free = [circles][2][circles][2]int8{}
}

// add adds a circle; when all are in use, it replaces the one farthest from the start.
func (t *Tangents) add(r *Request, c circle) {
	const outside = 0.999
	away := math.Hypot(c.x-r.Start.X, c.y-r.Start.Y)
	c.r = min(c.r, outside*away, outside*math.Hypot(c.x-r.Goal.X, c.y-r.Goal.Y))
	if c.r < 0.01 {
		return
	}
	if t.count < circles {
		t.circles[t.count] = c
		t.count++
		return
	}
	farthest, most := -1, away
	for i := range t.circles {
		if d := math.Hypot(t.circles[i].x-r.Start.X, t.circles[i].y-r.Start.Y); d > most {
			farthest, most = i, d
		}
	}
	if farthest >= 0 {
		t.circles[farthest] = c
	}
}

// passing returns in how many seconds the robot is nearest to a moving obstacle on its way: along a plan, or straight
// to the goal.
func (t *Tangents) passing(r *Request, o *Obstacle, along *Plan) float64 {
	const step = 0.25 // s
	best, least := 0.0, math.Inf(1)
	for s := 0.0; s <= t.cfg.HorizonSec; s += step {
		x, y, ended := r.at(along, s*t.cfg.SpeedMPS)
		if d := math.Hypot(o.X+o.VX*s-x, o.Y+o.VY*s-y); d < least {
			best, least = s, d
		}
		if ended {
			break
		}
	}
	return best
}

// at returns the place after some metres of a plan, or of the straight line if there is no plan.
func (r *Request) at(p *Plan, d float64) (x, y float64, ended bool) {
	if p == nil || p.Count == 0 {
		whole := r.Start.Distance(r.Goal)
		share := 1.0
		if whole > d {
			share = d / whole
		}
		return r.Start.X + share*(r.Goal.X-r.Start.X), r.Start.Y + share*(r.Goal.Y-r.Start.Y), share == 1
	}
	return p.At(d)
}

// At returns the place after d metres of the plan, and whether it ends there.
func (p *Plan) At(d float64) (x, y float64, ended bool) {
	for i := range p.Count {
		q := &p.Parts[i]
		if d > q.Length {
			d -= q.Length
			continue
		}
		if q.Radius == 0 {
			share := 0.0
			if q.Length > 0 {
				share = d / q.Length
			}
			return q.FromX + share*(q.ToX-q.FromX), q.FromY + share*(q.ToY-q.FromY), false
		}
		sin, cos := math.Sincos(math.Atan2(q.FromY-q.CenterY, q.FromX-q.CenterX) + float64(q.Direction)*d/q.Radius)
		return q.CenterX + q.Radius*cos, q.CenterY + q.Radius*sin, false
	}
	return p.Goal.X, p.Goal.Y, true
}
