package body

import "time"

// Latency is a histogram of times up to 20 ms, in steps of 20 µs. The zero value is empty.
type Latency struct {
	bins  [1000]uint32 // the last one holds all longer times too
	count uint64
	max   time.Duration
}

const latencyStep = 20 * time.Microsecond

func (l *Latency) add(t time.Duration) {
	i := min(max(int(t/latencyStep), 0), len(l.bins)-1)
	l.bins[i]++
	l.count++
	l.max = max(l.max, t)
}

// Max returns the longest time.
func (l *Latency) Max() time.Duration { return l.max }

// Quantile returns the time that a share q of all times does not exceed, rounded up to 20 µs;
// 0 when there are none.
func (l *Latency) Quantile(q float64) time.Duration {
	if l.count == 0 {
		return 0
	}
	left := q * float64(l.count)
	for i, n := range l.bins {
		left -= float64(n)
		if left <= 0 && n > 0 {
			return min(time.Duration(i+1)*latencyStep, l.max)
		}
	}
	return l.max
}
