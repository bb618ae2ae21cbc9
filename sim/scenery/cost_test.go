package scenery

import (
	"testing"

	"golang.org/x/sys/unix"
)

// cpuMillis returns the processor time that this process has used, all threads together.
func cpuMillis(tb testing.TB) float64 {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
}

// BenchmarkShoot reports what an image of a data set costs with its labels, in milliseconds of processor time of all
// threads: with everything, and with parts left out.
func BenchmarkShoot(b *testing.B) {
	for _, row := range []struct {
		name string
		o    Options
	}{
		{"everything", Options{}},
		{"no_shadows", Options{ShadowSize: -1}},
		{"no_shadows_rough_edges", Options{ShadowSize: -1, Samples: 1}},
		{"plain", Options{Plain: true}},
		{"plain_rough_edges_alone", Options{Plain: true, Samples: 1, Robots: -1}},
	} {
		b.Run(row.name, func(b *testing.B) {
			s, err := Open(1013, row.o)
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			var shot Shot
			begin, n := cpuMillis(b), uint64(0)
			for b.Loop() {
				if err := s.Shoot(n%20, &shot); err != nil {
					b.Fatal(err)
				}
				n++
			}
			b.ReportMetric((cpuMillis(b)-begin)/float64(n), "cpu-ms/image")
		})
	}
}
