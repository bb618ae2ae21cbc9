package sim

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"gonao/nao"
)

// BenchmarkTenRobots measures a cycle of a world with ten robots, in turns with one of a
// world with one robot, by the processor time of their thread. Ten shall cost no more
// than eleven times as much as one.
func BenchmarkTenRobots(b *testing.B) {
	for name, move := range map[string]func(c *nao.Command, timeSec float64){
		"standing":  func(*nao.Command, float64) {},
		"squatting": squat,
	} {
		b.Run(name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			one, ten := crowd(b, "spl", team(1)...), crowd(b, "spl", team(10)...)
			cycle := func(w *World, c *nao.Command) time.Duration {
				from := threadTime()
				stepAll(b, w, c, 1)
				return threadTime() - from
			}
			command := stand()
			stepAll(b, one, command, 50)
			stepAll(b, ten, command, 50)
			var ofOne, ofTen time.Duration
			b.ReportAllocs()
			for b.Loop() {
				move(command, one.Time().Seconds())
				ofOne += cycle(one, command)
				ofTen += cycle(ten, command)
			}
			b.ReportMetric(ofTen.Seconds()*1000/float64(b.N), "ten-ms/cycle")
			b.ReportMetric(ofOne.Seconds()*1000/float64(b.N), "one-ms/cycle")
			b.ReportMetric(ofTen.Seconds()/ofOne.Seconds(), "ten/one")
		})
	}
}

// threadTime returns the processor time that the calling thread has used.
func threadTime() time.Duration {
	var u syscall.Rusage
	const thread = 1 // RUSAGE_THREAD
	if err := syscall.Getrusage(thread, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
