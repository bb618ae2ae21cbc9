package experiment

import (
	"context"
	"fmt"
	"math"
	"time"

	"gonao/lab/trial"
	"gonao/motion"
	"gonao/nao"
	"gonao/sim"
)

// walkKind walks with one commanded velocity.
var walkKind = Kind{Name: "walk", Doc: "a robot walks with one velocity on an empty floor, and may be pushed", New: newWalk}

// walking is a trial of walkKind.
type walking struct {
	setup    trial.Setup
	cfg      motion.Config
	velocity motion.Velocity
	push     float64 // N·s
	seconds  float64
}

func newWalk(v *Values) (*Trial, error) {
	w := &walking{cfg: motion.DefaultConfig()}
	w.cfg.Gait, w.cfg.AutoGetUp = motion.Gait(v.Word("gait", string(motion.WalkGait), "the engine of the walk", "walk", "cpg", "omni", "tfs")), false
	w.velocity = motion.Velocity{
		X: v.Number("x", 0.2, -2, 2, "commanded velocity forward, m/s"), Y: v.Number("y", 0, -2, 2, "to the left, m/s"),
		Yaw: v.Number("theta", 0, -10, 10, "and turning left, rad/s"),
	}
	w.seconds = v.Number("seconds", 20, 1, 3600, "how long it walks")
	w.push = v.Number("push", 0, 0, 20, "impulse on the torso once in the middle of the walk, from a direction that the seed draws, N s")
	w.setup = trial.Setup{World: v.Text("world", "empty", "a world's name or file"), Profile: v.Profile(), Body: v.Body()}
	v.Parameters("motion", "a parameter of launch/params/motion.yaml, such as motion.walk.lift", &w.cfg)
	return &Trial{Run: w.run, Measures: []Measure{
		{"speed", "m/s", "length of the way by the time walked"},
		{"turn", "rad/s", "turned by the time walked, to the left"},
		{"falls", "", "1 if the robot fell, where it stays"},
		{"walked_sec", "s", "time until the fall or the end"},
		{"distance", "m", "length of the way"},
		{"speed_error", "m/s", "difference of the velocity of each second and the commanded one, root mean square, without the first two"},
		{"turn_error", "rad/s", "difference of the turning of each second and the commanded one, root mean square, without the first two"},
		{"aside", "m", "distance to the left or right of the line ahead of the start"},
		{"odometry_error", "", "distance of the place by odometry from the true one, by the way"},
	}}, nil
}

func (w *walking) run(ctx context.Context, seed uint64) (map[string]float64, error) {
	m, err := trial.NewMotion(w.cfg)
	if err != nil {
		return nil, err
	}
	setup := w.setup
	setup.Seed = seed
	setup.Adjust = func(c *sim.Config) { c.World.Carriers = nil }
	s, err := trial.New(setup)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	stands, err := s.RunUntil(m, 10*time.Second, func() bool { return m.State() == motion.Standing })
	if err != nil {
		return nil, err
	}
	if !stands && s.Fallen() { // it cannot stand on this ground
		return map[string]float64{"falls": 1, "speed": 0, "turn": 0, "walked_sec": 0, "distance": 0}, nil
	}
	if !stands {
		return nil, fmt.Errorf("the robot does not stand after 10 s")
	}
	if err := s.Run(m, time.Second); err != nil {
		return nil, err
	}
	if w.push > 0 {
		at := (0.4 + 0.2*s.Chance()) * w.seconds
		s.PushAt(s.Time()+time.Duration(at*float64(time.Second)), w.push, 2*math.Pi*s.Chance())
	}
	return w.walk(ctx, s, m)
}

// walk walks until the time is over or the robot falls, and measures.
func (w *walking) walk(ctx context.Context, s *trial.Stage, m *motion.Motion) (map[string]float64, error) {
	believed, begin := m.Odometry(), s.Time()
	var track trial.Track
	track.Begin(s)
	last, cycles, n := track.From, 0, 0.0
	speedSquares, turnSquares := 0.0, 0.0
	const perSecond = int(time.Second / nao.CyclePeriod)
	for s.Time()-begin < time.Duration(w.seconds*float64(time.Second)) && !s.Fallen() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := m.SetVelocity(w.velocity); err != nil && m.Falls() == 0 {
			return nil, err
		}
		if err := s.Step(m); err != nil {
			return nil, err
		}
		track.Add(s)
		if cycles++; cycles%perSecond == 0 {
			sec := float64(perSecond) * nao.CyclePeriod.Seconds()
			d := track.At.In(last)
			last = track.At
			if cycles > 2*perSecond {
				// The velocity is given in the robot's frame at the middle of the second.
				sin, cos := math.Sincos(-d.Yaw / 2)
				x, y := cos*d.X-sin*d.Y, sin*d.X+cos*d.Y
				ex, ey, turn := x/sec-w.velocity.X, y/sec-w.velocity.Y, d.Yaw/sec-w.velocity.Yaw
				speedSquares += ex*ex + ey*ey
				turnSquares += turn * turn
				n++
			}
		}
	}
	sec := (s.Time() - begin).Seconds()
	at := track.At.In(track.From)
	o := m.Odometry()
	thought := trial.Place{X: o.X, Y: o.Y, Yaw: o.Yaw}.In(trial.Place{X: believed.X, Y: believed.Y, Yaw: believed.Yaw})
	out := map[string]float64{
		"speed": track.PathM / max(sec, 1), "turn": track.Turned / max(sec, 1), "falls": 0, "walked_sec": sec, "distance": track.PathM, "aside": math.Abs(at.Y),
		"speed_error": math.Sqrt(speedSquares / n), "turn_error": math.Sqrt(turnSquares / n), "odometry_error": at.Distance(thought) / max(track.PathM, 0.1),
	}
	if s.Fallen() {
		out["falls"], out["odometry_error"] = 1, math.NaN()
	}
	return out, nil
}
