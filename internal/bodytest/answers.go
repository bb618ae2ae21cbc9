package bodytest

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/safety"
)

// ramp is the head's rotation from one state to the next, in rad, below the limit of every rule.
const ramp = 0.002

// answersEach counts cycles instead of time, so that a slow cycle does not make it fail.
func answersEach(t *testing.T, r *rig) {
	r.standing()
	begin, _ := r.commander.last()
	stand := r.stand()
	r.commander.reply(func(s *nao.State, cmd *nao.Command) bool {
		*cmd = *stand
		cmd.Position[nao.HeadYaw] = min(ramp*float64(s.Cycle-begin.Cycle), 0.5)
		return true
	})
	var seen []float64
	r.until("the head has turned", func(s *nao.State) bool {
		seen = append(seen, s.Position[nao.HeadYaw])
		return s.Position[nao.HeadYaw] > 0.45
	})
	for i := 1; i < len(seen); i++ {
		require.Greater(t, seen[i], seen[i-1]-0.01, "the head never turns back")
	}
	if r.Targets == nil {
		return
	}
	targets := r.Targets()
	require.LessOrEqual(t, uint64(len(targets)), targets[len(targets)-1].States, "at most one command for each state")
	for i := 1; i < len(targets); i++ {
		before, now := targets[i-1], targets[i]
		if before.Yaw < 0.05 || now.Yaw > 0.45 {
			continue
		}
		require.GreaterOrEqual(t, now.Yaw, before.Yaw-1e-4, "the newest command holds")
		if r.Whole {
			require.Equal(t, before.States+1, now.States, "each state has its command")
			require.InDelta(t, ramp, now.Yaw-before.Yaw, 1e-5, "the command is for that state")
		}
	}
}

func twoCommanders(t *testing.T, r *rig) {
	r.standing()
	stand := r.stand()
	var obeyed safety.Commanders
	yaws := []float64{0.3, -0.3} // targets of the two commanders; the first one sends first
	say := func(speaks ...uint64) {
		r.commander.reply(func(s *nao.State, cmd *nao.Command) (any bool) {
			for _, who := range speaks {
				if obeyed.Obey(safety.Commander{Number: who}, s.Time) {
					*cmd, any = *stand, true
					cmd.Position[nao.HeadYaw] = yaws[who]
					if s.Guard != nao.GuardFollowing {
						cmd.Position = s.Position // it starts from the robot's present posture
					}
				}
			}
			return any
		})
	}
	say(0, 1)
	r.until("the first program controls the robot", func(s *nao.State) bool {
		require.Greater(t, s.Position[nao.HeadYaw], -0.03)
		return math.Abs(s.Position[nao.HeadYaw]-0.3) < 0.06
	})
	for _, s := range r.commander.gather(30, r) {
		require.InDelta(t, 0.3, s.Position[nao.HeadYaw], 0.08)
	}
	say(1)
	var last *nao.State
	r.until("the second program controls the robot once the first is silent", func(s *nao.State) bool {
		if last != nil && r.Capabilities.Has(nao.EveryCycle) {
			way := math.Abs(s.Position[nao.HeadYaw] - last.Position[nao.HeadYaw])
			require.LessOrEqual(t, way, 0.03+1.5*nao.HeadYaw.MaxSpeed()*(s.Time-last.Time).Seconds(), "no jump")
		}
		own := *s
		last = &own
		return math.Abs(s.Position[nao.HeadYaw]+0.3) < 0.06
	})
	require.Positive(t, obeyed.Refused())
}

// soon is the time without a state after which a driver treats a stalled connection as lost.
const soon = 100 * time.Millisecond

func stalls(t *testing.T, r *rig) {
	if r.Stall == nil {
		t.Skip("not run: the connection of this body cannot be stalled")
	}
	r.standing()
	r.SilentFor(soon)
	r.rest(2) // the setting applies from the next cycle on
	before := r.Driver.Stats().Connections
	r.Stall(true)
	defer r.Stall(false)
	c := r.stand()
	c.Position[nao.HeadYaw] = 0.4
	r.takeOver(c)
	require.Eventually(t, func() bool {
		return !r.Driver.Stats().Connected
	}, patience, time.Millisecond, "the driver reports the loss")
	r.SilentFor(patience) // on a busy machine the time without a state may exceed soon
	r.Stall(false)
	r.until("the body obeys again", func(s *nao.State) bool {
		return math.Abs(s.Position[nao.HeadYaw]-0.4) < 0.06 && math.Abs(r.Position(nao.HeadYaw)-0.4) < 0.06
	})
	require.Greater(t, r.Driver.Stats().Connections, before, "on another connection")
}
