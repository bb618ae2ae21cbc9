package bodytest

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	gazebobridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
	"gonao/nao/body/drivertest"
	"gonao/nao/body/safety"
)

// A real server is killed at random moments. The driver must not hang, and the robot of the next server must stand and
// obey.
func TestARealServerIsKilledAgainAndAgain(t *testing.T) {
	gazebo := realServer(t)
	times := 20
	if testing.Short() {
		times = 3
	}
	options := ownPartition()
	node, err := transport.Open(options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, node.Close()) })
	cfg := gazebobridge.DefaultConfig()
	cfg.Names.World, cfg.MostRealTime = "", 0
	cfg.RetryEvery, cfg.SilentFor = 10*time.Millisecond, time.Second
	d := gazebobridge.New(cfg, node, drivertest.Wall{}, slog.New(slog.DiscardHandler))
	c := &commander{came: make(chan struct{}, 1)}
	c.set((&rig{Body: Body{Posture: nao.StandPosture()}}).stand())
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx, c) }()
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range times {
		served := startGazebo(t, gazebo, options)
		before := d.Stats().Cycles
		if i%4 > 0 { // otherwise the server is killed while the driver searches for it
			require.Eventually(t, func() bool {
				s := d.Stats()
				return s.Connected && s.Cycles > before+uint64(rng.IntN(100)) && s.Mode == safety.Following
			}, patience, time.Millisecond, "kill %d: %+v\n%s", i, d.Stats(), served.Log())
			require.InDelta(t, nao.StandPosture()[nao.LKneePitch], d.State().Position[nao.LKneePitch], 0.1, "on its feet")
		} else {
			<-time.After(time.Duration(rng.IntN(3000)) * time.Millisecond) // a random moment
		}
		served.Kill()
	}
	stop()
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(patience):
		require.FailNow(t, "the driver hangs")
	}
}
