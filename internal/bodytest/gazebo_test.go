package bodytest

import (
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	gazebobridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/gztest"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
	"gonao/nao/body/drivertest"
)

// TestGazeboOnAScriptedPeer runs the suite over Gazebo Transport with a scripted server without physics, with the names
// of both generations of Gazebo. TestGazeboOnARealServer uses an installed Gazebo.
func TestGazeboOnAScriptedPeer(t *testing.T) {
	t.Parallel()
	generations := map[string]gzmsgs.Generation{"Fortress": gzmsgs.Ignition, "Harmonic": gzmsgs.Gz}
	if testing.Short() {
		delete(generations, "Fortress") // the tests of package gazebo_bridge check its names
	}
	for name, generation := range generations {
		t.Run(name, func(t *testing.T) {
			Suite(t, func(t *testing.T) Body { return scriptedGazebo(t, generation) })
		})
	}
}

// ownPartition returns a partition that no other test on the machine uses.
func ownPartition() transport.Options {
	return transport.Options{Partition: fmt.Sprintf("bodytest%d_%d", os.Getpid(), time.Now().UnixNano()), IP: "127.0.0.1"}
}

func scriptedGazebo(t *testing.T, generation gzmsgs.Generation) Body {
	t.Helper()
	options := ownPartition()
	world, err := gztest.Start(gztest.Options{Transport: options, Generation: generation})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, world.Close()) })
	node, err := transport.Open(options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, node.Close()) })
	cfg := gazebobridge.DefaultConfig()
	cfg.Names.World, cfg.MostRealTime = "", 0
	cfg.RetryEvery, cfg.EndWithin, cfg.SilentFor = time.Millisecond, patience, patience
	driver := gazebobridge.New(cfg, node, drivertest.Wall{}, slog.New(slog.DiscardHandler))
	return Body{
		Driver:       driver,
		Capabilities: gazebobridge.Capabilities,
		Posture:      nao.StandPosture(),
		Weight:       [2]float64{0, 100}, // the peer has no physics
		Position: func(j nao.Joint) float64 {
			position, _ := world.Joint(j.String())
			return position
		},
		Stiffness: func(nao.Joint) float64 { return 1 }, // its controllers are always stiff
		Stall:     world.Hang,
		SilentFor: func(d time.Duration) { cfg.SilentFor = d; driver.Tune(cfg) },
	}
}
