package ballmover

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/ros/paramtest"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/ball_mover.yaml", "/ball_mover", DefaultConfig()))
}

func TestWrongPathsAreRefused(t *testing.T) {
	for name, row := range map[string]struct {
		edit func(*Config)
		says string
	}{
		"uneven lists":  {func(c *Config) { c.First.HeightsM = c.First.HeightsM[1:] }, `path of "ball_green": 10 angles_deg and 9 heights_m`},
		"empty path":    {func(c *Config) { c.Second.AnglesDeg, c.Second.HeightsM = nil, nil }, `path of "ball_red": expected at least one position`},
		"behind itself": {func(c *Config) { c.First.AnglesDeg[3] = 300 }, "position 4"},
		"no nearness":   {func(c *Config) { c.NearDeg = 0 }, "nearness"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := DefaultConfig()
			row.edit(&cfg)
			require.ErrorContains(t, cfg.Validate(), row.says)
		})
	}
	one := DefaultConfig()
	one.Second = Ball{}
	require.NoError(t, one.Validate(), "one ball is enough")
}

// bench is the node on a bus, with a hand on both of its topics.
type bench struct {
	states   *ros.Publisher[msgs.CarrierState]
	commands *ros.Subscription[msgs.CarrierCommand]
	set      func(name string, value any) (reason string) // a parameter
}

func (b *bench) state(t *testing.T, at time.Duration, angle, height float32) []msgs.CarrierCommand {
	t.Helper()
	require.NoError(t, b.states.Publish(msgs.CarrierState{
		Stamp: ros.Stamp(time.Unix(0, 0).Add(at)), Names: []string{"a"}, Angles: []float32{angle}, Heights: []float32{height},
	}))
	synctest.Wait()
	var got []msgs.CarrierCommand
	for len(b.commands.C()) > 0 {
		got = append(got, <-b.commands.C())
	}
	return got
}

// onBus runs a test beside the node.
func onBus(t *testing.T, cfg Config, test func(t *testing.T, b *bench)) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		ctx, cancel := context.WithCancel(t.Context())
		node, err := ros.NewNode(ctx, bus, "ball_mover", ros.NodeOptions{Parameters: &cfg})
		require.NoError(t, err)
		defer node.Close()
		hand, err := ros.NewNode(ctx, bus, "hand", ros.NodeOptions{})
		require.NoError(t, err)
		defer hand.Close()
		b := &bench{set: paramtest.Setter(t, hand, "ball_mover")}
		b.states, err = ros.Advertise[msgs.CarrierState](hand, "carrier_state", ros.SensorData())
		require.NoError(t, err)
		b.commands, err = ros.Subscribe[msgs.CarrierCommand](hand, "carrier_command")
		require.NoError(t, err)

		ended := make(chan error, 1)
		go func() { ended <- Run(ctx, node, cfg) }()
		synctest.Wait()
		test(t, b)
		cancel()
		require.NoError(t, <-ended)
	})
}

// shuttle leads one ball between two places.
func shuttle() Config {
	return Config{
		NearDeg: 1, NearHeightM: 0.01,
		First: Ball{Name: "a", AnglesDeg: []float64{0, 90}, HeightsM: []float64{0.5, 0.7}},
	}
}

func TestTheNodeCommandsThenWaitsThenCommandsTheNext(t *testing.T) {
	onBus(t, shuttle(), func(t *testing.T, b *bench) {
		const ms = time.Millisecond
		first := []msgs.CarrierCommand{{Name: "a", Height: 0.5}}
		second := b.state(t, 24*ms, 0, 0.5)
		require.Equal(t, first, b.state(t, 0, 1, 1), "restarted: time went back")
		require.Len(t, second, 1)
		require.InDelta(t, 1.5708, second[0].Angle, 1e-3, "it was there from the start")

		require.Empty(t, b.state(t, 12*ms, 0.5, 0.5), "on its way")
		require.Equal(t, first, b.state(t, 1012*ms, 0.4, 0.5), "said again after a second")
		require.Equal(t, second, b.state(t, 1024*ms, 0.01, 0.505), "reached: the next")
		require.Equal(t, first, b.state(t, 1036*ms, 1.57, 0.7), "and the first again")
		require.Equal(t, first, b.state(t, 2*ms, 0.3, 0.7), "after a restart from the beginning")

		require.NoError(t, b.states.Publish(msgs.CarrierState{Names: []string{"a"}}), "a state with gaps")
	})
}

func TestAPathCanBeChangedWhileTheBallsMove(t *testing.T) {
	onBus(t, shuttle(), func(t *testing.T, b *bench) {
		const ms = time.Millisecond
		require.InDelta(t, 1.5708, b.state(t, 0, 0, 0.5)[0].Angle, 1e-3)
		require.Empty(t, b.state(t, 12*ms, 0.5, 0.5))
		require.Contains(t, b.set("first.heights_m", []float64{0.5}), "2 angles_deg and 1 heights_m: expected equally many")
		require.Contains(t, b.set("first.angles_deg", []float64{0, 200}), "200.0: expected -180 to 180 deg")
		require.Empty(t, b.state(t, 24*ms, 0.5, 0.5), "what was refused changes nothing")
		require.Empty(t, b.set("first.heights_m", []float64{0.6, 0.8}))
		require.Equal(t, []msgs.CarrierCommand{{Name: "a", Height: 0.6}}, b.state(t, 36*ms, 0.5, 0.5), "at the next state, from the beginning")
		require.Empty(t, b.state(t, 48*ms, 0.4, 0.55), "on its way")
		require.InDelta(t, 0.8, b.state(t, 60*ms, 0, 0.6)[0].Height, 1e-6)
	})
}
