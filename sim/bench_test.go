package sim

import (
	"math"
	"syscall"
	"testing"
	"time"

	"gonao/nao"
)

// squat is a stand that moves: knees and arms swing, as motions do.
func squat(c *nao.Command, timeSec float64) {
	swing := 0.2 * (1 - math.Cos(2*math.Pi*timeSec))
	c.Position = nao.StandPosture()
	for _, j := range []nao.Joint{nao.LHipPitch, nao.RHipPitch, nao.LAnklePitch, nao.RAnklePitch} {
		c.Position[j] -= swing
	}
	c.Position[nao.LKneePitch] += 2 * swing
	c.Position[nao.RKneePitch] += 2 * swing
	c.Position[nao.HeadYaw] = math.Sin(3 * timeSec)
	c.Position[nao.LShoulderPitch] -= 2 * swing
}

// BenchmarkStep measures one cycle; ×real is simulated time by processor time.
func BenchmarkStep(b *testing.B) {
	for _, profile := range Profiles() {
		b.Run(string(profile), func(b *testing.B) {
			s := simulate(b, "spl", func(c *Config) { c.Profile = profile })
			command := stand()
			b.ReportAllocs()
			from := cpuTime()
			for b.Loop() {
				squat(command, s.Time().Seconds())
				if err := s.Step(command); err != nil {
					b.Fatal(err)
				}
			}
			simulated := time.Duration(b.N) * nao.CyclePeriod
			b.ReportMetric(simulated.Seconds()/(cpuTime()-from).Seconds(), "×real")
		})
	}
}

// cpuTime is the processor time that the process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
