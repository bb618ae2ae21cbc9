package trial

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gonao/internal/wording"
	"gonao/motion"
	"gonao/sim"
	"gonao/sim/world"
)

// Scene is a list of acts that a robot executes one after the other by package motion, as the motion node does.
type Scene []Act

// Act is one line of a scene.
type Act struct {
	text string
	word string
	args []float64
	name string
}

// acts are the lines a scene may have: how many numbers, and what else.
var acts = map[string]struct {
	use      string
	least    int       // numbers
	most     []float64 // of each number, up and down
	name     bool      // a name comes first
	nameLast bool      // or may come last
	sec      int       // which of them is a time
}{
	"stand":   {use: "stand SEC", least: 1, most: []float64{1000}, sec: 0},
	"walk":    {use: "walk X Y TURN SEC (m/s, m/s, °/s)", least: 4, most: []float64{1, 1, 360, 1000}, sec: 3},
	"walk_to": {use: "walk_to X Y TURN (m, m, °)", least: 3, most: []float64{20, 20, 360}, sec: noTime},
	"kick":    {use: "kick DISTANCE [DIRECTION] [left|right] (m, °)", least: 1, most: []float64{20, 360}, nameLast: true, sec: noTime},
	"push":    {use: "push N_S TOWARD (N s, °: 0 forward, 90 to the left)", least: 2, most: []float64{1000, 360}, sec: noTime},
	"lie":     {use: "lie front|back|left|right", name: true, sec: noTime},
	"get_up":  {use: "get_up", sec: noTime},
	"posture": {use: "posture sit|stand|rest", name: true, sec: noTime},
	"play":    {use: "play MOTION", name: true, sec: noTime},
}

const noTime = -1

// actNames is their order for people.
var actNames = []string{"stand", "walk", "walk_to", "kick", "push", "lie", "get_up", "posture", "play"}

// sceneUse returns how scenes are written, a line per act.
func sceneUse() string {
	lines := make([]string, len(actNames))
	for i, name := range actNames {
		lines[i] = acts[name].use
	}
	return strings.Join(lines, "\n")
}

// ParseScene reads a scene: an act a line.
func ParseScene(lines []string) (Scene, error) {
	var scene Scene
	for i, line := range lines {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		act, err := parseAct(words)
		if err != nil {
			return nil, fmt.Errorf("act %d, %q: %w", i+1, line, err)
		}
		act.text = strings.Join(words, " ")
		scene = append(scene, act)
	}
	if len(scene) == 0 {
		return nil, fmt.Errorf("a scene without acts: expected at least one of\n%s", sceneUse())
	}
	return scene, nil
}

func parseAct(words []string) (Act, error) {
	kind, ok := acts[words[0]]
	if !ok {
		return Act{}, fmt.Errorf("no such act%s; there are %s", wording.DidYouMean(words[0], actNames), strings.Join(actNames, ", "))
	}
	act, rest := Act{word: words[0]}, words[1:]
	if kind.name {
		if len(rest) != 1 {
			return act, fmt.Errorf("expected %s", kind.use)
		}
		act.name, rest = rest[0], nil
	}
	if n := len(rest); kind.nameLast && n > 0 && (rest[n-1] == "left" || rest[n-1] == "right") {
		act.name, rest = rest[n-1], rest[:n-1]
	}
	if len(rest) == 0 && kind.least > 0 {
		return act, fmt.Errorf("expected %s; on a command line an act stands in quotes", kind.use)
	}
	if len(rest) < kind.least || len(rest) > len(kind.most) {
		return act, fmt.Errorf("expected %s", kind.use)
	}
	for i, word := range rest {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(v) {
			return act, fmt.Errorf("%q: expected a number, as in %s", word, kind.use)
		}
		low, high := -kind.most[i], kind.most[i]
		if i == kind.sec {
			low = 0
		}
		if v < low || v > high {
			return act, fmt.Errorf("%s: expected %g to %g, as in %s", word, low, high, kind.use)
		}
		act.args = append(act.args, v)
	}
	if kind.use[:3] == "lie" {
		if _, ok := sideOf(act.name); !ok {
			return act, fmt.Errorf("expected %s", kind.use)
		}
	}
	return act, nil
}

func sideOf(name string) (Side, bool) {
	for side := Front; side <= Right; side++ {
		if side.String() == name {
			return side, true
		}
	}
	return Front, false
}

// actor moves a stage through a scene.
type actor struct {
	*Stage
	m *motion.Motion
}

// Play makes a stage and plays a scene on it. The stage is closed afterwards; Setup.Watch
// sees it.
func (scene Scene) Play(setup Setup, cfg motion.Config, motions string) (err error) {
	library, err := motion.LoadMotions(motions)
	if err != nil {
		return err
	}
	m, err := motion.New(cfg, library)
	if err != nil {
		return err
	}
	s, err := newBare(withBall(setup))
	if err != nil {
		return err
	}
	defer s.Close()
	a := actor{s, m}
	if err := a.wait(firstStandSec, m.Standing); err != nil {
		return fmt.Errorf("to stand: %w", err)
	}
	for _, act := range scene {
		if err := a.act(act); err != nil {
			return fmt.Errorf("%q at %.1f s: %w", act.text, s.Time().Seconds(), err)
		}
	}
	return nil
}

// firstStandSec is how long motion may need to its first stand.
const firstStandSec = 5

// withBall adds the game's ball to a world without one.
func withBall(setup Setup) Setup {
	return setup.adjusted(func(cfg *sim.Config) {
		if len(cfg.World.Balls) == 0 {
			cfg.World.Balls = []world.Ball{{
				Name: "ball", DiameterM: 0.1, MassKg: 0.045, Pattern: world.PatternPatches,
				Color: world.Color{1, 1, 1}, XM: 30, YM: 30, // far away from the robot
			}}
		}
	})
}

// wait steps until a condition holds.
func (a *actor) wait(atMostSec float64, done func() bool) error {
	ok, err := a.RunUntil(a.m, seconds(atMostSec), done)
	if err == nil && !ok {
		err = fmt.Errorf("not done in %g s: the robot is %s", atMostSec, a.m.State())
	}
	return err
}

func seconds(sec float64) time.Duration { return time.Duration(sec * float64(time.Second)) }

// act performs one act of the scene.
func (a *actor) act(act Act) error {
	switch act.word {
	case "stand":
		return a.Run(a.m, seconds(act.args[0]))
	case "walk":
		v := motion.Velocity{X: act.args[0], Y: act.args[1], Yaw: act.args[2] * math.Pi / 180}
		for end := a.Time() + seconds(act.args[3]); a.Time() < end; {
			_ = a.m.SetVelocity(v) // refused while the robot lies; it gets up during that time
			if err := a.Step(a.m); err != nil {
				return err
			}
		}
		return a.m.SetVelocity(motion.Velocity{})
	case "push":
		a.PushAt(a.Time(), act.args[0], act.args[1]*math.Pi/180)
		return nil
	case "lie":
		side, _ := sideOf(act.name)
		if err := a.Lie(side); err != nil {
			return err
		}
		return a.wait(5, func() bool { return a.m.State() == motion.Fallen || a.m.State() == motion.GettingUp }) // until it has noticed the fall
	case "play":
		p, err := a.m.Play(act.name)
		if err != nil {
			return err
		}
		return a.wait(120, func() bool { return a.m.Progress(p).Outcome != motion.Playing })
	}
	return a.task(act)
}

// task starts one of motion's tasks and runs until its end.
func (a *actor) task(act Act) error {
	var task motion.Task
	var err error
	switch act.word {
	case "walk_to":
		task, err = a.m.WalkTo(act.args[0], act.args[1], act.args[2]*math.Pi/180, 1)
	case "kick":
		task, err = a.kick(act)
	case "get_up":
		task, err = a.m.GetUp()
	case "posture":
		task, err = a.m.Posture(act.name)
	}
	if err != nil {
		return err
	}
	return a.wait(60, func() bool { return a.m.Report(task).Outcome != motion.Playing })
}

// kick puts the ball before a foot and kicks it.
func (a *actor) kick(act Act) (motion.Task, error) {
	direction := 0.0
	if len(act.args) > 1 {
		direction = act.args[1] * math.Pi / 180
	}
	r := motion.KickRequest{BallX: 0.17, BallY: 0.05, Direction: direction, Distance: act.args[0]}
	if act.name == "right" {
		r.BallY = -r.BallY
	}
	if _, err := a.PlaceBall(r.BallX, r.BallY); err != nil {
		return motion.Task{}, err
	}
	return a.m.Kick(r)
}

var _ Controller = (*motion.Motion)(nil)
