package onfield

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/behavior/skills"
	"gonao/hfsm/chart"
	"gonao/internal/wording"
	"gonao/motion"
	"gonao/nao"
	"gonao/sim"
	"gonao/sim/robot"
)

// span is the range of a value.
type span struct {
	low, high float64
	any       bool
}

func (s *span) add(v float64) {
	if !s.any {
		s.low, s.high, s.any = v, v, true
	}
	s.low, s.high = min(s.low, v), max(s.high, v)
}

// checkDance judges the second lesson: a motion file beside the machine, played twice.
func checkDance(ctx context.Context, file string) ([]LessonPoint, error) {
	s := newStage(file, time.Minute)
	first := s.loads()
	if !first.Met {
		return []LessonPoint{first}, nil
	}
	s.config.Motions = filepath.Dir(file)
	found := LessonPoint{Wanted: "a motion lies beside the machine, without errors", Met: true, Found: "it does"}
	library, err := motion.LoadMotions(s.config.Motions)
	if err != nil {
		found.Met, found.Found = false, err.Error()
		return []LessonPoint{first, found}, nil
	}
	s.config.Behavior.Motions = library.Names()
	if first = s.loads(); !first.Met { // it names a motion that is not there
		return []LessonPoint{first, found}, nil
	}
	var left, right span
	s.each = func(_ *robot.Robot, state *nao.State) {
		left.add(state.Position[nao.LShoulderPitch])
		right.add(state.Position[nao.RShoulderPitch])
	}
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	const slots, lift = 6, 30.0
	arm := func(name string, of span) LessonPoint {
		return LessonPoint{
			Wanted: fmt.Sprintf("%s moves up and down by %.0f° or more", name, lift), Met: degrees(of.high-of.low) >= lift,
			Found: fmt.Sprintf("by %.0f°", degrees(of.high-of.low)),
		}
	}
	return []LessonPoint{
		first, found, s.ends(), s.stays(),
		{Wanted: fmt.Sprintf("the motion is played twice: %d positions or more are reached", slots), Met: s.Reached >= slots, Found: fmt.Sprintf("%d", s.Reached)},
		arm("LShoulderPitch", left), arm("RShoulderPitch", right),
	}, nil
}

// checkFollow judges the third lesson: how near the camera's axis is to the balls.
func checkFollow(ctx context.Context, file string) ([]LessonPoint, error) {
	s := newStage(file, 24*time.Second)
	first := s.loads()
	if !first.Met {
		return []LessonPoint{first}, nil
	}
	s.config.Field = nil // it sees coloured balls in rendered images
	s.config.Camera.Width, s.config.Camera.Height = 320, 240
	s.config.Camera.RateHz = 20
	s.config.Adjust = func(c *sim.Config) { c.Profile = sim.Ideal }
	const near = 8.0 // degrees
	var steps, red, green, either int
	s.each = func(*robot.Robot, *nao.State) {
		steps++
		r, g := offAxis(s.x_WC, s.balls["red"]) <= near, offAxis(s.x_WC, s.balls["green"]) <= near
		red += one(r)
		green += one(g)
		either += one(r || g)
	}
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	share := func(wanted string, n int, percent float64) LessonPoint {
		is := 100 * float64(n) / float64(max(steps, 1))
		return LessonPoint{fmt.Sprintf("%s within %.0f° of the middle of the image for %.0f %% of the time or more", wanted, near, percent), is >= percent, fmt.Sprintf("%.0f %%", is)}
	}
	goes := LessonPoint{Wanted: "the machine goes on for 24 s", Met: s.Outcome == Running, Found: "it does"}
	if !goes.Met {
		goes.Found = fmt.Sprintf("it ended (%s) after %.1f s", s.Outcome, s.Seconds)
	}
	return []LessonPoint{
		first, goes, s.stays(),
		share("the red ball is", red, 25), share("the green ball is", green, 25), share("one of both is", either, 70),
	}, nil
}

// offAxis returns the angle between the camera's axis and a point in world, degrees.
func offAxis(x_WC nao.Pose, p_W r3.Vec) float64 {
	axis := r3.Vec{X: x_WC.R[2], Y: x_WC.R[5], Z: x_WC.R[8]}
	to := r3.Sub(p_W, x_WC.P)
	if r3.Norm(to) == 0 {
		return 180
	}
	return degrees(math.Acos(min(1, max(-1, r3.Dot(axis, to)/r3.Norm(to)))))
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// checkSkill judges the fifth lesson: a skill that is called with two arguments.
func checkSkill(ctx context.Context, file string) ([]LessonPoint, error) {
	const name = "nod"
	s := newStage(file, time.Minute)
	offered, err := offers(file, name, s)
	if err != nil || !offered.Met {
		return []LessonPoint{offered}, err
	}
	dir, err := os.MkdirTemp("", "gonao-lesson")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a directory for a machine of some lines
	points := []LessonPoint{offered}
	for _, times := range []int{1, 3} {
		caller := filepath.Join(dir, fmt.Sprintf("caller%d.yaml", times))
		text := fmt.Sprintf(`machine: caller
level: agent
initial: calls
states:
  calls:
    do: {skill: {call: "%s{times=%d}"}}
    transitions: [{if: final, to: FINAL}, {if: failed, to: FAILED}]
`, name, times)
		if err := os.WriteFile(caller, []byte(text), 0o600); err != nil {
			return nil, err
		}
		s := newStage(caller, 30*time.Second)
		s.config.Skills = []string{filepath.Dir(file)}
		var seen nods
		s.each = func(_ *robot.Robot, state *nao.State) { seen.add(degrees(state.Position[nao.HeadPitch])) }
		if err := s.run(ctx); err != nil {
			return nil, err
		}
		end := s.ends()
		end.Wanted = fmt.Sprintf("nod{times=%d} ends well within %.0f s", times, s.limit.Seconds())
		points = append(points, end, LessonPoint{
			Wanted: fmt.Sprintf("nod{times=%d} nods %s: the head goes down by %.0f° or more, and up again", times, wording.Count(times, "time"), nodDown-nodUp),
			Met:    seen.n == times, Found: wording.Count(seen.n, "time"),
		})
	}
	return points, nil
}

// offers reports whether the file's directory offers the skill.
func offers(file, name string, s *stage) (LessonPoint, error) {
	p := LessonPoint{Wanted: fmt.Sprintf("there is a skill %s that may be called with times", name)}
	if _, err := os.Stat(file); err != nil {
		p.Found = err.Error()
		return p, nil
	}
	library, err := skills.Load(skills.Options{
		Directories: []string{filepath.Dir(file)}, Space: chart.Space{Platform: "nao"}, Words: s.config.Behavior.Vocabulary(),
	})
	if err != nil {
		return p, err
	}
	p.Found = fmt.Sprintf("no file of %s has the line `machine: %s`", filepath.Dir(file), name)
	for _, skill := range library.Skills() {
		if skill.Name != name {
			continue
		}
		if skill.Refused != nil {
			p.Found = skill.Refused.Error()
			continue
		}
		p.Found = "it has no parameter times"
		for _, declared := range skill.Parameters {
			if declared.Name == "times" {
				p.Met, p.Found = true, "it is offered"
			}
		}
	}
	return p, nil
}

// A nod goes below nodDown and then above nodUp, degrees; down is positive.
const (
	nodDown = 15.0
	nodUp   = 5.0
)

// nods counts nods.
type nods struct {
	n    int
	down bool
}

// add counts a nod when the pitch of the head completes one.
func (c *nods) add(pitchDeg float64) {
	switch {
	case !c.down && pitchDeg > nodDown:
		c.down = true
	case c.down && pitchDeg < nodUp:
		c.down = false
		c.n++
	}
}
