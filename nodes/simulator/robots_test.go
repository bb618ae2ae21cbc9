package simulator

import (
	"context"
	"io"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nao"
	"gonao/nao/lola"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

// player is the LoLA client of one robot, which stands and listens to its sonars.
type player struct {
	conn    net.Conn
	sensors lola.Sensors
	frames  int // read so far
}

// command answers a frame.
func (p *player) command(t *testing.T) {
	t.Helper()
	stand := standing(nao.StandPosture())
	var c lola.Commands
	c.SetCommand(&stand)
	c.Sonar = [2]bool{true, true}
	_, err := p.conn.Write(c.Append(nil))
	require.NoError(t, err)
}

func (p *player) read(t *testing.T) {
	t.Helper()
	var frame [lola.SensorFrameSize]byte
	_, err := io.ReadFull(p.conn, frame[:])
	require.NoError(t, err)
	require.NoError(t, p.sensors.Decode(frame[:]))
	p.frames++
}

// startTwo starts a simulator with two robots that face each other, 0.6 m apart.
func startTwo(t *testing.T, edits ...func(*Config)) (observer *ros.Node, step func(cycles int), players [2]*player) {
	bus := inproc.NewBus()
	cfg := DefaultConfig()
	cfg.World, cfg.Lockstep, cfg.RealtimePriority = "spl", true, 0
	cfg.Camera.Width, cfg.Camera.Height = 160, 120
	cfg.Socket = filepath.Join(t.TempDir(), "robocup")
	cfg.Robots.Names = []string{"red", "blue"}
	cfg.Robots.XM, cfg.Robots.YM, cfg.Robots.YawDeg = []float64{-1.3, -0.7}, []float64{2, 2}, []float64{0, 180}
	for _, edit := range edits {
		edit(&cfg)
	}
	require.NoError(t, param.Check(&cfg))
	node, err := ros.NewNode(t.Context(), bus, "simulator", ros.NodeOptions{Namespace: "/pitch", Parameters: &cfg})
	require.NoError(t, err)
	observer, err = ros.NewNode(t.Context(), bus, "observer", ros.NodeOptions{Namespace: "/pitch"})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, node, cfg) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, node.Close())
		require.NoError(t, observer.Close())
	})
	for i, name := range cfg.Robots.Names {
		p := &player{}
		require.Eventually(t, func() bool {
			var err error
			p.conn, err = net.Dial("unix", cfg.Socket+"_"+name)
			return err == nil
		}, patience, time.Millisecond)
		t.Cleanup(func() { p.conn.Close() })
		players[i] = p
	}
	for _, p := range players {
		p.read(t)
	}
	step = func(cycles int) {
		t.Helper()
		for range cycles {
			for _, p := range players {
				p.command(t)
			}
			for _, p := range players {
				p.read(t)
			}
		}
	}
	return observer, step, players
}

func TestTwoRobotsOfOneSimulatorStandBeforeEachOther(t *testing.T) {
	observer, step, players := startTwo(t)
	truth := [2]*ros.Subscription[msgs.GroundTruth]{
		subscribe[msgs.GroundTruth](t, observer, "red/ground_truth"), subscribe[msgs.GroundTruth](t, observer, "blue/ground_truth"),
	}
	stats := subscribe[msgs.SimulatorStats](t, observer, "simulator_stats")
	step(90)
	end := ros.EpochStamp(90 * nao.CyclePeriod)
	for i, x := range []float64{-1.3, -0.7} {
		g := until(t, truth[i], func(g msgs.GroundTruth) bool { return g.Header.Stamp == end })
		require.Equal(t, []string{"torso", "CameraTop_optical_frame", "CameraBottom_optical_frame", "ball_green", "ball_red", "ball"}, g.Names)
		require.InDelta(t, x, g.Poses[0].Position.X, 0.03)
		require.InDelta(t, 2, g.Poses[0].Position.Y, 0.03)
		require.Greater(t, g.Poses[0].Position.Z, 0.29, "it stands")
		require.InDelta(t, 0.54, players[i].sensors.Sonar[0], 0.06, "and hears the other one")
	}
	s := until(t, stats, func(s msgs.SimulatorStats) bool { return s.Simulated > 0 })
	require.True(t, s.Reproducible)
	require.Zero(t, s.MissedCommands)
}

func TestEachRobotHasItsOwnImagesAndServices(t *testing.T) {
	observer, step, players := startTwo(t)
	images := subscribe[sensormsgs.Image](t, observer, "blue/camera/bottom/image_raw")
	img := stepUntilOne(t, func() { step(10) }, images)
	require.Equal(t, "blue/CameraBottom_optical_frame", img.Header.FrameId)

	client, err := ros.NewClient[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse](observer, "blue/simulator/place")
	require.NoError(t, err)
	require.NoError(t, client.WaitForServer(t.Context()))
	place := func(q msgs.PlaceObjectRequest) msgs.PlaceObjectResponse {
		replies := make(chan msgs.PlaceObjectResponse, 1)
		go func() {
			a, err := client.Call(t.Context(), q)
			if err != nil {
				a.Message = err.Error()
			}
			replies <- a
		}()
		for {
			select {
			case a := <-replies:
				return a
			case <-time.After(time.Millisecond):
				step(1)
			}
		}
	}
	truth := subscribe[msgs.GroundTruth](t, observer, "blue/ground_truth")
	other := subscribe[msgs.GroundTruth](t, observer, "red/ground_truth")
	at := func(s *ros.Subscription[msgs.GroundTruth]) geometrymsgs.Point {
		step(1)
		now := ros.EpochStamp(time.Duration(players[0].frames-1) * nao.CyclePeriod)
		return until(t, s, func(g msgs.GroundTruth) bool { return g.Header.Stamp == now }).Poses[0].Position
	}
	require.Equal(t, msgs.PlaceObjectResponse{Success: true}, place(msgs.PlaceObjectRequest{Position: geometrymsgs.Point{X: 1, Y: 1}}))
	require.InDelta(t, 1, at(truth).X, 0.02)
	require.InDelta(t, -1.3, at(other).X, 0.02, "red is where it was")
	require.True(t, place(msgs.PlaceObjectRequest{Object: "red", Position: geometrymsgs.Point{X: 0.5}, Frame: "robot"}).Success)
	require.InDelta(t, 1.5, at(other).X, 0.03, "half a metre before blue")
	require.Contains(t, place(msgs.PlaceObjectRequest{Object: "Head"}).Message, "part of the robot")
	require.Contains(t, place(msgs.PlaceObjectRequest{Object: "green"}).Message, "there are red, red/torso, ")
}

func TestWrongRobotsAreRefused(t *testing.T) {
	for name, row := range map[string]struct {
		edit func(*Config)
		says string
	}{
		"too few places":   {func(c *Config) { c.Robots.XM = []float64{1} }, "robots.x_m has 1 values: expected none, or one for each of the 2 names"},
		"too many sockets": {func(c *Config) { c.Robots.Sockets = []string{"a", "b", "c"} }, "robots.sockets has 3 values"},
		"one socket twice": {func(c *Config) { c.Robots.Sockets = []string{"a", "a"} }, `robots.sockets: "a" serves red and blue`},
		"one name twice":   {func(c *Config) { c.Robots.Names = []string{"red", "red"} }, "serves red and red"},
		"TCP":              {func(c *Config) { c.Socket = "tcp://127.0.0.1:10000" }, "robots.sockets: expected one for each name"},
		"a profile":        {func(c *Config) { c.Robots.Profiles = []string{"real", "weak"} }, `robots.profiles: profile "weak"`},
		"a name":           {func(c *Config) { c.Robots.Names = []string{"Red", "blue"} }, `robot "Red": name: expected lower_snake_case`},
		"one place":        {func(c *Config) { c.Robots.YM = []float64{1, 1} }, "at least 0.3 m between them"},
		"deadline":         {func(c *Config) { c.DeadlineSec = -1 }, "deadline_sec"},
	} {
		cfg := DefaultConfig()
		cfg.Socket = filepath.Join(t.TempDir(), "r")
		cfg.Robots.Names = []string{"red", "blue"}
		row.edit(&cfg)
		err := param.Check(&cfg)
		if err == nil {
			err = Run(t.Context(), newNode(t, inproc.NewBus(), "simulator"), cfg)
		}
		require.ErrorContains(t, err, row.says, name)
		require.NoFileExists(t, cfg.Socket+"_red")
	}
}
