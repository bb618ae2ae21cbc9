package walk

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASpeedBrakesFasterThanItGrows(t *testing.T) {
	const accel, decel = 0.1, 0.2
	for _, row := range []struct{ from, to, want float64 }{
		{0, 0.3, 0.1},
		{0.25, 0.3, 0.3},
		{0.3, 0, 0.1},
		{0.1, 0, 0},
		{0.3, 0.2, 0.2},
		{0.3, -0.2, 0.1},
		{0.1, -0.2, -0.05}, // half of the step brakes, half accelerates
		{0, -0.2, -0.1},
		{-0.3, 0.2, -0.1},
		{-0.1, 0.2, 0.05},
		{0.2, 0.2, 0.2},
	} {
		require.InDelta(t, row.want, changed(row.from, row.to, accel, decel), 1e-12, "%g to %g", row.from, row.to)
	}
}

// plant is a body that makes another speed than is planned.
type plant struct {
	gain, drift [axes]float64
	at          place
	sec         float64
}

// step makes one step.
func (p *plant) step(v Velocity) {
	const sec = 0.25
	planned := v.axes()
	var d [axes]float64
	for i := range d {
		d[i] = sec * (p.gain[i]*planned[i] + p.drift[i])
	}
	p.at = p.at.mul(place{d[0], d[1], d[2]})
	p.sec += sec
}

// run walks with a wanted velocity for some steps, and returns what the last two made.
func (p *plant) run(r *regulator, c *Config, want Velocity, steps int, caught bool) Velocity {
	from := p.at
	for i := range steps {
		r.learn(c.SpeedLearn, p.at, p.sec, caught)
		v := r.plan(c, want, false)
		r.begun(planned{p.at, p.sec, v, false})
		if i == steps-2 {
			from = p.at
		}
		p.step(v)
	}
	d := from.inverse().mul(p.at)
	way := d.pos().turned(-d.yaw / 2)
	return Velocity{way.x / 0.5, way.y / 0.5, wrap(d.yaw) / 0.5}
}

func TestABodyMakesTheWantedSpeedWhateverItsGainAndDrift(t *testing.T) {
	c := DefaultConfig()
	for _, body := range []plant{
		{gain: [axes]float64{1.4, 1.6, 1.8}, drift: [axes]float64{0.04, -0.01, 0.1}},
		{gain: [axes]float64{0.9, 1.1, 1.1}, drift: [axes]float64{-0.02, 0.02, -0.1}},
	} {
		var r regulator
		r.begin(&c)
		for _, want := range []Velocity{{X: 0.2}, {Y: 0.1}, {Yaw: 0.8}, {X: 0.1, Y: -0.05, Yaw: 0.4}, {X: -0.1}, {X: 0.25}} {
			made := body.run(&r, &c, want, 20, false)
			require.InDelta(t, want.X, made.X, 0.01, "%+v", want)
			require.InDelta(t, want.Y, made.Y, 0.01, "%+v", want)
			require.InDelta(t, want.Yaw, made.Yaw, 0.02, "%+v", want)
		}
	}
}

func TestStepsThatCatchAPushTeachNothing(t *testing.T) {
	c := DefaultConfig()
	var r regulator
	r.begin(&c)
	before := r.gain
	body := plant{gain: [axes]float64{3, 3, 3}}
	body.run(&r, &c, Velocity{X: 0.2}, 20, true)
	require.Equal(t, before, r.gain)
	c.SpeedLearn = 0
	body.run(&r, &c, Velocity{X: 0.2}, 20, false)
	require.Equal(t, before, r.gain)
}

func TestNoStepIsPlannedBeyondTheLongest(t *testing.T) {
	c := DefaultConfig()
	r := regulator{known: true, gain: [axes]float64{leastMade, leastMade, leastMade}, drift: mostDrift}
	for _, want := range []Velocity{{X: 1}, {X: -1, Y: 1}, {X: 0.3, Y: -0.2, Yaw: 2}, {Yaw: -9}} {
		v := r.plan(&c, want, false)
		forward := c.PlanForward
		if v.X < 0 {
			forward = c.PlanBackward
		}
		n := math.Hypot(math.Hypot(v.X/forward, v.Y/c.PlanSide), v.Yaw/c.PlanTurn)
		require.LessOrEqual(t, n, 1+1e-9)
	}
	require.Zero(t, r.plan(&c, Velocity{}, false), "a robot that shall stand does not step against its drift")
}
