package trial

import (
	"math"
	"time"

	"gonao/motion"
	"gonao/motion/getup"
	"gonao/motion/slot"
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

// What a get-up row waits for at most, and how long the robot must stand afterwards.
const (
	upAtMost = 90 * time.Second
	upAfter  = time.Second
)

// getUpRow returns a row: how long a robot needs from lying still to standing.
func getUpRow(name, title, paper string, side Side, must, goal float64) Row {
	return Row{
		Name: name, Title: title, Paper: paper,
		Figures: []Figure{
			{Name: "time to stand", Unit: "s", Less: true, Must: must, Goal: goal},
			{Name: "at the first try", Over: Share, Must: 0.95, Goal: 0.99},
			{Name: "stands in the end", Over: Share, Must: 1, Goal: 1},
		},
		Run: func(setup Setup) (Result, error) {
			library, err := motion.Builtin()
			if err != nil {
				return Result{}, err
			}
			engine, err := getup.New(getup.DefaultConfig(), library)
			if err != nil {
				return Result{}, err
			}
			s, err := layDown(setup, side)
			if err != nil {
				return Result{}, err
			}
			defer s.Close()
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
				return Result{Values: []float64{math.NaN(), 0, 0}}, nil
			}
			first := 0.0
			if engine.Attempts() == 1 {
				first = 1
			}
			return Result{Values: []float64{sec, first, 1}}, nil
		},
	}
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

// getUpRows are the rows of the table about get-ups, the sides, and the same motions as
// the paper's slot behaviours.
func getUpRows() []Row {
	return []Row{
		getUpRow("get_up_front", "get up from the front", "16.5 s on the robot", Front, 7, 3.7),
		getUpRow("get_up_back", "get up from the back", "8.1 s on the robot", Back, 5, 2.8),
		getUpRow("get_up_left", "get up from the left side", "–", Left, none, none),
		getUpRow("get_up_right", "get up from the right side", "–", Right, none, none),
		slotRiseRow("slot_up_front", "slot get-up from the front", "16.5 s on the robot", Front, "stand_up_front", "getup"),
		slotRiseRow("slot_up_back", "slot get-up from the back", "8.1 s on the robot", Back, "stand_up_back", "getup"),
	}
}
