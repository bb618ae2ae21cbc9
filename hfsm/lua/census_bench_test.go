package lua

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// large are scripts that hold almost as much as they may.
var large = map[string]string{
	"tables":   `t = t or {} for i = 1, 500 do t[#t + 1] = {i} end return #t >= 38000`,
	"named":    `t = t or {} for i = 1, 200 do t[#t + 1] = {a = i} end return #t >= 26000`,
	"strings":  `t, n = t or {}, n or 0 for i = 1, 200 do n = n + 1 t[n] = ("x"):rep(90) .. n .. "y" end return n >= 60000`,
	"closures": `t = t or {} for i = 1, 300 do local v = i t[#t + 1] = function() return v end end return #t >= 38000`,
	"chain":    `t = t or {} for i = 1, 500 do t = {t} n = (n or 0) + 1 end return n >= 45000`,
	"numbers":  `t, n = t or {}, n or 0 for i = 1, 500 do n = n + 1 t[n] = n end return n >= 65000`,
}

// filled returns a sandbox with one of the large data.
func filled(b testing.TB, text string) *sandbox {
	b.Helper()
	s := newSandbox(Options{}, "large")
	for {
		done, err := doIn(s, text)
		require.NoError(b, err)
		if done == "true" {
			return s
		}
	}
}

// cpu returns the processor time of this thread.
func cpu() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) // the clock is always there
	return time.Duration(t.Nano())
}

// BenchmarkWorstTickOfLargeData measures the processor time of the longest tick of a
// script that holds as much as it may and uses up its budget in each tick: of ticks
// that are repeated with the same data, the fastest run counts, so that what the
// machine does besides does not.
func BenchmarkWorstTickOfLargeData(b *testing.B) {
	const ticks, rounds = 60, 5
	for name, text := range large {
		b.Run(name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var longest, all time.Duration
			for b.Loop() {
				best := [ticks]time.Duration{}
				for round := range rounds {
					s := filled(b, text)
					runtime.GC()
					for i := range best {
						before := cpu()
						_, err := doIn(s, `while true do end`)
						took := cpu() - before
						if err == nil {
							b.Fatal("it ended")
						}
						if round == 0 || took < best[i] {
							best[i] = took
						}
					}
					s.close()
				}
				longest, all = 0, 0
				for _, took := range best {
					longest, all = max(longest, took), all+took
				}
			}
			b.ReportMetric(longest.Seconds()*1e3, "worst-ms")
			b.ReportMetric(all.Seconds()*1e3/ticks, "mean-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}
