package motion

import (
	"math"
	"slices"
	"testing"
	"time"
)

// BenchmarkEngines measures a step of the whole motion while each engine moves the joints, with the 99th percentile.
func BenchmarkEngines(b *testing.B) {
	walks := func(g Gait) func(*Motion, *puppet) {
		return func(m *Motion, _ *puppet) {
			if m.SelectedGait() != g {
				_ = m.SetGait(g) // refused while it walks or changes
			}
			_ = m.SetVelocity(Velocity{X: 0.1, Y: 0.02, Yaw: 0.3})
		}
	}
	for _, row := range []struct {
		name string
		keep func(*Motion, *puppet) // called now and then, to keep the engine at work
	}{
		{"stand", func(*Motion, *puppet) {}},
		{"walk", walks(WalkGait)},
		{"cpg", walks(CPGGait)},
		{"omni", walks(OmniGait)},
		{"tfs", walks(TFSGait)},
		{"goal", func(m *Motion, _ *puppet) { _, _ = m.WalkTo(1, 0.5, 1, 1) }},
		{"kick", func(m *Motion, _ *puppet) { _, _ = m.Kick(KickRequest{}) }},
		{"slot", func(m *Motion, _ *puppet) { _, _ = m.Play("dance_right") }},
		{"get_up", func(_ *Motion, p *puppet) { p.state.Angles[1] = 1.4 }},
	} {
		b.Run(row.name, func(b *testing.B) {
			m, puppet := withEngines(b)
			took := make([]time.Duration, 0, 4096)
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				if n%25 == 0 {
					b.StopTimer()
					row.keep(m, puppet)
					b.StartTimer()
				}
				puppet.rock()
				began := time.Now()
				puppet.step(m)
				if last := time.Since(began); len(took) < cap(took) {
					took = append(took, last)
				} else {
					took[n%cap(took)] = last
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[int(math.Ceil(0.99*float64(len(took))))-1].Nanoseconds()), "p99-ns")
		})
	}
}
