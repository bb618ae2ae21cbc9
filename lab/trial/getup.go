package trial

import (
	"math"
	"time"

	"gonao/motion"
	"gonao/motion/getup"
	"gonao/motion/slot"
	"gonao/motion/tunable"
	"gonao/nao"
	"gonao/sim"
)

// upController runs the get-up engine from the robot's present, limp posture.
type upController struct {
	engine *getup.Engine
	status getup.Status
	err    error
}

func (u *upController) Step(state *nao.State, out *nao.Command) {
	if u.status == getup.Idle && u.err == nil {
		from := nao.Command{Position: state.Position}
		u.err = u.engine.Begin(state, &from)
	}
	u.status = u.engine.Step(state, out)
}

func (u *upController) over() bool {
	return u.err != nil || u.status != getup.Idle && u.status != getup.Running
}

// slotRise gets up by slot motions alone, one after the other: nothing watches the trunk,
// nothing balances, and no attempt is made again.
type slotRise struct {
	slotPlayer
	motions []*slot.Motion
}

func (r *slotRise) Step(state *nao.State, out *nao.Command) {
	if r.Status() == slot.Finished && len(r.motions) > 0 {
		r.Start(r.motions[0], state.Time, &state.Position, &r.out)
		r.motions = r.motions[1:]
	}
	r.slotPlayer.Step(state, out)
}

// over reports whether the last motion has ended, successfully or not.
func (r *slotRise) over() bool {
	return r.Status() != slot.Playing && (r.Status() != slot.Finished || len(r.motions) == 0)
}

// layDown builds the stage of a row: a robot that lies limp on a side.
func layDown(setup Setup, side Side) (*Stage, error) {
	const lieSec = 1
	s, err := newBare(setup)
	if err != nil {
		return nil, err
	}
	err = s.Lie(side)
	if err == nil {
		err = s.Run(Func(func(state *nao.State, out *nao.Command) {
			*out = nao.Command{Cycle: state.Cycle, Position: state.Position}
		}), lieSec*time.Second)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// How long a get-up row waits at most, and how long the robot must stand afterwards.
const (
	upAtMost = 90 * time.Second
	upAfter  = time.Second
)

// riseOf describes a row that measures getting up.
type riseOf struct {
	name, title, paper string
	side               Side
	must, goal         float64 // s
	stands, best       float64 // share of the robots that stand in the end; 0: all
	profiles           []sim.Profile
	spoil              func(*sim.Config)  // changes the robot
	around             func(*Stage) error // puts things around the robot that lies
}

// getUpRow returns a row: how long a robot needs from lying still to standing.
func getUpRow(o riseOf) Row {
	stands, best := o.stands, o.best
	if stands == 0 {
		stands, best = 1, 1
	}
	first := Figure{Name: "at the first try", Over: Share, Must: 0.95, Goal: 0.99}
	if stands < 1 {
		first.Must, first.Goal = none, none
	}
	return Row{
		Name: o.name, Title: o.title, Paper: o.paper, Profiles: o.profiles,
		Figures: []Figure{
			{Name: "time to stand", Unit: "s", Less: true, Must: o.must, Goal: o.goal},
			first,
			{Name: "stands in the end", Over: Share, Must: stands, Goal: best},
		},
		Run:    func(setup Setup) (Result, error) { return rise(setup, &o) },
		Fields: getUpFields,
	}
}

// getUpFields returns the numbers of the get-up.
func getUpFields(string) ([]tunable.Field, error) {
	cfg := getup.DefaultConfig()
	return prefixed("get_up", cfg.Fields()), nil
}

// rise measures one get-up.
func rise(setup Setup, o *riseOf) (Result, error) {
	library, err := motion.Builtin()
	if err != nil {
		return Result{}, err
	}
	cfg := getup.DefaultConfig()
	if err := setup.tune("get_up", cfg.Fields()); err != nil {
		return Result{}, err
	}
	engine, err := getup.New(cfg, library)
	if err != nil {
		return Result{}, err
	}
	if o.spoil != nil {
		setup = setup.adjusted(o.spoil)
	}
	s, err := layDown(setup, o.side)
	if err != nil {
		return Result{}, err
	}
	defer s.Close()
	if o.around != nil {
		if err := o.around(s); err != nil {
			return Result{}, err
		}
	}
	u, begin := &upController{engine: engine}, s.Time()
	if _, err := s.RunUntil(u, upAtMost, u.over); err != nil {
		return Result{}, err
	}
	sec := (s.Time() - begin).Seconds()
	if u.err != nil {
		return Result{}, u.err
	}
	if err := s.Hold(upAfter); err != nil {
		return Result{}, err
	}
	if u.status != getup.Standing || s.Fallen() {
		return Result{Values: []float64{math.NaN(), 0, 0}, Note: engine.Why().String()}, nil
	}
	first := 0.0
	if engine.Attempts() == 1 {
		first = 1
	}
	return Result{Values: []float64{sec, first, 1}, Note: engine.Why().String()}, nil
}

// weaken gives joints a share of their torque.
func weaken(share float64, joints ...nao.Joint) func(*sim.Config) {
	return func(cfg *sim.Config) {
		t := sim.DrawTraits(cfg.Profile, cfg.Seed)
		for _, j := range joints {
			t.Strength[j] = share
		}
		cfg.Traits = &t
	}
}

// beside adds a second robot, which stands stiff and is not commanded.
func beside(cfg *sim.Config) {
	const awayM = 3.0
	first, second := cfg.RobotConfig, cfg.RobotConfig
	first.Name, second.Name = "nao1", "nao2"
	at := cfg.World.Robot
	at.XM += awayM
	second.Robot, second.Seed = &at, second.Seed+1
	cfg.Robots = []sim.RobotConfig{first, second}
}

// putBeside puts the second robot beside the first one, which lies: 0.35 m to its left or right.
func putBeside(s *Stage) error {
	const besideM = 0.35
	x := s.Torso()
	head := x.AxisZ() // it lies, so this axis is level
	yaw, side := math.Atan2(head.Y, head.X), 1.0
	if s.Chance() < 0.5 {
		side = -1
	}
	sin, cos := math.Sincos(yaw)
	return s.Sim.World.Place(1, sim.Placement{
		X: x.P.X - side*besideM*sin, Y: x.P.Y + side*besideM*cos, Yaw: yaw, Lie: sim.Upright, Posture: nao.StandPosture(),
	})
}

// slotRiseRow makes a row of the paper's way: slot motions alone.
func slotRiseRow(name, title, paper string, side Side, motions ...string) Row {
	return Row{
		Name: name, Title: title, Paper: paper,
		Profiles: []sim.Profile{sim.Paper, sim.Real},
		Figures: []Figure{
			{Name: "time to stand", Unit: "s", Less: true, Must: none, Goal: none},
			{Name: "stands", Over: Share, Must: none, Goal: none},
		},
		Run: func(setup Setup) (Result, error) {
			library, err := motion.Builtin()
			if err != nil {
				return Result{}, err
			}
			s, err := layDown(setup, side)
			if err != nil {
				return Result{}, err
			}
			defer s.Close()
			r := &slotRise{slotPlayer: slotPlayer{out: *s.Wanted()}}
			for _, name := range motions {
				r.motions = append(r.motions, library[name])
			}
			r.Start(r.motions[0], s.State.Time, &s.State.Position, s.Wanted())
			r.motions = r.motions[1:]
			begin := s.Time()
			if _, err := s.RunUntil(r, upAtMost, r.over); err != nil {
				return Result{}, err
			}
			sec := (s.Time() - begin).Seconds()
			if err := s.Run(r, upAfter); err != nil {
				return Result{}, err
			}
			if s.Fallen() {
				return Result{Values: []float64{math.NaN(), 0}}, nil
			}
			return Result{Values: []float64{sec, 1}}, nil
		},
	}
}

// getUpRows are the rows about get-ups from every side, in the profiles and with weak knees, beside another robot, and of
// the same motions as the paper's slot behaviours.
func getUpRows() []Row {
	knees := weaken(0.7, nao.LKneePitch, nao.RKneePitch)
	inReal, inWorn := []sim.Profile{sim.Real}, []sim.Profile{sim.Worn}
	return []Row{
		getUpRow(riseOf{name: "get_up_front", title: "get up from the front", paper: "16.5 s on the robot", side: Front, must: 7, goal: 3.7}),
		getUpRow(riseOf{name: "get_up_back", title: "get up from the back", paper: "8.1 s on the robot", side: Back, must: 5, goal: 2.8}),
		getUpRow(riseOf{name: "get_up_left", title: "get up from the left side", paper: "–", side: Left, must: none, goal: none}),
		getUpRow(riseOf{name: "get_up_right", title: "get up from the right side", paper: "–", side: Right, must: none, goal: none}),
		getUpRow(riseOf{
			name: "get_up_weak_front", title: "get up from the front, both knees at 70 %", paper: "–", side: Front,
			must: none, goal: none, stands: 0.8, best: 0.95, profiles: inReal, spoil: knees,
		}),
		getUpRow(riseOf{
			name: "get_up_weak_back", title: "get up from the back, both knees at 70 %", paper: "–", side: Back,
			must: none, goal: none, stands: 0.8, best: 0.95, profiles: inReal, spoil: knees,
		}),
		getUpRow(riseOf{
			name: "get_up_worn_front", title: "get up from the front, worn", paper: "–", side: Front,
			must: none, goal: none, stands: 0.8, best: 0.95, profiles: inWorn,
		}),
		getUpRow(riseOf{
			name: "get_up_worn_back", title: "get up from the back, worn", paper: "–", side: Back,
			must: none, goal: none, stands: 0.8, best: 0.95, profiles: inWorn,
		}),
		getUpRow(riseOf{
			name: "get_up_beside", title: "get up from the front beside another robot", paper: "–", side: Front,
			must: none, goal: none, stands: 0.8, best: 0.95, profiles: inReal, spoil: beside, around: putBeside,
		}),
		slotRiseRow("slot_up_front", "slot get-up from the front", "16.5 s on the robot", Front, "stand_up_front", "getup"),
		slotRiseRow("slot_up_back", "slot get-up from the back", "8.1 s on the robot", Back, "stand_up_back", "getup"),
	}
}
