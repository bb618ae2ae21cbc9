package gazebobridge_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	gazebobridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/gztest"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
	"gonao/nao/body/drivertest"
	"gonao/nao/body/safety"
)

// asServer makes the test's program a server that is there to be killed.
const asServer = "GONAO_TEST_GAZEBO_PARTITION"

func TestMain(m *testing.M) {
	if partition := os.Getenv(asServer); partition != "" {
		w, err := gztest.Start(gztest.Options{Transport: transport.Options{Partition: partition, IP: "127.0.0.1"}})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		io.Copy(io.Discard, os.Stdin) // until the test ends, should it forget to kill
		w.Close()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A server killed at any moment never leaves the driver hanging, and the next one finds
// a robot that is taken over from where it stands.
func TestAServerIsKilledAHundredTimes(t *testing.T) {
	times := 100
	if testing.Short() {
		times = 10
	}
	b := newBench(t, func(c *gazebobridge.Config) { c.SilentFor, c.AnswerWithin = 200*time.Millisecond, time.Millisecond })
	b.commander.want(nao.StandPosture())
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range times {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), asServer+"="+b.transport.Partition)
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		if i%2 == 0 { // every other time it is killed while it is looked for
			before := b.driver.Stats().Cycles
			require.Eventually(t, func() bool {
				s := b.driver.Stats()
				return s.Cycles > before+uint64(rng.IntN(20)) && s.Mode == safety.Following
			}, patience, time.Millisecond, "kill %d: %s", i, b.log)
		} else {
			<-time.After(time.Duration(rng.IntN(60)) * time.Millisecond) // any moment
		}
		require.NoError(t, cmd.Process.Kill())
		cmd.Wait()
		in.Close()
	}
	b.stop()
	select {
	case err := <-b.done:
		require.NoError(t, err)
		b.done <- nil
	case <-time.After(patience):
		require.Fail(t, "the driver hangs", b.log.String())
	}
}

// The other way round: a driver that dies leaves a server that is paused, its robot standing
// where it was, and the next driver continues.
func TestADriverIsKilledAndTheNextGoesOn(t *testing.T) {
	b := newBench(t, nil)
	w := b.world(gztest.Options{})
	b.commander.want(nao.StandPosture())
	b.commander.until(t, "it follows", func(*nao.State) bool { return b.driver.Stats().Mode == safety.Following })
	b.stop()
	require.NoError(t, <-b.done)
	b.done <- nil
	for range 5 {
		n, err := transport.Open(b.transport)
		require.NoError(t, err)
		c := &commander{}
		c.want(nao.StandPosture())
		cfg := gazebobridge.DefaultConfig()
		cfg.RetryEvery, cfg.EndWithin = time.Millisecond, time.Millisecond
		d := gazebobridge.New(cfg, n, drivertest.Wall{}, silent())
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- d.Run(ctx, c) }()
		c.until(t, "it follows", func(*nao.State) bool { return d.Stats().Mode == safety.Following })
		require.NoError(t, n.Close()) // as if its process were gone
		stop()
		require.NoError(t, <-done)
	}
	// The last request of the bridge may still be in the server's queue when Run returns.
	at := w.Time()
	require.Eventually(t, func() bool {
		before := at
		at = w.Time()
		return before == at
	}, patience, 100*time.Millisecond, "nobody steps it")
}
