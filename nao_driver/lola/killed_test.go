package lola_test

import (
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/drivertest"
	"gonao/nao/body/safety"
)

// again returns the same body with a server that was started again.
func (r *robot) again(t *testing.T, path string) *robot {
	t.Helper()
	_ = os.Remove(path)
	next := listen(t, path)
	next.sensors = r.sensors
	return next
}

// die closes the server at a random moment of a cycle.
func (r *robot) die(rng *rand.Rand) {
	frame := r.sensors.Append(nil)
	switch rng.IntN(4) {
	case 0: // between two cycles
	case 1: // within a frame
		r.send(frame[:rng.IntN(len(frame))])
	case 2: // before it has read the answer
		r.send(frame)
	case 3: // within something else
		r.send([]byte("\x8d\xabRobot"))
	}
	r.close()
}

// limp runs cycles until every motor is off and returns their number.
func (r *robot) limp(most int) int {
	r.t.Helper()
	for n := range most {
		if n > 0 && r.sensors.Stiffness == [nao.NumJoints]float32{} {
			return n
		}
		r.cycle()
	}
	require.Fail(r.t, "the robot stays stiff")
	return most
}

// rest is the number of cycles for which a robot without a commander may stay stiff: found stiff it
// is held for 10 s, then let down in 3 s.
const rest = 1100

func TestPeersKilledAtAnyMomentLeaveNoStiffRobotAndNoHangingDriver(t *testing.T) {
	deaths := uint64(100)
	if testing.Short() {
		deaths = 24 // about six of each kind
	}
	for seed := range deaths {
		rng := rand.New(rand.NewPCG(seed, 6))
		path := socketPath(t)
		r := listen(t, path)
		c := &drivertest.Commander{Cmd: drivertest.Standing()}
		kind, cfg := rng.IntN(4), config(path)
		if kind == 2 {
			cfg.EndWithin = time.Millisecond // as good as dead
		}
		d, cancel, done := run(t, cfg, c)
		r.accept()
		r.cycles(1 + rng.IntN(150))
		switch kind {
		case 0: // the robot's side dies and comes back; the commander is still there
			r.die(rng)
			r = r.again(t, path)
			r.accept()
			r.cycles(150)
			require.Equal(t, safety.Following, d.Stats().Mode, "seed %d", seed)
			cancel()
			r.limp(320)
		case 1: // the robot's side and the commander die
			r.die(rng)
			c.SetCommand(nil)
			r = r.again(t, path)
			r.accept()
			r.limp(rest)
			cancel()
			r.cycle()
		case 2: // the driver dies, another one is started, nobody commands
			r.close() // as the robot sees it
			cancel()
			await(t, done)
			r = r.again(t, path)
			_, cancel, done = run(t, config(path), &drivertest.Commander{})
			r.accept()
			r.limp(rest)
			cancel()
			r.cycle()
		case 3: // the robot's side dies while the driver lets it down
			cancel()
			for range rng.IntN(250) {
				r.cycle()
			}
			r.die(rng)
			r = r.again(t, path)
			r.accept()
			r.limp(320)
		}
		r.close()
		await(t, done)
	}
}

func TestADriverThatEndsWhileTheRobotIsAwayLetsItDownIfItIsBackInTime(t *testing.T) {
	for name, back := range map[string]bool{"back": true, "gone": false} {
		t.Run(name, func(t *testing.T) {
			path := socketPath(t)
			r := listen(t, path)
			cfg := config(path)
			cfg.EndWithin = patience
			if !back {
				cfg.EndWithin = 50 * time.Millisecond
			}
			d, cancel, done := run(t, cfg, &drivertest.Commander{Cmd: drivertest.Standing()})
			r.accept()
			r.cycles(20)
			r.close()
			require.Eventually(t, func() bool { return !d.Stats().Connected }, patience, time.Millisecond)
			cancel()
			if back {
				r = r.again(t, path)
				r.accept()
				r.limp(320)
			}
			await(t, done)
		})
	}
}
