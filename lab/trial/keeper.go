package trial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion"
	"gonao/nao"
	"gonao/sim"
)

// Constants of the goalkeeper's row. A ball is shot from a distance so that it crosses the robot's line at a chosen
// speed and place. It is measured at 30 Hz with noise.
const (
	shotFromM     = 3.0
	shotAsideM    = 0.4 // largest distance to the robot where the ball crosses the line
	shotSlow      = 1.0 // speed when the ball crosses the line, m/s
	shotFast      = 3.0
	seenNoiseM    = 0.03
	seenNoiseM2   = 0.15 // noise of the measured velocity, m/s
	seenLateSec   = 0.06
	behindM       = -0.30 // a ball that is this far behind the robot's line is a goal
	keeperWatch   = 6 * time.Second
	predictions   = 5 // number of predicted crossings that are averaged
	keeperReadies = 2 * time.Second
)

// Shot is a shot at a goalkeeper and its result.
type Shot struct {
	Aside, Speed float64 // place and speed where the ball crosses the line, m and m/s
	Kind         motion.SaveKind
	Saved        bool
	Up           bool // whether the robot stands in the end
}

// keeper makes saves based on the measured positions of the ball.
type keeper struct {
	m     *motion.Motion
	stage *Stage
	rng   *rand.Rand
	cycle int
	p     [8]r3.Vec // true positions of the ball in the last cycles, in the robot's frame
	v     [8]r3.Vec
	mean  float64 // mean of the predicted crossings
	count int
	task  motion.Task
	asked bool
	kind  motion.SaveKind
	last  r3.Vec
	shot  bool
}

func (k *keeper) Step(state *nao.State, out *nao.Command) {
	k.cycle++
	now := k.stage.freeBall()
	if k.shot {
		k.see(now)
	}
	k.last = now
	k.m.Step(state, out)
}

// see measures the ball at every third cycle, with a delay of five cycles. It requests a save when it is time to begin
// one.
func (k *keeper) see(now r3.Vec) {
	const late = 5
	place := k.stage.Place()
	v := r3.Scale(1/nao.CyclePeriod.Seconds(), r3.Sub(now, k.last))
	at := (Place{X: now.X, Y: now.Y}).In(place)
	sin, cos := math.Sincos(-place.Yaw)
	i := k.cycle % len(k.p)
	k.p[i], k.v[i] = r3.Vec{X: at.X, Y: at.Y}, r3.Vec{X: cos*v.X - sin*v.Y, Y: sin*v.X + cos*v.Y}
	if k.asked || k.cycle%3 != 0 || k.cycle < len(k.p) {
		return
	}
	old := (k.cycle + len(k.p) - late) % len(k.p)
	noise := func(sigma float64) float64 { return sigma * k.rng.NormFloat64() }
	r := motion.SaveRequest{
		BallKnown: true, BallX: k.p[old].X + noise(seenNoiseM), BallY: k.p[old].Y + noise(seenNoiseM),
		VelocityX: k.v[old].X + noise(seenNoiseM2), VelocityY: k.v[old].Y + noise(seenNoiseM2),
	}
	c := r.Crosses()
	if !c.Comes {
		return
	}
	k.count++
	k.mean += (c.Y - k.mean) / float64(min(k.count, predictions))
	r.BallY += k.mean - c.Y // replaces the predicted crossing by the mean of the last ones
	kind, wait, err := r.Decide()
	if err != nil || wait > 0 || k.count < 3 {
		return
	}
	if task, err := k.m.Save(r); err == nil {
		k.task, k.asked, k.kind = task, true, kind
	}
}

// runShot shoots a ball at a robot that keeps its goal.
func runShot(setup Setup, aside, speed float64) (shot Shot, err error) {
	shot = Shot{Aside: aside, Speed: speed}
	m, err := NewMotion(motion.DefaultConfig())
	if err != nil {
		return shot, err
	}
	s, err := newWithBall(setup)
	if err != nil {
		return shot, err
	}
	defer s.Close()
	k := &keeper{m: m, stage: s, rng: rand.New(rand.NewPCG(setup.Seed, 0x6b656570))}
	if err := s.Run(k, keeperReadies); err != nil {
		return shot, err
	}
	from := spread(k.rng, 0, 0.8)
	if err := s.shoot(from, aside, speed); err != nil {
		return shot, err
	}
	k.shot = true
	goal := false
	_, err = s.RunUntil(k, keeperWatch, func() bool {
		p := s.freeBall()
		goal = goal || p.X < behindM
		return false
	})
	shot.Saved, shot.Kind = !goal, k.kind
	if err == nil {
		_, err = s.RunUntil(k, 20*time.Second, func() bool { return m.State() == motion.Standing })
	}
	shot.Up = m.State() == motion.Standing && !s.Fallen()
	return shot, err
}

// shoot makes the ball roll from 3 m in front of the world's origin, so that it would cross the robot's line at the
// given place and speed.
func (s *Stage) shoot(fromY, aside, speed float64) error {
	const radius = 0.05
	at := s.Place()
	from := r3.Vec{X: shotFromM, Y: fromY, Z: radius}
	way := r3.Vec{X: at.X - from.X, Y: at.Y + aside - from.Y}
	far := r3.Norm(way)
	v := r3.Scale(math.Sqrt(speed*speed+2*rolling*far)/far, way)
	return s.Sim.RollBall("ball", from, v)
}

// keeperRow returns the row of the goalkeeper.
func keeperRow() Row {
	return Row{
		Name: "goalkeeper", Title: "goalkeeper, balls at 1 to 3 m/s within 40 cm of it", Paper: "–", Profiles: []sim.Profile{sim.Real},
		Figures: []Figure{
			{Name: "balls saved", Over: Share, Must: 0.6, Goal: 0.8},
			{Name: "stands again", Over: Share, Must: none, Goal: none},
		},
		Run: func(setup Setup) (Result, error) {
			r := rand.New(rand.NewPCG(setup.Seed, 0x73686f74))
			shot, err := runShot(setup, spread(r, 0, shotAsideM), spread(r, (shotSlow+shotFast)/2, (shotFast-shotSlow)/2))
			return Result{
				Values: []float64{upright(!shot.Saved), upright(!shot.Up)},
				Note:   fmt.Sprintf("%.2f m aside, %.1f m/s: %s, saved %t", shot.Aside, shot.Speed, shot.Kind, shot.Saved),
			}, err
		},
	}
}
