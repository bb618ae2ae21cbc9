package lola_test

import (
	"testing"
	"time"

	"github.com/tinylib/msgp/msgp"

	"gonao/nao/lola"
)

// BenchmarkSensorFrame reads the robot's frame. The peer is the MessagePack library's
// own way to read unknown types, into maps and slices.
func BenchmarkSensorFrame(b *testing.B) {
	frame := exampleFrame(b)
	var s lola.Sensors
	r := lola.NewReader(&endless{data: frame})
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Sensors(&s); err != nil {
			b.Fatal(err)
		}
	}
	const rounds = 3000
	start := time.Now()
	for range rounds {
		if _, _, err := msgp.ReadMapStrIntfBytes(frame, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(time.Since(start).Nanoseconds())/rounds, "msgp-ns")
}

func BenchmarkCommandFrame(b *testing.B) {
	var c lola.Commands
	buffer := make([]byte, 0, 1024)
	b.ReportAllocs()
	for b.Loop() {
		buffer = c.Append(buffer[:0])
	}
}
