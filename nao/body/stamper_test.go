package body

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestSimulatedFramesAreStampedExactlyHoweverTheClockArrives(t *testing.T) {
	const base = 7 * time.Second
	for name, early := range map[string]func(cycle uint64) bool{
		"clock behind the frame": func(uint64) bool { return false },
		"clock before the frame": func(uint64) bool { return true },
		"now so, now so":         func(cycle uint64) bool { return cycle%3 == 0 },
	} {
		t.Run(name, func(t *testing.T) {
			var s Stamper
			for cycle := uint64(1); cycle < 200; cycle++ {
				want := base + time.Duration(cycle)*nao.CyclePeriod
				now := want
				if !early(cycle) {
					now -= nao.CyclePeriod
				}
				stamp := s.Stamp(cycle, now)
				if cycle > 1 {
					require.Equal(t, want, stamp)
				}
				look := want
				if cycle%10 == 5 {
					look += nao.CyclePeriod // we were held up
				}
				s.Observe(cycle, look)
			}
		})
	}
}

func TestStampsFollowASimulationThatIsSetBack(t *testing.T) {
	var s Stamper
	for cycle := uint64(1); cycle < 50; cycle++ {
		s.Observe(cycle, time.Minute+time.Duration(cycle)*nao.CyclePeriod)
	}
	require.Equal(t, 24*time.Millisecond, s.Stamp(50, 24*time.Millisecond), "time of the new simulation")
	s.Observe(50, 24*time.Millisecond)
	require.Equal(t, 36*time.Millisecond, s.Stamp(51, 24*time.Millisecond))
}
