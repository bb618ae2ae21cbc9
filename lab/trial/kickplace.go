package trial

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonao/motion"
	"gonao/nao"
	"gonao/sim"
)

// measuredKick is a motion that kicks a ball whose place it gets at 10 Hz, with noise, as vision would measure it.
type measuredKick struct {
	m     *motion.Motion
	stage *Stage
	rng   *rand.Rand
	cycle int
	begin func(m *motion.Motion, x, y float64) (motion.Task, error)
	task  motion.Task
	asked bool
	err   error
}

// Noise of the measured ball, m, and how often it is measured.
const (
	ballNoiseM = 0.008
	everyNth   = 8 // cycles
)

func (k *measuredKick) Step(state *nao.State, out *nao.Command) {
	if k.cycle++; k.cycle%everyNth == 0 {
		p := k.stage.freeBall()
		at := (Place{X: p.X, Y: p.Y}).In(k.stage.Place())
		x, y := at.X+ballNoiseM*k.rng.NormFloat64(), at.Y+ballNoiseM*k.rng.NormFloat64()
		if !k.asked && k.m.CanWalk() {
			k.asked = true
			k.task, k.err = k.begin(k.m, x, y)
		}
		if k.asked && !k.m.Report(k.task).Hit {
			k.err = errFirst(k.err, k.m.SetBall(x, y))
		}
	}
	k.m.Step(state, out)
}

func errFirst(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

func (k *measuredKick) over() (ended, well bool) {
	if k.err != nil {
		return true, false
	}
	if !k.asked {
		return false, false
	}
	how := k.m.Report(k.task).Outcome
	return how != motion.Playing, how == motion.Finished
}

// runMeasuredKick puts the ball before a robot that stands, and kicks it with package motion.
func runMeasuredKick(setup Setup, x, y float64, begin func(m *motion.Motion, x, y float64) (motion.Task, error)) (Kick, error) {
	cfg := motion.DefaultConfig()
	cfg.AutoGetUp = false
	if err := setup.tune("kick", cfg.Kick.Fields()); err != nil {
		return Kick{}, err
	}
	m, err := NewMotion(cfg)
	if err != nil {
		return Kick{}, err
	}
	s, p_WB, err := beforeBall(setup, x, y)
	if err != nil {
		return Kick{}, err
	}
	defer s.Close()
	k := &measuredKick{m: m, stage: s, rng: rand.New(rand.NewPCG(setup.Seed, 0x62616c6c)), begin: begin}
	kick, err := s.watchKick(k, p_WB)
	if err == nil {
		err = k.err
	}
	return kick, err
}

// placedRow makes a row of kicks at a ball somewhere before the robot, whose place is measured until the swing.
func placedRow(name, title string, direction float64, place func(*rand.Rand) (x, y float64), must, goal float64) Row {
	return Row{
		Name: name, Title: title, Paper: "–", Profiles: []sim.Profile{sim.Real}, Fields: kickFields,
		Figures: []Figure{
			{Name: "off in direction", Unit: "°", Less: true, Must: must, Goal: goal},
			{Name: "worst", Unit: "°", Over: Worst, Less: true, Must: none, Goal: none},
			{Name: "distance", Unit: "m", Must: none, Goal: none},
			{Name: "time to the hit", Unit: "s", Less: true, Must: none, Goal: none},
			{Name: "stands again", Over: Share, Must: 0.99, Goal: 1},
		},
		Run: func(setup Setup) (Result, error) {
			x, y := place(rand.New(rand.NewPCG(setup.Seed, 0x706c616365)))
			k, err := runMeasuredKick(setup, x, y, func(m *motion.Motion, x, y float64) (motion.Task, error) {
				return m.Kick(motion.KickRequest{BallX: x, BallY: y, Direction: direction})
			})
			if err != nil {
				return Result{}, err
			}
			off := math.Abs(wrapAngle(k.Direction-direction)) * 180 / math.Pi
			if math.IsNaN(k.HitSec) {
				off = math.NaN()
			}
			return Result{
				Values: []float64{off, off, k.Distance, k.HitSec, upright(k.Fell || !k.Done)},
				Note:   fmt.Sprintf("ball at (%.3f, %.3f) m: %.1f°, %.2f m", x, y, k.Direction*180/math.Pi, k.Distance),
			}, nil
		},
	}
}

// spread draws uniformly about a middle.
func spread(r *rand.Rand, middle, most float64) float64 { return middle + most*(2*r.Float64()-1) }

// clearOfFeet returns the least distance ahead, m, at which a ball touches neither foot of a robot that stands.
func clearOfFeet(y float64) float64 {
	const (
		half   = 0.05  // m, of the soles' distance
		radius = 0.044 // of the ball at the height of a foot's upper edge, and some room
	)
	x := 0.0
	for leg := range nao.Leg(nao.NumLegs) {
		side := half
		if leg == nao.RightLeg {
			side = -half
		}
		for _, corner := range nao.SoleOutline(leg) {
			if across := y - side - corner[1]; math.Abs(across) < radius {
				x = max(x, corner[0]+math.Sqrt(radius*radius-across*across))
			}
		}
	}
	return x
}

// placedRows are the rows of kicks at measured balls.
func placedRows() []Row {
	before := func(r *rand.Rand) (x, y float64) {
		x, y = spread(r, 0.17, 0.07), spread(r, 0, 0.08)
		return max(x, clearOfFeet(y)), y
	}
	return []Row{
		placedRow("kick_off", "kick, ball ± 2 cm off its best place", 0, func(r *rand.Rand) (x, y float64) {
			side := math.Copysign(1, r.Float64()-0.5)
			return spread(r, 0.175, 0.02), side * spread(r, 0.06, 0.02)
		}, 8, 5),
		placedRow("kick_anywhere", "kick, ball 10 to 24 cm ahead, within 8 cm aside", 0, before, 8, 5),
		placedRow("kick_45", "kick 45° to the left, ball 10 to 24 cm ahead, within 8 cm aside", math.Pi/4, before, none, none),
		placedRow("kick_90", "kick to the right, ball 10 to 24 cm ahead, within 8 cm aside", -math.Pi/2, before, none, none),
	}
}
