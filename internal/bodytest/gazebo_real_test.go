package bodytest

import (
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	gazebobridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/gztest"
	"gonao/gazebo_bridge/server"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
	"gonao/nao/body/drivertest"
	"gonao/sim/world"
)

// TestGazeboOnARealServer runs the suite on the installed Gazebo, with its physics.
func TestGazeboOnARealServer(t *testing.T) {
	gazebo := realServer(t)
	Suite(t, func(t *testing.T) Body { return realGazebo(t, gazebo) })
}

// serveGazebo starts a server for a test. The world contains only the robot, and nothing is rendered. It returns the
// options for connecting to the server.
func serveGazebo(t *testing.T, gazebo server.Server) transport.Options {
	t.Helper()
	options := ownPartition()
	served := startGazebo(t, gazebo, options)
	t.Cleanup(func() {
		served.Kill()
		if t.Failed() {
			t.Log(served.Log())
		}
	})
	return options
}

func startGazebo(t *testing.T, gazebo server.Server, options transport.Options) *gztest.Server {
	t.Helper()
	w, err := world.Load("empty")
	require.NoError(t, err)
	text, err := w.SDF(world.SDFOptions{Gazebo: gazebo.Generation, Blind: true})
	require.NoError(t, err)
	served, err := gztest.Serve(gazebo, text, t.TempDir(), options)
	require.NoError(t, err)
	return served
}

func realGazebo(t *testing.T, gazebo server.Server) Body {
	t.Helper()
	options := serveGazebo(t, gazebo)
	node, err := transport.Open(options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, node.Close()) })
	cfg := gazebobridge.DefaultConfig()
	cfg.Names.World, cfg.MostRealTime = "", 0
	cfg.RetryEvery, cfg.EndWithin, cfg.SilentFor = 10*time.Millisecond, patience, patience
	return Body{
		Driver:       gazebobridge.New(cfg, node, drivertest.Wall{}, slog.New(slog.DiscardHandler)),
		Capabilities: gazebobridge.Capabilities &^ nao.SensesSonar, // nothing is rendered
		Posture:      nao.StandPosture(),
		Weight:       [2]float64{40, 65},
		Position:     joints(t, options),
		Stiffness:    func(nao.Joint) float64 { return 1 }, // its controllers are always stiff
	}
}

// joints returns a function that returns a joint's position in Gazebo, independent of the driver, or 0 before the first
// message.
func joints(t *testing.T, o transport.Options) func(nao.Joint) float64 {
	t.Helper()
	n, err := transport.Open(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	var mu sync.Mutex
	at := map[string]float64{}
	_, err = n.Subscribe(nao.DefaultGazeboNames().JointState(), "", func(m transport.Message) {
		var model gzmsgs.Model
		if m.Into(&model) != nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, j := range model.GetJoint() {
			at[j.GetName()] = j.GetAxis1().GetPosition()
		}
	})
	require.NoError(t, err)
	return func(j nao.Joint) float64 {
		mu.Lock()
		defer mu.Unlock()
		return at[j.String()]
	}
}
