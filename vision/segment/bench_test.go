package segment

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

// noisy returns an image of 640 × 480 pixels with carpet, lines and noise, whose bytes GONAO_BENCH_IMAGE receives, so that
// another program may work on the same ones.
func noisy(b *testing.B) []byte {
	const width, height = 640, 480
	rng := rand.New(rand.NewPCG(9, 9))
	data := make([]byte, 2*width*height)
	clip := func(v float64) byte { return byte(min(max(v, 0), 255)) }
	for y := range height {
		for x := 0; x < width; x += 2 {
			c := [3]float64{90, 110, 102}
			switch {
			case y < 100:
				c = [3]float64{160, 128, 128}
			case (x+2*y)%160 < 12 || y%120 < 8:
				c = [3]float64{210, 128, 128}
			case (x/40+y/40)%9 == 0:
				c = [3]float64{130, 60, 150}
			case (x/40+y/40)%11 == 0:
				c = [3]float64{80, 170, 110}
			}
			p := data[2*(y*width+x):]
			p[0], p[2] = clip(c[0]+12*rng.NormFloat64()), clip(c[0]+12*rng.NormFloat64())
			p[1], p[3] = clip(c[1]+5*rng.NormFloat64()), clip(c[2]+5*rng.NormFloat64())
		}
	}
	if to := os.Getenv("GONAO_BENCH_IMAGE"); to != "" {
		if err := os.WriteFile(to, data, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return data
}

var green, white = Range{Low: [3]uint8{40, 95, 80}, High: [3]uint8{140, 120, 118}}, Range{Low: [3]uint8{150, 112, 112}, High: [3]uint8{255, 144, 144}}

func benchTable() *Table {
	t := &Table{Names: []string{"green", "white", "yellow", "blue"}}
	within := func(r Range, y, u, v int) bool {
		c := [3]int{y, u, v}
		for i := range c {
			if c[i] < int(r.Low[i]) || c[i] > int(r.High[i]) {
				return false
			}
		}
		return true
	}
	all := []Range{green, white, {Low: [3]uint8{60, 30, 130}, High: [3]uint8{220, 85, 180}}, {Low: [3]uint8{30, 145, 80}, High: [3]uint8{180, 220, 135}}}
	for y := 0; y < 256; y += 4 {
		for u := 0; u < 256; u += 4 {
			for v := 0; v < 256; v += 4 {
				for i, r := range all {
					if within(r, y+2, u+2, v+2) {
						t.Of[Index(uint8(y), uint8(u), uint8(v))] = 1 << i
						break
					}
				}
			}
		}
	}
	return t
}

// least runs a benchmark and reports its shortest run too, as the peer's time is one.
func least(b *testing.B, run func()) {
	b.ReportAllocs()
	shortest := time.Duration(math.MaxInt64)
	for b.Loop() {
		begin := time.Now()
		run()
		shortest = min(shortest, time.Since(begin))
	}
	b.ReportMetric(float64(shortest.Nanoseconds())/1e6, "least-ms")
}

func BenchmarkMasks(b *testing.B) {
	data := noisy(b)
	limits := make([]Limits, 10*15)
	for i := range limits {
		limits[i] = newLimits(green, white)
	}
	var m Masks
	least(b, func() { m.Fill(data, 640, 480, 1280, limits) })
}

func BenchmarkTable(b *testing.B) {
	data, t := noisy(b), benchTable()
	labels := make([]byte, 640*480)
	least(b, func() { t.Label(data, labels) })
}

// BenchmarkRegions is segmentation by table, runs and regions of four classes.
func BenchmarkRegions(b *testing.B) {
	data, t := noisy(b), benchTable()
	labels := make([]byte, 640*480)
	var r Regions
	found := 0
	least(b, func() {
		t.Label(data, labels)
		r.Begin()
		for y := range 480 {
			r.AddLabels(labels[640*y : 640*(y+1)])
		}
		found = len(r.Find(1))
	})
	b.ReportMetric(float64(len(r.runs)), "runs")
	b.ReportMetric(float64(found), "regions")
}
