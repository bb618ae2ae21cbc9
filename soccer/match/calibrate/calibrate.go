package calibrate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"go.yaml.in/yaml/v3"

	"gonao/internal/declared"
	"gonao/internal/journal"
	"gonao/internal/seeds"
	"gonao/nao/preset"
	"gonao/sim"
)

// Config selects the measurements.
type Config struct {
	World string      // of package sim/world; default spl
	Body  sim.Profile // real
	Seeds []uint64    // of the robots; default 1 to 10
	Base  string      // preset whose other figures are kept; default nao
	// Journal is the file that stores each seed once it has been measured, see package journal; may be "".
	Journal string
	Runs    journal.Options
}

func (c *Config) complete() error {
	c.World = cmp.Or(c.World, "spl")
	c.Body = cmp.Or(c.Body, sim.Real)
	c.Base = cmp.Or(c.Base, "nao")
	if c.Seeds == nil {
		c.Seeds = seeds.Range(1, 10)
	}
	if n := len(c.Seeds); n < 2 || n > 1000 {
		return fmt.Errorf("calibrate: %d seeds: expected 2 to 1000", n)
	}
	return c.Body.Validate()
}

// Run measures and returns the preset.
func Run(ctx context.Context, c Config) (*preset.Preset, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	base, err := preset.Load(c.Base)
	if err != nil {
		return nil, err
	}
	keys := journal.Keys("calibrate, "+c.World+", "+string(c.Body), "base "+journal.File(c.Base), c.Seeds)
	all, err := journal.RunIn(ctx, c.Journal, keys, c.Runs, func(_ context.Context, i int) (measured, error) { return measure(&c, keys[i].Seed, base) }, nil)
	if err != nil {
		return nil, fmt.Errorf("calibrate: %w", err)
	}
	m := measured{}
	for _, one := range all {
		for name, values := range one {
			m[name] = append(m[name], values...)
		}
	}
	p := m.preset(*base)
	p.Name = "physics"
	if err := declared.Check(p); err != nil {
		return nil, fmt.Errorf("calibrate: the measurements are not a valid preset: %w", err)
	}
	return p, nil
}

// measure measures one robot, and a pair.
func measure(c *Config, seed uint64, base *preset.Preset) (measured, error) {
	b, err := newBench(c, seed, 1, base)
	if err != nil {
		return nil, err
	}
	m := measured{}
	defer b.Close()
	for a := range axes {
		m.walk(b, a)
	}
	m.accelerate(b, forward)
	m.accelerate(b, turning)
	for kind := range 2 {
		m.kick(b, kind, true)
		m.kick(b, kind, false)
	}
	for _, l := range []sim.Lie{sim.OnFront, sim.OnBack} {
		m.rises(b, l)
	}
	m.saves(b)
	if b.err != nil {
		return nil, b.err
	}
	pair, err := newBench(c, seed, 2, base)
	if err != nil {
		return nil, err
	}
	defer pair.Close()
	m.meets(pair, []float64{math.Pi, math.Pi / 2, 0}[seed%3])
	return m, pair.err
}

// preset returns a preset with the measurements.
func (m measured) preset(p preset.Preset) *preset.Preset {
	w := &p.Walk
	w.Forward, w.Backward, w.Side, w.Turn = m.of("speed", int(forward)).mean(), m.of("speed", int(backward)).mean(), m.of("speed", int(sideways)).mean(), m.of("speed", int(turning)).mean()
	w.Error = [3]float64{m.of("speed", int(forward)).relative(), m.of("speed", int(sideways)).relative(), m.of("speed", int(turning)).relative()}
	for k := range 3 {
		w.Noise[k] = m.of("noise", k).mean()
		w.Odometry[k] = spread(m.of("odometry", k))
	}
	w.Drift = math.Hypot(m.of("drift", 0).mean(), m.of("drift", 0).dev())
	w.Accel = 0.9 * w.Forward / max(m.of("rise", int(forward)).mean(), 0.05)
	w.TurnAccel = 0.9 * w.Turn / max(m.of("rise", int(turning)).mean(), 0.05)
	for kind, k := range []*preset.KickTime{&p.Kicks.Straight, &p.Kicks.Side} {
		if len(m.of("length", kind)) == 0 {
			continue
		}
		k.Distance, k.Contact, k.Recover = m.of("length", kind).mean(), m.of("contact", kind).mean(), m.of("recovers", kind).mean()
	}
	p.Kicks.Error, p.Kicks.Direction = m.of("length", 0).relative(), math.Hypot(m.of("aside", 0).mean(), m.of("aside", 0).dev())
	p.Falls.Walking = (m.of("walkFalls", 0).sum() + 0.5) / max(m.of("walked", 0).sum(), 1) // half a fall more: no fall in a short time does not mean never
	p.Falls.Kick = (m.of("kickFalls", 0).sum() + 0.5) / max(m.of("kicks", 0).sum(), 1)
	p.Falls.Collision = m.of("metFalls", 0).sum() / max(m.of("touched", 0).sum(), 0.01)
	p.Falls.GetUp = m.of("getUp", 0).mean()
	p.Falls.GetsUp = m.of("gotUp", 0).sum() / max(m.of("getUps", 0).sum(), 1)
	k := &p.Keeper
	k.Block, k.BlockHalf, k.Dive, k.DiveReach = m.of("block", 0).mean(), m.of("blockHalf", 0).mean(), m.of("dive", 0).mean(), m.of("diveReach", 0).mean()
	return &p
}

// spread returns how far ratios lie from 1.
func spread(s sample) float64 { return math.Hypot(s.mean()-1, s.dev()) }

// Text returns a preset as a file; each line of the header becomes a comment.
func Text(p *preset.Preset, header ...string) (string, error) {
	var b strings.Builder
	for _, line := range header {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	round(p)
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(p); err != nil {
		return "", fmt.Errorf("calibrate: %w", err)
	}
	return b.String(), nil
}

// round rounds the measurements to four digits.
func round(p *preset.Preset) {
	w, k, f, s := &p.Walk, &p.Kicks, &p.Falls, &p.Keeper
	for _, v := range []*float64{
		&w.Forward, &w.Backward, &w.Side, &w.Turn, &w.Accel, &w.TurnAccel, &w.Drift, &w.Error[0], &w.Error[1], &w.Error[2], &w.Noise[0], &w.Noise[1],
		&w.Noise[2], &w.Odometry[0], &w.Odometry[1], &w.Odometry[2], &k.Straight.Distance, &k.Straight.Contact, &k.Straight.Recover, &k.Side.Distance,
		&k.Side.Contact, &k.Side.Recover, &k.Error, &k.Direction, &f.Collision, &f.Walking, &f.Kick, &f.GetUp, &f.GetsUp,
		&s.Block, &s.BlockHalf, &s.Dive, &s.DiveReach,
	} {
		*v = math.Round(*v*1e4) / 1e4
	}
}
