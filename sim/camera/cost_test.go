package camera

import (
	"testing"

	"golang.org/x/sys/unix"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// cpuMillis returns the processor time that this process has used, all threads together.
func cpuMillis(tb testing.TB) float64 {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
}

// BenchmarkEffects reports what an image of 640×480 costs with one effect at a time, in milliseconds of processor time of
// all threads. docs/simulator.md has the table.
func BenchmarkEffects(b *testing.B) {
	for _, row := range []struct {
		name    string
		o       Options
		turning r3.Vec
	}{
		{"plain", Options{}, r3.Vec{}},
		{"noise", Options{Noise: 3}, r3.Vec{}},
		{"shot_noise", Options{Noise: 3, Effects: Effects{ShotNoise: 4}}, r3.Vec{}},
		{"tone", Options{Exposure: 1.2, Effects: Effects{Gamma: 1.2, WhiteBalance: [3]float64{1.1, 1, 0.9}}}, r3.Vec{}},
		{"saturation", Options{Effects: Effects{Saturation: 0.8}}, r3.Vec{}},
		{"vignetting_flicker", Options{Effects: Effects{Vignetting: 0.3, Flicker: 0.1}}, r3.Vec{}},
		{"lens", Options{Effects: Effects{Distortion: -0.05}}, r3.Vec{}},
		{"rolling_shutter", Options{Effects: Effects{ReadoutSec: 0.03}}, r3.Vec{Y: 2}},
		{"blur", Options{Effects: Effects{BlurSec: 0.008}}, r3.Vec{Y: 1}},
		{"smooth_edges", Options{Samples: 4}, r3.Vec{}},
		{"shadows_2048", Options{ShadowSize: 2048}, r3.Vec{}},
		{"shadows_4096", Options{ShadowSize: 4096}, r3.Vec{}},
	} {
		b.Run(row.name, func(b *testing.B) {
			m, d := open(b, "spl", "")
			r := newRenderer(b, m, "", row.o)
			var pose mujoco.Pose
			var img Image
			d.CopyPose(&pose)
			if err := r.Capture(nao.TopCamera, &pose, row.turning, &img); err != nil {
				b.Fatal(err)
			}
			begin := cpuMillis(b)
			n := 0
			for b.Loop() {
				if err := r.Capture(nao.TopCamera, &pose, row.turning, &img); err != nil {
					b.Fatal(err)
				}
				n++
			}
			b.ReportMetric((cpuMillis(b)-begin)/float64(n), "cpu-ms/image")
			b.ReportAllocs()
		})
	}
}
