package team_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/soccer/team"
)

func TestTimesOfAnotherClockAreConverted(t *testing.T) {
	for name, behind := range map[string]time.Duration{
		"the same clock":              0,
		"a clock that is ahead":       -90 * time.Second,
		"a clock that started before": 1000 * time.Hour,
		"32 bits start again":         -time.Duration(1<<32-3000) * time.Millisecond,
	} {
		t.Run(name, func(t *testing.T) {
			var c team.Clock
			now := 2000 * time.Hour
			receive := func(at, delay time.Duration) (stamp, whistle time.Duration) {
				now = 2000*time.Hour + at + delay
				sent := 2000*time.Hour + at - behind
				wire := func(d time.Duration) time.Duration { return time.Duration(uint32(d.Milliseconds())) * time.Millisecond }
				return c.Receive(now, &team.Message{Number: 3, Time: wire(sent), Whistle: wire(sent - 2*time.Second), Heard: true})
			}
			receive(0, 20*time.Millisecond)
			stamp, whistle := receive(time.Second, 150*time.Millisecond)
			require.Equal(t, 2000*time.Hour+time.Second+20*time.Millisecond, stamp, "as if the fastest message had come at once")
			require.Equal(t, stamp-2*time.Second, whistle)
			stamp, _ = receive(2*time.Second, 10*time.Millisecond)
			require.Equal(t, now, stamp, "the fastest so far")
		})
	}
}

func TestAClockThatIsSetAnewIsFollowed(t *testing.T) {
	var c team.Clock
	c.Receive(time.Hour, &team.Message{Number: 1, Time: time.Minute})
	stamp, _ := c.Receive(time.Hour+time.Second, &team.Message{Number: 1, Time: time.Second})
	require.Equal(t, time.Hour+time.Second, stamp)
	stamp, _ = c.Receive(time.Hour, &team.Message{Number: 0})
	require.Equal(t, time.Hour, stamp, "of nobody")
}
