package onfield

import (
	"context"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/behavior"
	"gonao/internal/wording"
	"gonao/nao"
	"gonao/sim"
	"gonao/sim/robot"
)

// stage is a robot that runs a learner's machine.
type stage struct {
	config robot.Config
	limit  time.Duration // of simulated time, from the machine's first entry
	// each is called after each step while the machine runs.
	each func(r *robot.Robot, state *nao.State)

	MachineRun
	robot.Nobody
	path string // where the machine was at the end
	way  way

	x_WC  nao.Pose
	balls map[string]r3.Vec // p_WB by colour
	state nao.State
}

// way is the path of a robot from the place where its machine began.
type way struct {
	begun                   bool
	fromX, fromY, fromTheta float64 // its pose at the beginning, in world
	atX, atY                float64 // its place, forward and left of the beginning
	turned                  float64 // its heading from the beginning, rad; it does not wrap at full turns
	lastTheta               float64
	farthest                float64 // from the beginning, m
}

// add adds a pose of the torso, X_WT.
func (w *way) add(torso nao.Pose) {
	theta := math.Atan2(torso.R[3], torso.R[0])
	if !w.begun {
		*w = way{begun: true, fromX: torso.P.X, fromY: torso.P.Y, fromTheta: theta, lastTheta: theta}
	}
	w.turned += math.Remainder(theta-w.lastTheta, 2*math.Pi)
	w.lastTheta = theta
	sin, cos := math.Sincos(w.fromTheta)
	dx, dy := torso.P.X-w.fromX, torso.P.Y-w.fromY
	w.atX, w.atY = cos*dx+sin*dy, cos*dy-sin*dx
	w.farthest = max(w.farthest, math.Hypot(dx, dy))
}

// seed is the seed of a lesson's body and noise.
const seed = 7

// newStage returns a stage on the SPL field. The robot perceives field and ball from truth, without images.
func newStage(machine string, limit time.Duration) *stage {
	s := &stage{config: robot.DefaultConfig(machine), limit: limit}
	field := robot.DefaultFieldConfig()
	s.config.Field, s.config.Seed = &field, seed
	s.config.Adjust = func(c *sim.Config) { c.Profile = sim.Real }
	return s
}

// loads reports whether a machine's file is without errors: what `gonao hfsm check --motions DIR` reports, too.
func (s *stage) loads() LessonPoint {
	p := LessonPoint{Wanted: "the file is a machine without errors", Found: "none was found"}
	if _, err := behavior.LoadMachine(s.config.Machine, &s.config.Behavior); err != nil {
		p.Found = err.Error()
		return p
	}
	p.Met = true
	return p
}

// run steps the robot until the machine ends or the time is over.
func (s *stage) run(ctx context.Context) error {
	w := &watcher{Observer: s, run: &s.MachineRun, each: s.measure}
	s.config.Observer = w
	r, err := robot.New(s.config)
	if err != nil {
		return err
	}
	defer r.Close()
	err = w.follow(ctx, r, s.limit)
	s.path = r.Machine()
	return err
}

// measure records the simulator's true state.
func (s *stage) measure(r *robot.Robot) {
	s.way.add(r.Truth().Torso)
	if s.each != nil {
		r.Simulation().State(&s.state)
		s.each(r, &s.state)
	}
}

// ends is the point that the machine ends by itself.
func (s *stage) ends() LessonPoint {
	p := LessonPoint{Wanted: fmt.Sprintf("the machine ends by itself (to: FINAL) within %.0f s", s.limit.Seconds()), Met: s.Outcome == Final}
	switch s.Outcome {
	case Final:
		p.Found = fmt.Sprintf("after %.1f s", s.Seconds)
	case Failed:
		p.Found = fmt.Sprintf("it ended FAILED after %.1f s", s.Seconds)
		if s.Cause != "" {
			p.Found += ": " + s.Cause
		}
	default:
		p.Found = fmt.Sprintf("it was still in the state %s: which transition leads on from there?", s.path)
	}
	return p
}

// stays is the point that the robot does not fall.
func (s *stage) stays() LessonPoint {
	p := LessonPoint{Wanted: "the robot stays on its feet", Met: s.Falls == 0, Found: "it did"}
	if s.Falls > 0 {
		p.Found = "it fell " + wording.Count(s.Falls, "time")
	}
	return p
}

// Truth keeps where the camera and the balls are.
func (s *stage) Truth(_ time.Duration, x_WC nao.Pose, balls map[string]r3.Vec) {
	s.x_WC, s.balls = x_WC, balls
}

// degrees converts rad to degrees.
func degrees(rad float64) float64 { return rad * 180 / math.Pi }
