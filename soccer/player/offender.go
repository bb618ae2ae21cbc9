package player

import (
	"math"
	"math/rand/v2"
	"time"

	"gonao/percepts"
	"gonao/percepts/plane"
	"gonao/planning"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// An offender plays as another behaviour does and commits offences at the rates of its team's plan.
type offender struct {
	Behaviour
	rates   map[string]float64 // per minute, while the offence is possible
	limits  planning.Limits
	rng     *rand.Rand
	before  time.Duration // of the last decision
	offence string        // that is committed now; "": none
	until   time.Duration
	head    float64 // rad, that an inactive robot keeps
}

// newOffender returns a behaviour that commits a plan's offences.
func newOffender(c *Config, b Behaviour) *offender {
	stream := 7000 + 100*uint64(c.Side) + uint64(c.Number)
	return &offender{Behaviour: b, rates: c.Plan.Offences, limits: c.Limits, rng: rand.New(rand.NewPCG(c.Seed, stream))}
}

// Decide fills the command.
func (o *offender) Decide(v *View, c *Command) {
	o.Behaviour.Decide(v, c)
	dt := max(0, min(v.Now-o.before, time.Second)).Minutes()
	o.before = v.Now
	if v.Fallen || v.Penalized || v.Busy {
		o.offence = ""
		return
	}
	if o.offence != "" && (v.Now >= o.until || !o.possible(o.offence, v)) {
		o.offence = ""
	}
	for _, name := range team.Offences() {
		if r := o.rng.Float64(); o.offence == "" && r < o.rates[name]*dt && o.possible(name, v) {
			o.begin(name, v)
		}
	}
	if o.offence != "" {
		*c = Command{HeadYaw: c.HeadYaw}
		o.commit(v, c)
	}
}

// possible reports whether an offence can be committed now.
func (o *offender) possible(name string, v *View) bool {
	switch name {
	case team.MovesInSet:
		return v.State == game.Set
	case team.StandsWrong:
		return v.State == game.Ready
	case team.Pushes:
		_, _, ok := opponent(v)
		return ok && v.State == game.Playing
	case team.Holds:
		return v.Ball.Known && v.State == game.Playing
	}
	return v.State == game.Playing
}

// begin starts an offence.
func (o *offender) begin(name string, v *View) {
	lasts := map[string]time.Duration{team.Pushes: 12 * time.Second, team.Leaves: 40 * time.Second, team.Inactive: 13 * time.Second, team.Holds: 20 * time.Second}
	o.offence, o.until = name, v.Now+time.Minute
	if d, ok := lasts[name]; ok {
		o.until = v.Now + d
	}
	o.head = math.Copysign(1.6, -v.Ball.LocalY) // away from the ball
}

// commit fills the command of an offence.
func (o *offender) commit(v *View, c *Command) {
	own := v.Estimate.Pose
	switch o.offence {
	case team.Pushes:
		x, y, _ := opponent(v)
		o.walk(x, y, 0, c)
	case team.Leaves:
		x, y := own.Local(own.X, math.Copysign(v.Field.Width/2+2, own.Y))
		o.walk(x, y, 0, c)
	case team.Inactive:
		c.HeadYaw = o.head
	case team.MovesInSet:
		c.Velocity.X = o.limits.ForwardMPS
	case team.StandsWrong:
		x, y := own.Local(1, own.Y)
		o.walk(x, y, 0.1, c)
	case team.Holds:
		o.walk(v.Ball.LocalX, v.Ball.LocalY, 0.3, c)
	}
}

// walk goes straight to a point in base_footprint until it is near, through whatever stands there.
func (o *offender) walk(x, y, near float64, c *Command) {
	if math.Hypot(x, y) <= near {
		return
	}
	turn := math.Atan2(y, x)
	c.Velocity.Theta = max(-o.limits.TurnRadPerSec, min(o.limits.TurnRadPerSec, 2*turn))
	if math.Abs(turn) < 0.4 {
		c.Velocity.X, c.Velocity.Theta = o.limits.ForwardMPS, 0.3*c.Velocity.Theta
	}
}

// opponent returns the nearest opponent that the robot has seen lately, in base_footprint.
func opponent(v *View) (x, y float64, ok bool) {
	best := 2.5 // m
	for i := range v.World.Count {
		r := &v.World.Robots[i]
		d := math.Hypot(r.X, r.Y)
		if r.Side == percepts.OwnSide || r.Told || r.Fallen || v.Now-r.SeenAt > 3*time.Second || d >= best || !plane.Finite(d) {
			continue
		}
		best, x, y, ok = d, r.X, r.Y, true
	}
	return x, y, ok
}
