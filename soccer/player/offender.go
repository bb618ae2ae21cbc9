package player

import (
	"math"
	"math/rand/v2"
	"time"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// An offender plays like another behaviour and commits offences at the rates of its team's plan.
type offender struct {
	Behaviour
	rates   map[string]float64 // per minute, while the offence is possible
	foul    func(Foul)
	limits  planning.Limits
	rng     *rand.Rand
	before  time.Duration // time of the last decision
	offence string        // present offence; "": none
	until   time.Duration
	head    float64       // rad, that an inactive robot keeps
	chat    time.Duration // until when it sends a message at each image
	lies    bool          // it does not get up
	crowd   *rand.Rand    // the same for all robots
	minute  int           // minute of the last crowd
	crowds  bool          // the team crowds its area in this minute
}

// newOffender returns a behaviour that commits a plan's offences.
func newOffender(c *Config, b Behaviour) *offender {
	stream := 7000 + 100*uint64(c.Side) + uint64(c.Number)
	return &offender{Behaviour: b, rates: c.Plan.Offences, foul: c.Foul, limits: c.Body.Limits, rng: rand.New(rand.NewPCG(c.Seed, stream)), crowd: rand.New(rand.NewPCG(c.Seed, 6900)), minute: -1}
}

// Decide fills the command.
func (o *offender) Decide(v *View, c *Command) {
	foul := o.decide(v, c)
	if o.foul != nil {
		o.foul(foul)
	}
}

// decide fills the command and returns the foul.
func (o *offender) decide(v *View, c *Command) Foul {
	o.Behaviour.Decide(v, c)
	dt := max(0, min(v.Now-o.before, time.Second)).Minutes()
	o.before = v.Now
	if v.Fallen {
		o.lies = o.lies || o.rng.Float64() < o.rates[team.Lies]*dt
		if o.lies {
			c.Goals, c.LegsTaken = c.Goals[:0], false
		}
	} else {
		o.lies = false
	}
	if v.Fallen || v.Penalized || v.Busy {
		o.offence = ""
		return NoFoul
	}
	if o.offence != "" && (v.Now >= o.until || !o.possible(o.offence, v)) {
		o.offence = ""
	}
	for minute := int(v.Now.Minutes()); o.minute < minute; {
		o.minute++
		o.crowds = o.crowd.Float64() < o.rates[team.Crowds]
	}
	for _, name := range team.Offences() {
		now := o.rng.Float64() < o.rates[name]*dt && o.possible(name, v)
		switch {
		case name == team.Lies: // only after a fall
		case name == team.Crowds: // all of a team together, whatever they do
			if o.offence != name && o.possible(name, v) {
				o.begin(name, v)
			}
		case name == team.Chatters: // besides whatever it does
			if now {
				o.chat = v.Now + 40*time.Second
			}
		case now && o.offence == "":
			o.begin(name, v)
		}
	}
	if o.offence != "" {
		*c = Command{Goals: c.Goals[:0], HeadYaw: c.HeadYaw}
		return o.commit(v, c)
	}
	return NoFoul
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
	case team.Stands:
		return v.Ball.Known && v.State == game.Playing
	case team.MovesInStandby:
		return v.State == game.Standby
	case team.HoldsBall, team.UsesArm: // a ball between the feet is not seen
		return mayPlay(v) && (o.offence == name || v.Ball.Own && v.Ball.Distance < 0.6)
	case team.Crowds:
		return o.crowds && mayPlay(v)
	}
	return v.State == game.Playing
}

// begin starts an offence.
func (o *offender) begin(name string, v *View) {
	lasts := map[string]time.Duration{
		team.Pushes: 12 * time.Second, team.Leaves: 40 * time.Second, team.Inactive: 13 * time.Second, team.Stands: 20 * time.Second,
		team.HoldsBall: 9 * time.Second, team.UsesArm: 5 * time.Second, team.StandsWide: 12 * time.Second, team.Crowds: 40 * time.Second, team.Chatters: 40 * time.Second,
	}
	o.offence, o.until = name, v.Now+time.Minute
	if d, ok := lasts[name]; ok {
		o.until = v.Now + d
	}
	o.head = math.Copysign(1.6, -v.Ball.LocalY) // away from the ball
}

// commit fills the command of an offence, and returns its foul.
func (o *offender) commit(v *View, c *Command) Foul {
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
	case team.Stands:
		o.walk(v.Ball.LocalX, v.Ball.LocalY, 0.3, c)
	case team.MovesInStandby:
		c.Velocity.X = o.limits.ForwardMPS
	case team.HoldsBall:
		o.walk(v.Ball.LocalX, v.Ball.LocalY, 0.05, c)
		return HoldBall
	case team.UsesArm:
		o.walk(v.Ball.LocalX, v.Ball.LocalY, 0.02, c)
		return UseArm
	case team.StandsWide:
		return StandWide
	case team.Crowds:
		x, y := own.Local(-v.Field.Length/2+0.35, 0.25*float64(v.Number-3))
		o.walk(x, y, 0.1, c)
	}
	return NoFoul
}

// walk goes straight to a point in base_footprint until it is near, through whatever stands there.
func (o *offender) walk(x, y, near float64, c *Command) {
	if math.Hypot(x, y) <= near {
		return
	}
	turn := math.Atan2(y, x)
	c.Velocity.Yaw = max(-o.limits.TurnRadPerSec, min(o.limits.TurnRadPerSec, 2*turn))
	if math.Abs(turn) < 0.4 {
		c.Velocity.X, c.Velocity.Yaw = o.limits.ForwardMPS, 0.3*c.Velocity.Yaw
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

// chatters reports whether the robot sends a message at each image now.
func (o *offender) chatters() bool { return o.before < o.chat }
