package safety_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/safety"
)

func TestOfTwoCommandersTheFirstIsObeyedUntilItIsSilent(t *testing.T) {
	var c safety.Commanders
	now := time.Hour
	for range 100 { // both send in every cycle
		now += cycle
		require.True(t, c.Obey(safety.Commander{Number: 7}, now))
		require.False(t, c.Obey(safety.Commander{Number: 9}, now))
	}
	require.EqualValues(t, 100, c.Refused())
	require.False(t, c.Obey(safety.Commander{Number: 9}, now+safety.Silence-1))
	require.True(t, c.Obey(safety.Commander{Number: 9}, now+safety.Silence), "the first has left")
	require.False(t, c.Obey(safety.Commander{Number: 7}, now+safety.Silence+cycle), "and comes back too late")
	require.True(t, c.Obey(safety.Commander{Number: 7}, cycle), "time began anew")
}

func TestACopiedNumberIsNotObeyed(t *testing.T) {
	var c safety.Commanders
	first, copied := safety.Commander{Number: 7, Endpoint: 1}, safety.Commander{Number: 7, Endpoint: 2}
	require.True(t, c.Obey(first, cycle))
	require.False(t, c.Obey(copied, 2*cycle))
	require.Equal(t, first, c.Who())
	require.True(t, c.Obey(copied, cycle+safety.Silence), "it may take over as everybody else")
}

// Two commanders with opposite targets for a joint do not shake it.
func TestTwoCommandersDoNotShakeTheRobot(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	left, right := stiff(nao.StandPosture()), stiff(nao.StandPosture())
	left.Position[nao.HeadYaw], right.Position[nao.HeadYaw] = 1, -1
	b.takeUp()
	var c safety.Commanders
	turns, way := 0, 1.0
	for i := range 500 {
		for _, who := range [...]uint64{uint64(i % 2), uint64((i + 1) % 2)} {
			if c.Obey(safety.Commander{Number: who}, b.now) {
				last := b.sent.Position[nao.HeadYaw]
				b.step([...]*nao.Command{left, right}[who])
				if moved := b.sent.Position[nao.HeadYaw] - last; moved*way < 0 {
					turns++
					way = -way
				}
			}
		}
	}
	require.Zero(t, turns)
	require.InDelta(t, 1, b.sent.Position[nao.HeadYaw], 1e-9)
}
