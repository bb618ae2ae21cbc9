package motion

import (
	"fmt"

	"gonao/motion/paper/cpg"
	"gonao/motion/paper/gait"
	"gonao/motion/walk"
	"gonao/nao"
)

// paperGait is one of the paper's walks.
type paperGait interface {
	gait.Engine
	// Limit returns the velocity that the robot walks with when v is wanted; 0 when it cannot walk in that direction.
	Limit(v gait.Velocity) gait.Velocity
}

// gaitEngine walks with the gait that is selected. The walk's own engine makes the robot stand in every gait, and it observes
// while another one moves the legs, so that the odometry goes on. The legs change over in the stand.
type gaitEngine struct {
	walk  *walkEngine
	gait  Gait
	paper paperGait // nil: the walk's own
	cpg   *cpg.Walk
	omni  *gait.Omni
	tfs   *gait.TFS

	moving   bool // the paper's walk has the legs
	stepping bool // the walk's own steps place the feet, for a kick
	wanted   Velocity
	goal     gaitGoal

	nextGaits *Config // configuration for the next stand; may be nil
}

func newGaitEngine(cfg *Config) (*gaitEngine, error) {
	own, err := newWalkEngine(cfg.Walk)
	if err != nil {
		return nil, err
	}
	library, err := cpg.Builtin()
	if err != nil {
		return nil, err
	}
	e := &gaitEngine{walk: own}
	if e.cpg, err = cpg.NewWalk(library); err != nil {
		return nil, err
	}
	return e, e.tuneGaits(cfg)
}

// tuneGaits sets the gait and the numbers of the paper's walks, of a robot that stands.
func (g *gaitEngine) tuneGaits(cfg *Config) error {
	o, err := gait.NewOmni(cfg.Omni)
	if err != nil {
		return err
	}
	t, err := gait.NewTFS(cfg.TFS)
	if err != nil {
		return err
	}
	g.omni, g.tfs = o, t
	g.gait, g.moving, g.wanted, g.goal = cfg.Gait, false, Velocity{}, gaitGoal{}
	g.paper = nil
	switch g.gait {
	case CPGGait:
		g.paper = g.cpg
	case OmniGait:
		g.paper = g.omni
	case TFSGait:
		g.paper = g.tfs
	default:
	}
	return nil
}

// tuneAll sets other numbers. The gait and the numbers of the paper's walks change in the stand; numbers that are set
// while one of them walks count for the next time.
func (g *gaitEngine) tuneAll(cfg, old *Config) error {
	if cfg.Walk != old.Walk {
		if err := g.walk.tune(cfg.Walk); err != nil {
			return err
		}
	}
	if cfg.Gait == g.gait && cfg.Omni == old.Omni && cfg.TFS == old.TFS {
		return nil
	}
	next := *cfg
	g.nextGaits = &next
	if !g.moving {
		g.tuneLate()
	}
	return nil
}

// own reports whether the walk's own engine obeys commands.
func (g *gaitEngine) own() bool { return g.paper == nil || g.stepping }

// Begin starts with a robot that stands.
func (g *gaitEngine) Begin(state *nao.State, command *nao.Command) {
	g.walk.Begin(state, command)
	g.moving, g.stepping, g.wanted, g.goal = false, false, Velocity{}, gaitGoal{}
}

// CheckVelocity returns nil if the gait can walk in the velocity's direction, at any speed.
func (g *gaitEngine) CheckVelocity(v Velocity) error {
	if g.paper == nil || v == (Velocity{}) || g.limit(v) != (Velocity{}) {
		return nil
	}
	return fmt.Errorf("gait %s: %g m/s forward, %g m/s to the left, %g rad/s: %w: %s", g.gait, v.X, v.Y, v.Yaw, ErrGait, g.gait.can())
}

// can describes the velocities of a gait.
func (g Gait) can() string {
	switch g {
	case CPGGait:
		return "expected forward, a turn, or a turn around the ball"
	case TFSGait:
		return "expected forward, backward or a turn"
	default:
		return "expected a velocity"
	}
}

// limit returns the velocity within the limits of the paper's walk.
func (g *gaitEngine) limit(v Velocity) Velocity { return Velocity(g.paper.Limit(gait.Velocity(v))) }

// SetVelocity walks; a velocity beyond the limits is scaled to them.
func (g *gaitEngine) SetVelocity(v Velocity) error {
	g.stepping = false
	if g.own() {
		return g.walk.SetVelocity(v)
	}
	if err := gait.Velocity(v).Check(); err != nil {
		return err
	}
	g.walk.Stop()
	g.wanted, g.goal = g.limit(v), gaitGoal{}
	return nil
}

// Stop stands with the next steps.
func (g *gaitEngine) Stop() {
	g.walk.Stop()
	g.wanted, g.goal = Velocity{}, gaitGoal{}
}

// StepTo walks to a place with steps of the walk's own engine, whatever the gait: to stand right before a ball.
func (g *gaitEngine) StepTo(dx, dy, dYaw, speed float64) error {
	if g.moving {
		g.Stop()
		return fmt.Errorf("gait %s: %w: it walks; expected a robot that stands", g.gait, ErrGait)
	}
	g.stepping = true
	return g.walk.WalkTo(dx, dy, dYaw, speed)
}

// Kick requests a kick with a step of the walk.
func (g *gaitEngine) Kick(k walk.KickStep) error {
	if g.paper != nil {
		return fmt.Errorf("gait %s: %w: expected gait walk for a kick out of the walk", g.gait, ErrGait)
	}
	return g.walk.Kick(k)
}

// Asked returns the velocity of SetVelocity, within the limits.
func (g *gaitEngine) Asked() Velocity {
	if g.own() {
		return g.walk.Asked()
	}
	return g.wanted
}

// Standing reports whether both feet are on the ground and stay there.
func (g *gaitEngine) Standing() bool { return !g.moving && g.walk.Standing() }

// Settled reports whether the robot stands and the last step's sway is over.
func (g *gaitEngine) Settled() bool { return !g.moving && g.walk.Settled() }

// Arrived reports whether the goal of WalkTo or Feed is reached.
func (g *gaitEngine) Arrived() bool {
	if g.own() {
		return g.walk.Arrived()
	}
	return g.goal.done && g.Standing()
}

// Away keeps the odometry's heading while the legs are moved without a gait.
func (g *gaitEngine) Away(state *nao.State) { g.walk.Away(state) }

// Odometry returns where the robot has walked to, with any gait.
func (g *gaitEngine) Odometry() Odometry { return g.walk.Odometry() }

// GyroscopeFailed reports whether the gyroscope cannot be right.
func (g *gaitEngine) GyroscopeFailed() bool { return g.walk.GyroscopeFailed() }

// CancelKick forgets a kick that has not begun.
func (g *gaitEngine) CancelKick() { g.walk.CancelKick() }

// Kicking reports whether a kick is requested or under way.
func (g *gaitEngine) Kicking() bool { return g.walk.Kicking() }

// Kicks returns the number of kicks made.
func (g *gaitEngine) Kicks() int { return g.walk.Kicks() }

// SupportLeg returns the leg that bears the robot, and whether both do.
func (g *gaitEngine) SupportLeg() (leg nao.Leg, double bool) {
	leg, double = g.walk.SupportLeg()
	if g.moving {
		phase := g.paper.Phase()
		double = phase == gait.Standing || phase == gait.Starting
	}
	return leg, double
}

// Step writes the next command of the gait.
func (g *gaitEngine) Step(state *nao.State, out *nao.Command) {
	if g.own() || !g.moving && !g.begins(state, out) {
		g.walk.Step(state, out)
		return
	}
	g.walk.Observe(state)
	v := g.wanted
	if g.goal.set {
		v = g.approach()
	}
	if v == (Velocity{}) {
		g.paper.Stop()
	} else if err := g.paper.SetVelocity(gait.Velocity(v)); err != nil { // it is finite
		g.paper.Stop()
	}
	g.paper.Step(state, out)
	if g.paper.Phase() == gait.Standing {
		g.moving, g.goal.stoodAt = false, state.Time
		g.walk.Begin(state, out)
		g.tuneLate()
	}
}

// tuneLate applies the configuration that was set while the robot walked. The wanted velocity stays.
func (g *gaitEngine) tuneLate() {
	if g.nextGaits == nil {
		return
	}
	wanted, goal := g.wanted, g.goal
	if g.nextGaits.Gait != g.gait {
		wanted, goal = Velocity{}, gaitGoal{}
	}
	_ = g.tuneGaits(g.nextGaits) // checked before
	g.nextGaits, g.wanted, g.goal = nil, wanted, goal
}

// begins begins the paper's walk when a robot that stands is to walk.
func (g *gaitEngine) begins(state *nao.State, out *nao.Command) bool {
	if !g.walk.Standing() {
		return false
	}
	if g.goal.set {
		if g.goal.rests(state.Time, seenFrom(g.goal.at, g.Odometry()), g.gait) {
			return false
		}
	} else if g.wanted == (Velocity{}) {
		return false
	}
	g.paper.Begin(state, out)
	g.moving = true
	return true
}
