package gazebobridge_test

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/gazebo_bridge/gztest"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
	"gonao/nao/body/drivertest"
)

// steppedClock is wall time that moves on only when a test steps it.
type steppedClock struct {
	drivertest.Wall
	sec atomic.Int64
}

func (c *steppedClock) Now() time.Time { return time.Unix(c.sec.Load(), 0) }

func TestBrokenMessagesAreReportedOnceASecond(t *testing.T) {
	clock := &steppedClock{}
	b := newTimedBench(t, clock, nil)
	b.world(gztest.Options{Posture: posture(nao.CrouchPosture())})
	noise, err := transport.Open(b.transport)
	require.NoError(t, err)
	defer noise.Close()
	// A topic on which the world publishes nothing while the bumper is not touched.
	bumper, err := noise.Advertise(nao.DefaultGazeboNames().Touch(nao.LFootBumperLeft), "ignition.msgs.Contacts")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.NoError(t, bumper.AwaitSubscriber(ctx))
	const report = "gazebo sent a message that does not have its type"
	// Each broken message belongs to another cycle.
	spoil := func(cycles int) {
		for range cycles {
			before, _ := b.commander.last()
			require.NoError(t, bumper.Publish([]byte("\xff\xff no message")))
			b.commander.until(t, "another cycle", func(s *nao.State) bool { return s.Cycle > before.Cycle+1 })
		}
	}
	spoil(1)
	b.says(report)
	spoil(20)
	require.Equal(t, 1, strings.Count(b.log.String(), report), "however many cycles there were")
	counted := func() (sum int) {
		for _, found := range regexp.MustCompile(`count=(\d+)`).FindAllStringSubmatch(b.log.String(), -1) {
			n, err := strconv.Atoi(found[1])
			require.NoError(t, err)
			sum += n
		}
		return sum
	}
	require.Eventually(t, func() bool { // a message may come long after it was sent
		clock.sec.Add(1)
		return counted() == 21
	}, patience, 10*time.Millisecond, "all are counted: %s", b.log)
}
